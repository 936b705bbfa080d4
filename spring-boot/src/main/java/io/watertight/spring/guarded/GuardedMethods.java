// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ReflectionUtils;

/** Which methods are guarded, and by which annotation: the method's own first, then that of its class. */
final class GuardedMethods extends StaticMethodMatcherPointcut {
    private final Map<MethodClassKey, Guarded> known = new ConcurrentHashMap<>();
    /** For every class of a bean, most of them without any; only that is kept of those. */
    private final Map<Class<?>, List<Method>> byType = new ConcurrentReferenceHashMap<>();

    GuardedMethods() {
        setClassFilter(type -> !in(type).isEmpty());
    }

    @Override
    public boolean matches(Method method, Class<?> type) {
        return find(method, type) != null;
    }

    @Nullable
    Guarded find(Method method, Class<?> type) {
        Class<?> userType = ClassUtils.getUserClass(type);
        var key = new MethodClassKey(method, userType);
        Guarded guarded = known.get(key);
        if (guarded == null) {
            guarded = look(method, userType);
            if (guarded != null) {
                known.put(key, guarded);
            }
        }
        return guarded;
    }

    /** The guarded methods of a class, inherited ones included, each in its most specific form. */
    List<Method> in(Class<?> type) {
        return byType.computeIfAbsent(ClassUtils.getUserClass(type), this::lookIn);
    }

    private List<Method> lookIn(Class<?> type) {
        Stream<Method> all = Proxy.isProxyClass(type)
                ? Stream.of(ClassUtils.getAllInterfacesForClass(type)).flatMap(one -> Stream.of(one.getMethods()))
                : Stream.of(ReflectionUtils.getAllDeclaredMethods(type));
        return all.filter(method -> !method.isSynthetic() && find(method, type) != null)
                .filter(method -> specific(method, type).equals(method))
                .distinct()
                .toList();
    }

    private static @Nullable Guarded look(Method method, Class<?> type) {
        Method specific = specific(method, type);
        Guarded onMethod = firstOf(onElement(specific), onElement(method));
        if (onMethod != null || !isMeantByType(specific)) {
            return onMethod;
        }
        return firstOf(onType(type), onType(method.getDeclaringClass()));
    }

    /** The method of the class that is called in the end; of a proxy made of interfaces, the interface's own. */
    static Method specific(Method method, Class<?> type) {
        return Proxy.isProxyClass(type) ? method : AopUtils.getMostSpecificMethod(method, type);
    }

    private static @Nullable Guarded onElement(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, Guarded.class);
    }

    static @Nullable Guarded onType(Class<?> type) {
        return AnnotatedElementUtils.findMergedAnnotation(type, Guarded.class);
    }

    private static boolean isMeantByType(Method method) {
        return Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && !method.isSynthetic()
                && method.getDeclaringClass() != Object.class
                && !ReflectionUtils.isEqualsMethod(method)
                && !ReflectionUtils.isHashCodeMethod(method)
                && !ReflectionUtils.isToStringMethod(method);
    }

    private static @Nullable Guarded firstOf(@Nullable Guarded first, @Nullable Guarded second) {
        return first != null ? first : second;
    }
}
