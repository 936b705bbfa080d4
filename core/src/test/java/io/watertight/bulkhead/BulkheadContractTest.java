// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.Policy;
import io.watertight.contract.AsyncWay;
import io.watertight.contract.Setup;
import io.watertight.contract.Subject;
import io.watertight.contract.WaitingBulkheadContract;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;

/** The semaphore bulkhead keeps the contract: called in each of its ways, from platform and from virtual threads. */
class BulkheadContractTest {

    @Nested
    class CallOnPlatformThreads extends Contract {}

    @Nested
    class CallOnVirtualThreads extends Contract {
        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    @Nested
    class AcquireOnPlatformThreads extends Contract {
        @Override
        Policy way(Bulkhead bulkhead) {
            return new AcquireWay(bulkhead);
        }
    }

    @Nested
    class AcquireOnVirtualThreads extends AcquireOnPlatformThreads {
        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    @Nested
    class AsyncFromPlatformThreads extends Contract {
        @Override
        Policy way(Bulkhead bulkhead) {
            return new AsyncWay(bulkhead);
        }
    }

    @Nested
    class AsyncFromVirtualThreads extends AsyncFromPlatformThreads {
        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    abstract static class Contract extends WaitingBulkheadContract {
        Policy way(Bulkhead bulkhead) {
            return bulkhead;
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
            return new Subject(way(bulkhead), bulkhead::activeCalls, bulkhead::waitingCalls, () -> {});
        }
    }
}
