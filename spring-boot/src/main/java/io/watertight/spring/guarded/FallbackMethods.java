// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static io.watertight.spring.guarded.GuardRefusedException.refused;

import io.watertight.fallback.Fallback;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The fallback methods of one guarded method, one for each type of cause. When they answer is up to {@link Fallback}. */
final class FallbackMethods {
    private final Map<Class<?>, Method> byCause;

    private FallbackMethods(Map<Class<?>, Method> byCause) {
        this.byCause = byCause;
    }

    /**
     * Finds the methods of that name and checks that each can answer for the guarded one.
     *
     * @throws GuardRefusedException if there is none, or one of them does not fit
     */
    static FallbackMethods find(String name, Method guarded, Class<?> type, String where) {
        List<Method> all = Stream.of(ReflectionUtils.getAllDeclaredMethods(type))
                .filter(method -> !method.isSynthetic() && method.getDeclaringClass() != Object.class)
                .toList();
        List<Method> named =
                all.stream().filter(method -> method.getName().equals(name)).toList();
        List<Method> candidates = named.stream()
                .filter(method -> takesWhat(guarded, method, type))
                .sorted(Comparator.comparingInt(Method::getParameterCount).reversed()) // before one of the cause alone
                .toList();
        if (candidates.isEmpty()) {
            throw refused(
                    where + " names the fallback method '" + name + "', but " + whatThereIs(named, all, type),
                    "Write a method " + expected(name, guarded, type));
        }
        Map<Class<?>, Method> byCause = new LinkedHashMap<>();
        for (Method candidate : candidates) {
            check(candidate, guarded, type, where);
            ReflectionUtils.makeAccessible(candidate);
            byCause.putIfAbsent(causeOf(candidate), candidate);
        }
        return new FallbackMethods(byCause);
    }

    /** Answers for the failure, or throws it, or what the answering method throws. */
    @Nullable
    Object answer(MethodInvocation invocation, Throwable failure) throws Throwable {
        return Fallback.<@Nullable Object>with(cause -> ask(invocation, cause)).<Throwable>call(() -> {
            throw failure;
        });
    }

    private @Nullable Object ask(MethodInvocation invocation, Throwable cause) {
        try {
            Method method = methodFor(cause).orElseThrow(() -> cause);
            @Nullable Object[] given = invocation.getArguments();
            Object[] arguments =
                    Arrays.copyOf(given, method.getParameterCount()); // the cause alone, or after all others
            arguments[arguments.length - 1] = cause;
            return AopUtils.invokeJoinpointUsingReflection(invocation.getThis(), method, arguments);
        } catch (Throwable failure) {
            throw GuardedCall.<RuntimeException>sneakyThrow(failure);
        }
    }

    private Optional<Method> methodFor(Throwable cause) {
        for (Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
            Method method = byCause.get(type);
            if (method != null) {
                return Optional.of(method);
            }
        }
        return Optional.empty();
    }

    private static boolean takesWhat(Method guarded, Method candidate, Class<?> type) {
        Class<?>[] taken = parameters(candidate, type);
        Class<?>[] given = parameters(guarded, type);
        if (taken.length == 1 && Throwable.class.isAssignableFrom(taken[0])) {
            return true;
        }
        if (taken.length != given.length + 1 || !Throwable.class.isAssignableFrom(taken[given.length])) {
            return false;
        }
        for (int i = 0; i < given.length; i++) {
            if (!ClassUtils.isAssignable(taken[i], given[i])) {
                return false;
            }
        }
        return true;
    }

    private static Class<?>[] parameters(Method method, Class<?> type) {
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = ResolvableType.forMethodParameter(method, i, type).resolve(parameters[i]);
        }
        return parameters;
    }

    private static Class<?> causeOf(Method candidate) {
        return candidate.getParameterTypes()[candidate.getParameterCount() - 1];
    }

    private static void check(Method candidate, Method guarded, Class<?> type, String where) {
        String fallback = where + " has the fallback method " + Names.of(candidate);
        Class<?> cause = causeOf(candidate);
        if (Error.class.isAssignableFrom(cause) || InterruptedException.class.isAssignableFrom(cause)) {
            throw refused(
                    fallback + " for " + cause.getName() + ", for which a fallback never answers",
                    "Take a type of Exception as the cause");
        }
        if (!returnsWhat(guarded, candidate, type)) {
            throw refused(
                    fallback + ", which returns "
                            + candidate.getGenericReturnType().getTypeName(),
                    "Let it return " + guarded.getGenericReturnType().getTypeName());
        }
        for (Class<?> thrown : candidate.getExceptionTypes()) {
            if (isChecked(thrown)
                    && Stream.of(guarded.getExceptionTypes())
                            .noneMatch(declared -> declared.isAssignableFrom(thrown))) {
                throw refused(
                        fallback + ", which throws " + thrown.getName()
                                + ", and the guarded method does not declare it",
                        "Declare it there, or do not throw it here");
            }
        }
        if (AnnotatedElementUtils.hasAnnotation(candidate, Guarded.class)) {
            throw refused(
                    fallback + ", which is @Guarded too; it is called on the bean itself, so that does nothing",
                    "Move what must be guarded to another bean and call that from the fallback method");
        }
    }

    private static boolean isChecked(Class<?> thrown) {
        return !RuntimeException.class.isAssignableFrom(thrown) && !Error.class.isAssignableFrom(thrown);
    }

    private static boolean returnsWhat(Method guarded, Method candidate, Class<?> type) {
        ResolvableType wanted = ResolvableType.forMethodReturnType(guarded, type);
        ResolvableType answer = ResolvableType.forMethodReturnType(candidate, type);
        Class<?> wantedClass = wanted.resolve(guarded.getReturnType());
        if (!ClassUtils.isAssignable(wantedClass, answer.resolve(candidate.getReturnType()))) {
            return false;
        }
        return wanted.hasUnresolvableGenerics()
                || answer.hasUnresolvableGenerics()
                || !wanted.hasGenerics()
                || !answer.hasGenerics()
                || wanted.isAssignableFrom(answer);
    }

    private static String whatThereIs(List<Method> named, List<Method> all, Class<?> type) {
        if (!named.isEmpty()) {
            return "only this is there: "
                    + named.stream().map(FallbackMethods::signature).collect(Collectors.joining("; "));
        }
        String others = all.stream()
                .filter(method -> method.getParameterCount() > 0 && Throwable.class.isAssignableFrom(causeOf(method)))
                .map(FallbackMethods::signature)
                .collect(Collectors.joining("; "));
        return Names.of(type) + " has none of that name"
                + (others.isEmpty() ? "" : "; methods that take a cause: " + others);
    }

    private static String signature(Method method) {
        return method.getGenericReturnType().getTypeName() + " " + Names.of(method);
    }

    private static String expected(String name, Method guarded, Class<?> type) {
        return guarded.getGenericReturnType().getTypeName() + " " + name
                + Stream.concat(Stream.of(parameters(guarded, type)).map(Class::getSimpleName), Stream.of("Throwable"))
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
