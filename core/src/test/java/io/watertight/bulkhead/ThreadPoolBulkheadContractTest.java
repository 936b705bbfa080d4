// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.Policy;
import io.watertight.contract.AsyncWay;
import io.watertight.contract.BulkheadContract;
import io.watertight.contract.Setup;
import io.watertight.contract.Subject;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;

/** The thread-pool bulkhead keeps the contract: on platform and virtual threads, called blocking and asynchronously. */
class ThreadPoolBulkheadContractTest {

    @Nested
    class PlatformWorkers extends Contract {}

    @Nested
    class VirtualWorkers extends Contract {
        @Override
        ThreadPoolBulkhead workers(ThreadPoolBulkhead bulkhead) {
            return bulkhead.withVirtualThreads(true);
        }

        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    @Nested
    class PlatformWorkersAsync extends Contract {
        @Override
        Policy way(ThreadPoolBulkhead bulkhead) {
            return new AsyncWay(bulkhead);
        }
    }

    @Nested
    class VirtualWorkersAsync extends VirtualWorkers {
        @Override
        Policy way(ThreadPoolBulkhead bulkhead) {
            return new AsyncWay(bulkhead);
        }
    }

    abstract static class Contract extends BulkheadContract {
        ThreadPoolBulkhead workers(ThreadPoolBulkhead bulkhead) {
            return bulkhead;
        }

        Policy way(ThreadPoolBulkhead bulkhead) {
            return bulkhead;
        }

        @Override
        protected Subject open(Setup setup) {
            ThreadPoolBulkhead bulkhead = workers(ThreadPoolBulkhead.of("contract", setup.limit()))
                    .withQueueCapacity(setup.maxWait().isZero() ? 0 : setup.maxWaiting())
                    .withClock(setup.clock());
            for (var listener : setup.listeners()) {
                bulkhead = bulkhead.withListener(listener);
            }
            return new Subject(way(bulkhead), bulkhead::activeCalls, bulkhead::queuedCalls, bulkhead::close);
        }
    }
}
