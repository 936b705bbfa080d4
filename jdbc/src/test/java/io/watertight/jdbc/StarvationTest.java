// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.contract.TestThreads;
import io.watertight.contract.TestThreads.Started;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Peer fault 28: hung reports starve quick queries, unless each class of work has its own partition; in one run. */
class StarvationTest {
    private static final int OLTP = 8;
    private static final int REPORTS = 2;
    private static final int HUNG = 20;
    private static final Duration MAX_WAIT = Duration.ofMillis(250);

    private final TestThreads threads =
            new TestThreads(Thread.ofPlatform().daemon().factory());

    @Test
    void hungReportsLeaveTheQuickQueriesAsIfAlone() throws Exception {
        String url = Postgres.url();
        long alone;
        long beside;
        try (PartitionedDatabase database = Partitions.of(url)
                .with(PartitionSettings.of("oltp", OLTP).withMaxWait(MAX_WAIT))
                .with(PartitionSettings.of("reports", REPORTS).withMaxWait(MAX_WAIT))
                .open()) {
            Partition oltp = database.partition("oltp");
            p99(oltp); // warms up
            alone = p99(oltp);
            var turnedAway = new AtomicInteger();
            hang(database.partition("reports"), turnedAway);
            eventually(
                    "two run, eighteen are turned away",
                    () -> turnedAway.get() == HUNG - REPORTS
                            && Unchecked.get(() -> Postgres.running(url, "pg_sleep")) == REPORTS);
            beside = p99(oltp);
            assertThat(database.partition("reports").activeCalls()).isEqualTo(REPORTS);
            end(url);
        }
        assertThat(Duration.ofNanos(beside))
                .as("p99 beside hung reports, alone it is " + Duration.ofNanos(alone))
                .isLessThan(Duration.ofNanos(10 * alone).plusMillis(50));

        String shared = Postgres.url();
        try (PartitionedDatabase database = Partitions.of(shared)
                .with(PartitionSettings.of("everything", OLTP + REPORTS).withMaxWait(MAX_WAIT))
                .open()) {
            Partition everything = database.partition("everything");
            var turnedAway = new AtomicInteger();
            hang(everything, turnedAway);
            eventually("ten run", () -> turnedAway.get() == HUNG - OLTP - REPORTS);
            assertThat(quickQueries(everything, turnedAway))
                    .as("without partitions no quick query gets through")
                    .isZero();
            end(shared);
        }
        threads.close();
    }

    private void hang(Partition reports, AtomicInteger turnedAway) {
        for (int i = 0; i < HUNG; i++) {
            threads.start(() -> {
                try (Connection connection = reports.getConnection();
                        Statement statement = connection.createStatement()) {
                    return statement.execute("SELECT pg_sleep(600)");
                } catch (SQLTransientConnectionException full) {
                    assertThat(full.getCause()).isInstanceOf(BulkheadFullException.class);
                    return turnedAway.incrementAndGet() > 0;
                } catch (SQLException ended) {
                    return false;
                }
            });
        }
    }

    private static void end(String url) throws SQLException {
        Postgres.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%'"
                + " AND application_name = '" + Postgres.applicationName(url) + "'");
    }

    private int quickQueries(Partition partition, AtomicInteger turnedAway) throws SQLException {
        int served = 0;
        for (int i = 0; i < 4; i++) {
            try {
                query(partition);
                served++;
            } catch (SQLTransientConnectionException full) {
                turnedAway.incrementAndGet();
            }
        }
        return served;
    }

    private static void query(Partition partition) throws SQLException {
        try (Connection connection = partition.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1")) {
            row.next();
        }
    }

    /** Of eight callers at once, nanoseconds. */
    private long p99(Partition oltp) throws InterruptedException {
        int calls = 250;
        var ready = new CountDownLatch(OLTP);
        List<Started<long[]>> callers = new ArrayList<>();
        for (int i = 0; i < OLTP; i++) {
            callers.add(threads.start(() -> {
                ready.countDown();
                ready.await();
                long[] latencies = new long[calls];
                for (int call = 0; call < calls; call++) {
                    long since = System.nanoTime();
                    query(oltp);
                    latencies[call] = System.nanoTime() - since;
                }
                return latencies;
            }));
        }
        long[] all = callers.stream()
                .flatMapToLong(caller -> Arrays.stream(caller.result()))
                .sorted()
                .toArray();
        return all[all.length * 99 / 100];
    }
}
