// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.contract.TestThreads;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed under load, and comes back: no permit is lost. */
@SuppressWarnings("NullAway.Init")
class RestartTest {
    private static final int SIZE = 4;

    @TempDir
    Path folder;

    private final TestThreads threads =
            new TestThreads(Thread.ofPlatform().daemon().factory());
    private EmbeddedPostgres server;

    @BeforeEach
    void start() throws IOException {
        server = start(0);
    }

    private EmbeddedPostgres start(int port) throws IOException {
        var builder = EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setServerConfig("max_connections", "50")
                .setServerConfig("reserved_connections", "5")
                .setPGStartupWait(Duration.ofSeconds(60));
        return (port == 0 ? builder : builder.setPort(port)).start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void noPermitIsLost() throws Exception {
        int port = server.getPort();
        try (PartitionedDatabase database = Partitions.of(server.getJdbcUrl("postgres", "postgres"))
                .with(PartitionSettings.of("oltp", SIZE)
                        .withHikariProperty("connectionTimeout", "500ms")
                        .withHikariProperty("validationTimeout", "500ms"))
                .open()) {
            assertThat(database.budgetReport())
                    .startsWith("1 × (4) + 0 = 4 ≤ 42 usable of max_connections 50")
                    .contains("max_connections 50 - superuser_reserved_connections 3 - reserved_connections 5 = 42");
            Partition oltp = database.partition("oltp");
            var served = new AtomicInteger();
            var failed = new AtomicInteger();
            var stop = new AtomicBoolean();
            for (int i = 0; i < 2 * SIZE; i++) {
                threads.start(() -> {
                    while (!stop.get()) {
                        query(oltp, served, failed);
                    }
                    return null;
                });
            }
            eventually("it serves", () -> served.get() > 100);
            kill();
            int before = failed.get();
            eventually("calls fail", () -> failed.get() > before + 20);
            server.close(); // only to give its lock on the folder back
            server = start(port);
            int servedBefore = served.get();
            eventually("it serves again", () -> served.get() > servedBefore + 100);
            stop.set(true);
            threads.close();
            assertThat(oltp.activeCalls()).isZero();
            assertThat(oltp.waitingCalls()).isZero();
            allAtOnce(oltp);
        }
    }

    private static void query(Partition oltp, AtomicInteger served, AtomicInteger failed) {
        try (Connection connection = oltp.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_sleep(0.002)");
            served.incrementAndGet();
        } catch (SQLException down) {
            failed.incrementAndGet();
        }
    }

    private static void allAtOnce(Partition oltp) throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            all.add(oltp.getConnection());
        }
        assertThat(oltp.activeCalls()).isEqualTo(SIZE);
        for (Connection connection : all) {
            assertThat(connection.isValid(5)).isTrue();
            connection.close();
        }
    }

    /** As the kernel's out-of-memory killer would: the main process first, and nobody says goodbye. */
    private void kill() throws IOException {
        long process = Long.parseLong(Files.readAllLines(folder.resolve("data/postmaster.pid"))
                .getFirst()
                .strip());
        ProcessHandle main = ProcessHandle.of(process).orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(main.descendants().toList());
        main.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        eventually("the server is gone", () -> !main.isAlive());
    }
}
