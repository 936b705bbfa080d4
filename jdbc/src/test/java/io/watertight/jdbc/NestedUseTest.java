// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.contract.Setup;
import io.watertight.contract.TestThreads;
import io.watertight.contract.TestThreads.Started;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peer fault 26: who holds a connection and wants another may wait for himself; refused at once where that is certain. */
@SuppressWarnings("NullAway.Init") // each test opens its own
class NestedUseTest {
    private final TestThreads threads =
            new TestThreads(Thread.ofPlatform().daemon().factory());
    private PartitionedDatabase database;
    private Partition partition;

    private void open(int size) {
        database = Partitions.of("jdbc:h2:mem:nested")
                .with(PartitionSettings.of("nested", size).withMaxWait(Setup.LONG))
                .open();
        partition = database.partition("nested");
    }

    @AfterEach
    void nothingWasLost() throws SQLException {
        threads.close();
        assertThat(partition.activeCalls()).isZero();
        assertThat(partition.waitingCalls()).isZero();
        partition.getConnection().close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aThreadThatHoldsThemAllIsRefusedAtOnce(int size) throws SQLException {
        open(size);
        List<Connection> held = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            held.add(partition.getConnection());
        }
        assertThatThrownBy(partition::getConnection)
                .isInstanceOfSatisfying(SQLNonTransientConnectionException.class, refused -> {
                    assertThat(refused.getSQLState()).isEqualTo("08001");
                    assertThat(refused.getMessage())
                            .contains("Partition 'nested' refuses a nested connection")
                            .contains("this thread holds all " + size)
                            .contains("Use the connection that the thread holds already");
                });
        held.removeLast().close();
        partition.getConnection().close();
        for (Connection connection : held) {
            connection.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void ofThreadsThatHoldOneEachAndWantAnotherTheLastIsRefused(int callers) throws Exception {
        open(callers);
        var allHoldOne = new CyclicBarrier(callers);
        List<Started<String>> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            all.add(threads.start(() -> nest(allHoldOne)));
        }
        List<String> outcomes = all.stream().map(Started::result).toList();
        assertThat(outcomes.stream().filter("refused"::equals)).hasSize(1);
        assertThat(outcomes.stream().filter("served"::equals)).hasSize(callers - 1);
    }

    private String nest(CyclicBarrier allHoldOne) throws Exception {
        try (Connection outer = partition.getConnection()) {
            allHoldOne.await();
            try (Connection inner = partition.getConnection()) {
                return "served";
            } catch (SQLNonTransientConnectionException refused) {
                assertThat(refused.getMessage()).contains("held by threads that wait for one more, this one included");
                return "refused";
            }
        }
    }

    /** Whatever they do, nobody waits out the max wait of a minute, and nobody is refused but for a reason. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomNestingNeverHangs(long seed) {
        open(4);
        List<Started<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            var random = new Random(seed * 1000 + i);
            all.add(threads.start(() -> {
                int refused = 0;
                for (int round = 0; round < 300; round++) {
                    refused += nestTo(1 + random.nextInt(3));
                }
                return refused;
            }));
        }
        all.forEach(Started::result);
    }

    private int nestTo(int depth) throws SQLException {
        if (depth == 0) {
            return 0;
        }
        try (Connection connection = partition.getConnection()) {
            return nestTo(depth - 1);
        } catch (SQLNonTransientConnectionException refused) {
            return 1;
        }
    }

    @Test
    void aHolderMayWaitForWhatAnotherThreadWillClose() throws Exception {
        open(2);
        try (Connection mine = partition.getConnection()) {
            Connection others = threads.start(partition::getConnection).result();
            Started<Void> closer = threads.start(() -> {
                eventually("the holder waits", () -> partition.waitingCalls() == 1);
                others.close();
                return null;
            });
            partition.getConnection().close();
            closer.result();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"connection", "statement"})
    void aConnectionThatAnotherThreadUsesNoLongerCountsForTheOneThatGotIt(String way) throws Exception {
        open(1);
        var handOver = new SynchronousQueue<Connection>();
        Started<Void> worker = threads.start(() -> {
            Connection connection = handOver.take();
            if (way.equals("statement")) {
                connection.createStatement().close();
            } else {
                assertThat(connection.isReadOnly()).isFalse();
            }
            eventually("the dispatcher waits", () -> partition.waitingCalls() == 1);
            connection.close();
            return null;
        });
        handOver.put(partition.getConnection());
        eventually("handed over", () -> partition.holdings().heldBy(Thread.currentThread()) == 0);
        partition.getConnection().close();
        worker.result();
    }
}
