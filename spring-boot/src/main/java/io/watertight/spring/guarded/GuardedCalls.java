// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static io.watertight.spring.guarded.GuardRefusedException.refused;

import io.watertight.ContextPropagator;
import io.watertight.Policy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Makes the {@link GuardedCall} of a method, or refuses: an unknown name, a fallback that does not fit, a return type. */
final class GuardedCalls {
    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Flux", GuardedCalls.class.getClassLoader());

    private final GuardedMethods methods;
    private final PolicyNames names;
    private final ContextPropagator propagator;

    GuardedCalls(GuardedMethods methods, PolicyNames names, ContextPropagator propagator) {
        this.methods = methods;
        this.names = names;
        this.propagator = propagator;
    }

    /**
     * Makes the call of a guarded method.
     *
     * @param method the method, or one of an interface that stands for it
     * @param type the class of the bean
     * @param async whether the call comes on a thread of an executor for {@code @Async}
     * @return how to call it
     * @throws GuardRefusedException if it cannot be guarded like this
     */
    GuardedCall of(Method method, Class<?> type, boolean async) {
        Guarded guarded = Objects.requireNonNull(methods.find(method, type), "the method is not guarded");
        Method specific = GuardedMethods.specific(method, type);
        String where = "@Guarded(\"" + guarded.value() + "\") on " + Names.of(specific, type);
        Policy policy = policy(guarded.value(), where);
        FallbackMethods fallback = guarded.fallbackMethod().isEmpty()
                ? null
                : FallbackMethods.find(guarded.fallbackMethod(), specific, type, where);
        refuseSuspending(specific, where);
        Class<?> returned = ResolvableType.forMethodReturnType(specific, type).resolve(specific.getReturnType());
        if (async) {
            return new BlockingCall(policy, fallback, true);
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned);
        if (isFuture(returned)) {
            refuseUnlessFitting(returned, CompletableFuture.class, where);
            return new FutureCall(policy, fallback, propagator);
        }
        return adapter == null
                ? blocking(policy, fallback, returned, where)
                : reactive(policy, fallback, returned, adapter, where);
    }

    private Policy policy(String name, String where) {
        try {
            return names.get(name);
        } catch (IllegalArgumentException unknown) {
            throw refused(where + " cannot be resolved", Objects.requireNonNullElse(unknown.getMessage(), "unknown"));
        }
    }

    private static boolean isFuture(Class<?> returned) {
        return Future.class.isAssignableFrom(returned) || CompletionStage.class.isAssignableFrom(returned);
    }

    private static GuardedCall blocking(
            Policy policy, @Nullable FallbackMethods fallback, Class<?> returned, String where) {
        if (Flow.Publisher.class.isAssignableFrom(returned)
                || returned.getName().startsWith("io.reactivex.")) {
            throw refused(
                    where + " returns " + returned.getName() + ", which Spring's ReactiveAdapterRegistry does not know:"
                            + " its end cannot be observed, so the permit could not be held until then",
                    "Return a type it knows, or call the policy in the code");
        }
        return returned == Object.class
                ? new UntypedCall(new BlockingCall(policy, fallback, true), where)
                : new BlockingCall(policy, fallback, false);
    }

    private static GuardedCall reactive(
            Policy policy,
            @Nullable FallbackMethods fallback,
            Class<?> returned,
            ReactiveAdapter adapter,
            String where) {
        if (!REACTOR) {
            throw refused(
                    where + " returns " + returned.getName() + ", and Project Reactor is not on the class path",
                    "Add the dependency io.projectreactor:reactor-core");
        }
        if (!adapter.getDescriptor().isDeferred()) {
            throw refused(
                    where + " returns " + returned.getName() + ", which has begun before anybody subscribes",
                    "Return a CompletableFuture, or a type that begins when it is subscribed to");
        }
        refuseUnlessFitting(returned, adapter.getReactiveType(), where);
        return new ReactiveCall(policy, fallback, adapter);
    }

    /** The caller gets a future or a publisher of ours, so a method must not promise more than we have. */
    private static void refuseUnlessFitting(Class<?> returned, Class<?> ours, String where) {
        if (!returned.isAssignableFrom(ours)) {
            throw refused(
                    where + " returns " + returned.getName() + ", which the guard cannot put around the original",
                    "Declare " + ours.getName() + " or a type above it as its return type");
        }
    }

    private static void refuseSuspending(Method method, String where) {
        boolean suspending = Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.getName().equals("kotlin.coroutines.Continuation"));
        if (suspending) {
            throw refused(
                    where + " is a suspending function: it returns long before its work has ended",
                    "Return a Mono or a CompletableFuture, or call the policy in the code");
        }
    }
}
