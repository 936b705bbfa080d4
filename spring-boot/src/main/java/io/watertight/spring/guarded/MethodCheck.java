// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.spring.guarded.Finding.Severity;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;

/** Looks at the guarded methods of one bean: can a proxy intercept them, in which order, and how are they called? */
final class MethodCheck {
    /** Work that goes on after the method has returned, and whose end the guard does not see. */
    private static final Set<String> LAZY = Set.of(
            "java.util.concurrent.Callable",
            "java.util.stream.BaseStream",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private final GuardedMethods methods;
    private final GuardedCalls calls;
    private final Class<?> type;
    private final ProxyLayers layers;
    private final boolean asyncByAspectJ;

    MethodCheck(GuardedMethods methods, GuardedCalls calls, Class<?> type, ProxyLayers layers, boolean asyncByAspectJ) {
        this.methods = methods;
        this.calls = calls;
        this.type = type;
        this.layers = layers;
        this.asyncByAspectJ = asyncByAspectJ;
    }

    List<Finding> check(Method method) {
        String bypass = bypass(method);
        if (bypass != null) {
            return List.of(ineffective(method, bypass, remedy(method)));
        }
        List<Finding> found = new ArrayList<>();
        try {
            calls.of(method, type, layers.isAsync(method, type));
        } catch (GuardRefusedException refused) {
            found.addAll(refused.findings());
        }
        checkOrder(method, found);
        checkLaziness(method, found);
        return found;
    }

    private @Nullable String bypass(Method method) {
        int modifiers = method.getModifiers();
        if (Modifier.isStatic(modifiers)) {
            return "static methods are called without a proxy";
        }
        if (Modifier.isPrivate(modifiers)) {
            return "private methods are called without a proxy";
        }
        if (Proxy.isProxyClass(type)) {
            return null;
        }
        boolean byInterface = isOnInterface(method);
        if (layers.isJdkProxy()) {
            return byInterface ? null : "the bean's proxy has its interfaces only, and the method is on none of them";
        }
        if (Modifier.isFinal(modifiers) && (layers.isClassProxy() || !byInterface)) {
            return "a proxy cannot override a final method; on the proxy it even runs with empty fields";
        }
        return isHidden(method) ? "a proxy cannot override a package-private method of another package" : null;
    }

    private boolean isOnInterface(Method method) {
        return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                .anyMatch(one -> ClassUtils.hasMethod(one, method));
    }

    private boolean isHidden(Method method) {
        int visible = Modifier.PUBLIC | Modifier.PROTECTED;
        return (method.getModifiers() & visible) == 0
                && !method.getDeclaringClass().getPackage().equals(type.getPackage());
    }

    private static String remedy(Method method) {
        return Modifier.isFinal(method.getModifiers())
                ? "Take 'final' away (in Kotlin, say 'open'), or call the policy in the code"
                : "Make it a public method of the bean and of its interface, if it is called by that, or call the policy"
                        + " in the code";
    }

    private void checkOrder(Method method, List<Finding> found) {
        if (layers.isAsyncInside(method, type)
                || (asyncByAspectJ && AnnotatedElementUtils.hasAnnotation(method, Async.class))) {
            found.add(ineffective(
                    method,
                    "@Async is inside of it, so the permit is back when the work has been handed to the executor",
                    "Leave out the order and the AspectJ mode of @EnableAsync, so that @Async is outside"));
        }
        if (layers.isTransactionOutside(method, type)) {
            found.add(ineffective(
                    method,
                    "@Transactional is outside of it, so a rejected call opens a transaction, and one that waits holds"
                            + " a connection",
                    "Leave out the order of @EnableTransactionManagement, or give it one above Guarded.ORDER"));
        }
    }

    private void checkLaziness(Method method, List<Finding> found) {
        Class<?> returned = method.getReturnType();
        if (isLazy(returned)) {
            found.add(new Finding(
                    Severity.DOUBTFUL,
                    where(method) + " covers only the making of its result: a " + returned.getSimpleName()
                            + " is worked through after the method has returned, without a permit",
                    "Return the finished result, or a CompletableFuture, or call the policy around the work itself"));
        }
    }

    private static boolean isLazy(@Nullable Class<?> returned) {
        return returned != null
                && (LAZY.contains(returned.getName())
                        || isLazy(returned.getSuperclass())
                        || Stream.of(returned.getInterfaces()).anyMatch(MethodCheck::isLazy));
    }

    private Finding ineffective(Method method, String why, String remedy) {
        return new Finding(Severity.INEFFECTIVE, where(method) + " does not do what it says: " + why, remedy);
    }

    private String where(Method method) {
        Guarded guarded = Objects.requireNonNull(methods.find(method, type), "the method is not guarded");
        return "@Guarded(\"" + guarded.value() + "\") on " + Names.of(method, type);
    }
}
