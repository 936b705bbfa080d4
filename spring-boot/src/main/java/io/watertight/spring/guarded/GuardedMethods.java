// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Which methods are guarded, and by which annotation: the method's own first, then that of its class. */
final class GuardedMethods extends StaticMethodMatcherPointcut {
    private final Map<MethodClassKey, Optional<Guarded>> known = new ConcurrentHashMap<>();

    @Override
    public boolean matches(Method method, Class<?> type) {
        return find(method, type) != null;
    }

    @Nullable
    Guarded find(Method method, Class<?> type) {
        Class<?> userType = ClassUtils.getUserClass(type);
        return known.computeIfAbsent(
                        new MethodClassKey(method, userType), key -> Optional.ofNullable(look(method, userType)))
                .orElse(null);
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
