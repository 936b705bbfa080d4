// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.contract.Setup;
import io.watertight.contract.Subject;
import io.watertight.contract.WaitingBulkheadContract;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;

/** A partition keeps the contract of a waiting bulkhead, from connection to close. */
class PartitionContractTest {

    @Nested
    class H2OnPlatformThreads extends Contract {}

    @Nested
    class H2OnVirtualThreads extends Contract {
        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    @Nested
    class PostgreSQL extends Contract {
        @Override
        String url() {
            return Postgres.url();
        }
    }

    abstract static class Contract extends WaitingBulkheadContract {
        String url() {
            return "jdbc:h2:mem:contract";
        }

        @Override
        protected Subject open(Setup setup) {
            PartitionSettings settings = PartitionSettings.of("contract", setup.limit())
                    .withBulkhead(bulkhead -> configured(bulkhead, setup));
            PartitionedDatabase database = Partitions.of(url()).with(settings).open();
            Partition partition = database.partition("contract");
            return new Subject(
                    new ConnectionWay(partition), partition::activeCalls, partition::waitingCalls, database::close);
        }

        private static Bulkhead configured(Bulkhead bulkhead, Setup setup) {
            Bulkhead configured = bulkhead.withMaxWait(setup.maxWait())
                    .withMaxWaiting(setup.maxWaiting())
                    .withFair(setup.fair())
                    .withClock(setup.clock());
            for (var listener : setup.listeners()) {
                configured = configured.withListener(listener);
            }
            return configured;
        }
    }
}
