// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The sum of all pools stays under what the server allows: PostgreSQL 18 with max_connections 100, 97 of them usable. */
class ConnectionBudgetTest {
    private static final ConnectionBudget TWO_AND_TEN =
            ConnectionBudget.ofInstances(2).withReserve(10);

    @AfterEach
    void noTrace() throws SQLException {
        Postgres.execute("ALTER DATABASE postgres CONNECTION LIMIT -1", "DROP ROLE IF EXISTS clerk");
    }

    /** Peer fault 27: several pools add up past max_connections. */
    @Test
    void poolsThatAddUpPastTheServersLimitAreRefused() throws SQLException {
        String url = Postgres.url();
        Partitions tooMany =
                Partitions.of(url).with("oltp", 30).with("reports", 20).withBudget(TWO_AND_TEN);
        assertThatThrownBy(tooMany::open).isInstanceOfSatisfying(ConnectionBudgetExceededException.class, exceeded -> {
            assertThat(exceeded.needed()).isEqualTo(110);
            assertThat(exceeded.usable()).isEqualTo(97);
            assertThat(exceeded)
                    .hasMessageContaining("2 × (30 + 20) + 10 = 110 > 97 usable of max_connections 100")
                    .hasMessageContaining("oltp 30, reports 20")
                    .hasMessageContaining("max_connections 100 - superuser_reserved_connections 3"
                            + " - reserved_connections 0 = 97; no CONNECTION LIMIT of role 'postgres';"
                            + " no CONNECTION LIMIT of database 'postgres'")
                    .hasMessageContaining("make the pools smaller");
        });
        eventually("nothing is open", () -> Unchecked.get(() -> Postgres.sessions(url)) == 0);
    }

    @Test
    void aStatedLimitIsHeldWithoutAskingTheServer() {
        ConnectionBudget budget = TWO_AND_TEN.withMaxConnections(100);
        Partitions tooMany = Partitions.of("jdbc:h2:mem:stated")
                .with("oltp", 30)
                .with("reports", 20)
                .withBudget(budget);
        assertThat(tooMany.budget().report())
                .startsWith("2 × (30 + 20) + 10 = 110 > 100 usable of the stated limit 100");
        assertThatThrownBy(tooMany::open)
                .isInstanceOf(ConnectionBudgetExceededException.class)
                .hasMessageContaining("110 > 100");
    }

    @Test
    void whatFitsExactlyIsOpenedAndReported() {
        Partitions fits = Partitions.of(Postgres.url())
                .with("oltp", 40)
                .with("reports", 3)
                .withBudget(ConnectionBudget.ofInstances(2).withReserve(11));
        assertThat(fits.budget().needed()).isEqualTo(97);
        try (PartitionedDatabase database = Partitions.of(Postgres.url())
                .with(PartitionSettings.of("oltp", 40).withHikari(pool -> pool.setMinimumIdle(1)))
                .with("reports", 3)
                .withBudget(ConnectionBudget.ofInstances(2).withReserve(11))
                .open()) {
            assertThat(database.budgetReport())
                    .startsWith("2 × (40 + 3) + 11 = 97 ≤ 97 usable of max_connections 100")
                    .contains("PostgreSQL 18");
        }
        assertThatThrownBy(fits.withBudget(ConnectionBudget.ofInstances(2).withReserve(12))::open)
                .hasMessageContaining("98 > 97");
    }

    @Test
    void withoutABudgetOneInstanceAloneIsChecked() {
        assertThatThrownBy(Partitions.of(Postgres.url()).with("all", 98)::open)
                .isInstanceOf(ConnectionBudgetExceededException.class)
                .hasMessageContaining("1 × (98) + 0 = 98 > 97");
    }

    @Test
    void theConnectionLimitOfARoleCounts() throws SQLException {
        Postgres.execute("CREATE ROLE clerk LOGIN CONNECTION LIMIT 12");
        Partitions clerk =
                Partitions.of(Postgres.urlWithoutUser()).withUsername("clerk").with("oltp", 10);
        try (PartitionedDatabase database =
                clerk.withBudget(ConnectionBudget.ofInstances(1).withReserve(2)).open()) {
            assertThat(database.budgetReport()).contains("CONNECTION LIMIT 12 of role 'clerk'");
            assertThatThrownBy(clerk.withBudget(ConnectionBudget.ofInstances(2))::open)
                    .isInstanceOf(ConnectionBudgetExceededException.class)
                    .hasMessageContaining("2 × (10) + 0 = 20 > 12 usable of CONNECTION LIMIT 12 of role 'clerk'");
        }
    }

    @Test
    void theConnectionLimitOfTheDatabaseCounts() throws SQLException {
        Postgres.execute("ALTER DATABASE postgres CONNECTION LIMIT 40");
        assertThatThrownBy(Partitions.of(Postgres.url()).with("oltp", 50)::open)
                .isInstanceOf(ConnectionBudgetExceededException.class)
                .hasMessageContaining("50 > 40 usable of CONNECTION LIMIT 40 of database 'postgres'");
    }

    @Test
    void reportsNeedNoConnectionUnlessTheServerIsAsked() throws SQLException {
        String url = Postgres.url();
        Partitions shop = Partitions.of(url).with("oltp", 30).with("reports", 5).withBudget(TWO_AND_TEN);
        assertThat(shop.budget().report()).isEqualTo("""
                2 × (30 + 5) + 10 = 80
                  2 instances (the autoscaler's maximum plus the deployment's surge) × pools (oltp 30, reports 5) + reserve 10""");
        assertThat(shop.budget()).hasToString("ConnectionBudget[2 × (30 + 5) + 10 = 80]");
        assertThat(Postgres.sessions(url)).isZero();

        var server = new PGSimpleDataSource();
        server.setURL(url);
        assertThat(shop.budget().report(server))
                .startsWith("2 × (30 + 5) + 10 = 80 ≤ 97 usable of max_connections 100");
        assertThat(shop.budget().withReserve(50).report(server))
                .as("a report refuses nothing")
                .startsWith("2 × (30 + 5) + 50 = 120 > 97");
        eventually("given back", () -> Unchecked.get(() -> Postgres.sessions(url)) == 0);
    }

    @Test
    void aBudgetSpansSeveralDataSources() {
        Partitions orders = Partitions.of("jdbc:h2:mem:orders").with("oltp", 30);
        Partitions billing = Partitions.of("jdbc:h2:mem:billing").with("oltp", 20);
        ConnectionBudget server = TWO_AND_TEN.with(orders).with(billing).withPool("scheduler", 4);
        assertThat(server.report())
                .startsWith("2 × (30 + 20 + 4) + 10 = 118")
                .contains("oltp 30, oltp 20, scheduler 4");
        assertThat(server.with(orders).needed()).as("counted once").isEqualTo(118);
        assertThat(orders.withBudget(server).budget().needed()).isEqualTo(118);
        assertThatThrownBy(orders.withBudget(server.withMaxConnections(117))::open)
                .isInstanceOf(ConnectionBudgetExceededException.class)
                .hasMessageContaining("118 > 117");
        assertThatThrownBy(() -> server.with(Partitions.of("jdbc:h2:mem:orders").with("oltp", 31)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'oltp' of 30 connections already, now one of 31");
        assertThatThrownBy(() -> server.withPool("scheduler", 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("count each pool once");
    }

    @Test
    void aServerThatDoesNotTellItsLimitIsRefusedWhereABudgetIsWanted() {
        Partitions unknown = Partitions.of("jdbc:hsqldb:mem:budget").with("oltp", 2);
        unknown.open().close();
        assertThatThrownBy(unknown.withBudget(TWO_AND_TEN)::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("HSQL Database Engine")
                .hasMessageContaining("ConnectionBudget.withMaxConnections");
        unknown.withBudget(TWO_AND_TEN.withMaxConnections(20)).open().close();
    }
}
