// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.contract.Setup;
import io.watertight.contract.TestThreads;
import io.watertight.contract.TestThreads.Started;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Callers queue in front of HikariCP, never inside it: whoever has a permit finds a connection. */
class NoQueueInThePoolTest {
    private static final int SIZE = 4;

    @Test
    void aPermitMeansAConnection() throws Exception {
        var partition = new Partition[1];
        var mostBusy = new AtomicInteger();
        var settings = PartitionSettings.of("oltp", SIZE)
                .withMaxWait(Setup.LONG)
                .withListener(
                        Permitted.class,
                        permitted -> mostBusy.accumulateAndGet(
                                partition[0].pool().getHikariPoolMXBean().getActiveConnections(), Math::max));
        try (PartitionedDatabase database =
                Partitions.of("jdbc:h2:mem:queue").with(settings).open()) {
            partition[0] = database.partition("oltp");
            var pool = partition[0].pool().getHikariPoolMXBean();
            eventually("the pool is filled", () -> pool.getIdleConnections() == SIZE);
            var threads = new TestThreads(Thread.ofVirtual().factory());
            List<Started<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                callers.add(threads.start(() -> {
                    for (int call = 0; call < 50; call++) {
                        try (Connection connection = partition[0].getConnection()) {
                            assertThat(connection.isClosed()).isFalse();
                        }
                    }
                    return 50;
                }));
            }
            assertThat(callers.stream().mapToInt(Started::result).sum()).isEqualTo(5_000);
            assertThat(mostBusy.get())
                    .as("one is left for the one that was just permitted")
                    .isLessThan(SIZE);
            assertThat(pool.getThreadsAwaitingConnection()).isZero();
        }
    }
}
