// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.zaxxer.hikari.HikariDataSource;
import io.watertight.bulkhead.Bulkhead;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One clear error each, which names the value and the remedy, and nothing left open. */
class BadInputTest {
    private static final Partitions H2 = Partitions.of("jdbc:h2:mem:bad");
    private static final PartitionSettings BAD = PartitionSettings.of("bad", 2);

    private static Arguments bad(Supplier<?> input, String... message) {
        return arguments(input, List.of(message));
    }

    static Stream<Arguments> refusedAtOnce() {
        return Stream.of(
                bad(() -> H2.with("bad", 0), "size of partition 'bad' must be at least 1, was 0"),
                bad(() -> BAD.withSize(-1), "size of partition 'bad' must be at least 1, was -1"),
                bad(() -> H2.with(" ", 1), "name of a partition must not be blank, was \" \""),
                bad(
                        () -> H2.with(BAD).with("bad", 3),
                        "'bad' of 2 connections already, now one of 3",
                        "name of its own"),
                bad(() -> BAD.withMaxWait(Duration.ofMillis(-1)), "maxWait", "'bad'", "PT-0.001S"),
                bad(() -> BAD.withStatementTimeout(Duration.ZERO), "statementTimeout of partition 'bad'", "PT0S"),
                bad(() -> BAD.withStatementTimeout(Duration.ofDays(25)), "at most 24 days", "PT600H"),
                bad(() -> BAD.withBulkhead(own -> Bulkhead.of("other", 2)), "must keep its name", "'other' with 2"),
                bad(
                        () -> BAD.withBulkhead(own -> own.withMaxConcurrentCalls(3)),
                        "its 2 permits",
                        "with 3",
                        "withSize"),
                bad(() -> BAD.withHikariProperty("maxLifetme", "1"), "'maxLifetme'", "'bad'", "mean 'maxLifetime'?"),
                bad(() -> BAD.withHikariProperty("max-life-time", "1"), "mean 'maxLifetime'?"),
                bad(() -> BAD.withHikariProperty("maxLifetime", "long"), "'maxLifetime'", "cannot be 'long'"),
                bad(() -> BAD.withHikariProperty("maximum-pool-size", "9"), "maximumPoolSize", "use withSize"),
                bad(() -> BAD.withHikariProperty("jdbcUrl", "jdbc:x:"), "jdbcUrl", "use Partitions.of(url)"),
                bad(() -> ConnectionBudget.ofInstances(0), "instances must be at least 1, was 0", "surge"),
                bad(() -> ConnectionBudget.ofInstances(1).withReserve(-1), "reserve must not be negative, was -1"),
                bad(() -> ConnectionBudget.ofInstances(1).withMaxConnections(0), "at least 1, was 0"),
                bad(() -> ConnectionBudget.ofInstances(1).withPool("", 1), "must not be blank"),
                bad(() -> ConnectionBudget.ofInstances(1).withPool("quartz", 0), "pool 'quartz'", "was 0"),
                bad(() -> Partitions.of("postgresql://host/db"), "must begin with jdbc:, was \"postgresql://host/db\""),
                bad(
                        () -> Partitions.of("jdbc:postgresql://h/db?user=me").withUsername("other"),
                        "The URL jdbc:postgresql://h/db has a user already",
                        "take it out of the URL"),
                bad(() -> Partitions.of(new HikariDataSource()), "is a pool itself", "driver's data source"));
    }

    @ParameterizedTest
    @MethodSource("refusedAtOnce")
    void isRefusedAtOnce(Supplier<?> input, List<String> message) {
        assertThatThrownBy(input::get)
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(message));
    }

    static Stream<Arguments> refusedAtTheStart() {
        return Stream.of(
                bad(H2::open, "jdbc:h2:mem:bad has no partition"),
                bad(H2.with(BAD.withHikari(pool -> pool.setMaximumPoolSize(9)))::open, "'bad'", "use withSize"),
                bad(H2.with(BAD.withHikari(pool -> pool.setUsername("x")))::open, "use Partitions.withUsername"),
                bad(H2.with(BAD.withHikari(pool -> pool.setDataSource(new JdbcDataSource())))::open, "dataSource"),
                bad(
                        Partitions.of(source()).with(BAD.withHikariProperty("dataSource.cache", "1"))::open,
                        "'bad'",
                        "set them on the data source"),
                bad(Partitions.of("jdbc:none:x").with(BAD)::open, "No JDBC driver for jdbc:none:x", "class path"),
                bad(
                        Partitions.of("jdbc:postgresql://me:secret@localhost:1/x?password=secret")
                                .with(BAD)::open,
                        "jdbc:postgresql://localhost:1/x does not answer, so nothing was opened",
                        "Check URL, user and password"),
                bad(
                        H2.with("good", 2).with(BAD.withHikari(pool -> pool.setConnectionInitSql("NO SQL")))::open,
                        "The pool of partition 'bad' did not start, so nothing stays open",
                        "NO"));
    }

    private static JdbcDataSource source() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:source");
        return source;
    }

    @ParameterizedTest
    @MethodSource("refusedAtTheStart")
    void isRefusedAtTheStart(Supplier<?> input, List<String> message) {
        assertThatThrownBy(input::get)
                .isInstanceOfAny(IllegalStateException.class, IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(message).doesNotContain("secret"));
        eventually(
                "no thread of a pool is left: " + Leftovers.threads("good", "bad"),
                () -> Leftovers.threads("good", "bad").isEmpty());
    }

    @Test
    void whatWasOpenedBeforeTheFaultIsClosed() throws SQLException {
        String url = Postgres.url();
        Partitions half =
                Partitions.of(url).with("good", 2).with(BAD.withHikari(pool -> pool.setConnectionInitSql("NO SQL")));
        assertThatThrownBy(half::open).isInstanceOf(IllegalStateException.class);
        eventually("no session is left", () -> Unchecked.get(() -> Postgres.sessions(url)) == 0);
    }

    /** It listens, but never says a word. */
    @Test
    void aServerThatIsSilentIsGivenUp() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:postgresql://localhost:" + silent.getLocalPort() + "/x";
            assertThatThrownBy(Partitions.of(url).with(BAD.withHikari(pool -> pool.setConnectionTimeout(1000)))::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not answer");
        }
        eventually(
                "no thread is left: " + Leftovers.threads("bad", "PostgreSQL"),
                () -> Leftovers.threads("bad", "PostgreSQL JDBC driver connection")
                        .isEmpty());
    }

    @Test
    void theWrongPasswordIsNoAnswerEither() {
        Partitions wrong = H2.withUsername("sa").withPassword("right").with(BAD);
        try (Connection other = DriverManager.getConnection("jdbc:h2:mem:bad", "sa", "other")) {
            assertThat(other.isValid(1)).isTrue();
            assertThatThrownBy(wrong::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("jdbc:h2:mem:bad does not answer")
                    .hasMessageContaining("password");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
