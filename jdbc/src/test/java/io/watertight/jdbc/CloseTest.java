// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.contract.TestThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After closing, nothing is left: no session on the server, no thread here, no permit. */
class CloseTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesNoSessionAndNoThread(boolean interrupted) throws SQLException {
        String url = Postgres.url();
        PartitionedDatabase database = Partitions.of(url)
                .with("close-oltp", 5)
                .with("close-reports", 2)
                .open();
        Connection idle = database.partition("close-oltp").getConnection();
        eventually("both pools are filled", () -> Unchecked.get(() -> Postgres.sessions(url)) == 7);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        database.close();
        assertThat(Thread.interrupted()).as("the flag stays").isEqualTo(interrupted);
        eventually("no session is left", () -> Unchecked.get(() -> Postgres.sessions(url)) == 0);
        eventually("no thread is left", () -> Leftovers.threads("close-").isEmpty());
        idle.close();
        assertThat(database.partition("close-oltp").activeCalls()).isZero();
    }

    @Test
    void endsWhatHangs() throws SQLException {
        String url = Postgres.url();
        var threads = new TestThreads(Thread.ofPlatform().daemon().factory());
        PartitionedDatabase database = Partitions.of(url).with("close-hung", 1).open();
        var hung = threads.start(() -> {
            try (Connection connection = database.partition("close-hung").getConnection();
                    Statement statement = connection.createStatement()) {
                return statement.execute("SELECT pg_sleep(60)");
            }
        });
        eventually("it hangs", () -> Unchecked.get(() -> Postgres.running(url, "pg_sleep")) == 1);
        database.close();
        assertThat(hung.failure()).isInstanceOf(SQLException.class);
        assertThat(database.partition("close-hung").activeCalls()).isZero();
        eventually("no thread is left", () -> Leftovers.threads("close-").isEmpty());
        Postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '"
                + Postgres.applicationName(url) + "'");
    }
}
