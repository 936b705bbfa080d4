// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Operation;
import io.watertight.Policy;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A publisher under a policy: each subscription is one call, and subscribes to the source once it has a permit. */
final class GuardedFlux extends Flux<Object> {
    private final Policy policy;
    private final Operation<Publisher<Object>, Throwable> source;
    private final boolean single;

    GuardedFlux(Policy policy, Operation<Publisher<Object>, Throwable> source, boolean single) {
        this.policy = policy;
        this.source = source;
        this.single = single;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Object> subscriber) {
        new GuardedSubscription(subscriber, source, single).start(policy);
    }
}
