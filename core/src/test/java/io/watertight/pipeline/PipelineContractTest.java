// SPDX-License-Identifier: Apache-2.0
package io.watertight.pipeline;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.contract.AsyncWay;
import io.watertight.contract.BulkheadContract;
import io.watertight.contract.Setup;
import io.watertight.contract.Subject;
import io.watertight.contract.WaitingBulkheadContract;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** A bulkhead keeps its contract with the other layers around it and inside it, blocking and asynchronous. */
class PipelineContractTest {
    private static final Duration LONG = Duration.ofHours(1);

    /** Counts everything and opens for nothing, so that it is in the way of every call and stops none. */
    private static CircuitBreaker breaker() {
        return CircuitBreaker.of("contract").withFailurePredicate(failure -> false);
    }

    @Nested
    class AroundASemaphore extends WaitingBulkheadContract {
        Policy way(Policy pipeline) {
            return pipeline;
        }

        @Override
        protected Subject open(Setup setup) {
            Bulkhead bulkhead = Bulkhead.of("contract", setup.limit())
                    .withMaxWait(setup.maxWait())
                    .withMaxWaiting(setup.maxWaiting())
                    .withFair(setup.fair())
                    .withClock(setup.clock());
            for (var listener : setup.listeners()) {
                bulkhead = bulkhead.withListener(listener);
            }
            Policy pipeline = Pipeline.of(breaker(), bulkhead, Timeout.of("contract", LONG));
            return new Subject(way(pipeline), bulkhead::activeCalls, bulkhead::waitingCalls, () -> {});
        }
    }

    @Nested
    class AroundASemaphoreAsync extends AroundASemaphore {
        @Override
        Policy way(Policy pipeline) {
            return new AsyncWay(pipeline);
        }
    }

    @Nested
    class AroundAThreadPool extends BulkheadContract {
        Policy way(Policy pipeline) {
            return pipeline;
        }

        @Override
        protected Subject open(Setup setup) {
            ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("contract", setup.limit())
                    .withQueueCapacity(setup.maxWait().isZero() ? 0 : setup.maxWaiting())
                    .withTimeout(LONG)
                    .withClock(setup.clock());
            for (var listener : setup.listeners()) {
                bulkhead = bulkhead.withListener(listener);
            }
            Policy pipeline = Pipeline.of(breaker(), bulkhead, Timeout.of("contract", LONG));
            return new Subject(way(pipeline), bulkhead::activeCalls, bulkhead::queuedCalls, bulkhead::close);
        }
    }

    @Nested
    class AroundAThreadPoolAsync extends AroundAThreadPool {
        @Override
        Policy way(Policy pipeline) {
            return new AsyncWay(pipeline);
        }
    }
}
