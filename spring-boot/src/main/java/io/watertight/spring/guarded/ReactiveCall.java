// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Policy;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;

/**
 * The call of a method that returns a publisher. Each subscription is a call of its own: the method is called then, with
 * a permit, and the call has ended when the publisher has.
 */
final class ReactiveCall implements GuardedCall {
    private final Policy policy;
    private final @Nullable FallbackMethods fallback;
    private final ReactiveAdapter adapter;

    ReactiveCall(Policy policy, @Nullable FallbackMethods fallback, ReactiveAdapter adapter) {
        this.policy = policy;
        this.fallback = fallback;
        this.adapter = adapter;
    }

    @Override
    public Object call(MethodInvocation invocation) {
        var template = (ProxyMethodInvocation) invocation;
        boolean single = !adapter.isMultiValue();
        Flux<Object> guarded = new GuardedFlux(policy, () -> source(template.invocableClone()), single);
        if (fallback != null) {
            guarded = guarded.onErrorResume(failure -> answer(template, fallback, failure));
        }
        return adapter.fromPublisher(guarded);
    }

    private Publisher<Object> source(MethodInvocation invocation) throws Throwable {
        return publisher(ExposeInvocationInterceptor.INSTANCE.invoke(invocation), "the guarded method");
    }

    private Publisher<Object> answer(MethodInvocation invocation, FallbackMethods fallback, Throwable failure) {
        try {
            return publisher(fallback.answer(invocation, failure), "the fallback method");
        } catch (Throwable unanswered) {
            return Flux.error(unanswered);
        }
    }

    private Publisher<Object> publisher(@Nullable Object returned, String by) {
        if (returned == null) {
            throw new NullPointerException(
                    "A call of '" + policy.name() + "' found no publisher: " + by + " returned null");
        }
        return adapter.toPublisher(returned);
    }
}
