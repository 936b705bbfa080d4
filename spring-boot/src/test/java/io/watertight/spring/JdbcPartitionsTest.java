// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.jdbc.Partition;
import io.watertight.jdbc.PartitionedDatabase;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import java.sql.Connection;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Boot's DataSource in partitions, by properties alone, on a real database. */
class JdbcPartitionsTest {
    private static final String[] SHOP = {
        "spring.datasource.url=jdbc:h2:mem:shop",
        "watertight.jdbc.partitions.oltp.size=3",
        "watertight.jdbc.partitions.oltp.hikari.max-lifetime=10m",
        "watertight.jdbc.partitions.reports.size=1",
        "watertight.jdbc.partitions.reports.max-wait=0",
        "watertight.jdbc.partitions.reports.statement-timeout=30s",
        "watertight.jdbc.primary=oltp",
    };

    private static ApplicationContextRunner application(String[] some, String... more) {
        return Application.with(Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new))
                .withConfiguration(AutoConfigurations.of(
                        JdbcAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class));
    }

    record Reports(DataSource dataSource) {}

    @Configuration(proxyBeanMethods = false)
    static class ReportsConfiguration {
        @Bean
        Reports reports(@Qualifier("reports") DataSource dataSource) {
            return new Reports(dataSource);
        }
    }

    @Test
    void aReportThatHangsLeavesTheRestOfTheDatabaseAlone() {
        application(SHOP).withUserConfiguration(ReportsConfiguration.class).run(context -> {
            DataSource reports = context.getBean(Reports.class).dataSource();
            JdbcTemplate oltp = context.getBean(JdbcTemplate.class);
            assertThat(oltp.getDataSource()).isSameAs(context.getBean("oltpDataSource"));
            try (Connection held = reports.getConnection()) {
                assertThat(held.isValid(1)).isTrue();
                assertThatThrownBy(() -> inAnotherThread(reports))
                        .hasRootCauseInstanceOf(BulkheadFullException.class)
                        .hasMessageContaining("'reports' is full");
                assertThat(oltp.queryForObject("SELECT 7", Integer.class)).isEqualTo(7);
            }
            Partition partition = context.getBean("reportsDataSource", Partition.class);
            assertThat(partition.activeCalls()).isZero();
            assertThat(partition.statementTimeout()).contains(java.time.Duration.ofSeconds(30));
        });
    }

    private static Connection inAnotherThread(DataSource dataSource) throws Exception {
        var task = new FutureTask<>(dataSource::getConnection);
        Thread.ofVirtual().start(task);
        return task.get();
    }

    @Test
    void thePartitionsAreInTheRegistry() {
        application(SHOP)
                .run(context -> assertThat(context.getBean(Registry.class).entries())
                        .extracting(Registered::kind, Registered::name)
                        .containsExactly(tuple("jdbc", "oltp"), tuple("jdbc", "reports")));
    }

    @Test
    void theOnlyPartitionIsThePrimaryOne() {
        application(new String[] {"spring.datasource.url=jdbc:h2:mem:one", "watertight.jdbc.partitions.all.size=2"})
                .run(context ->
                        assertThat(context.getBean(DataSource.class)).isSameAs(context.getBean("allDataSource")));
    }

    @Test
    void reportsThatHangDoNotTakeTheInstanceDown() {
        application(SHOP)
                .withConfiguration(AutoConfigurations.of(
                        JdbcHealthAutoConfiguration.class, DataSourceHealthContributorAutoConfiguration.class))
                .run(context -> {
                    var health = context.getBean("dbHealthContributor", CompositeHealthContributor.class);
                    var reports = (HealthIndicator) Objects.requireNonNull(health.getContributor("reports"));
                    var oltp = (HealthIndicator) Objects.requireNonNull(health.getContributor("oltp"));
                    Partition partition = context.getBean("reportsDataSource", Partition.class);
                    assertThat(Objects.requireNonNull(reports.health()).getDetails())
                            .containsEntry("database", "H2");
                    try (Connection held = partition.getConnection()) {
                        assertThat(held.isValid(1)).isTrue();
                        Health saturated = Objects.requireNonNull(reports.health());
                        assertThat(saturated.getStatus()).isEqualTo(Status.UP);
                        assertThat(saturated.getDetails()).containsEntry("saturated", true);
                        assertThat(Objects.requireNonNull(oltp.health()).getStatus())
                                .isEqualTo(Status.UP);
                    }
                    assertThat(partition.activeCalls()).isZero();
                    context.getBean(PartitionedDatabase.class).close();
                    assertThat(Objects.requireNonNull(reports.health()).getStatus())
                            .isEqualTo(Status.DOWN);
                });
    }

    @Test
    void aBudgetThatDoesNotAddUpIsRefused() {
        String[] budget = {
            "spring.datasource.url=jdbc:h2:mem:budget",
            "watertight.jdbc.partitions.oltp.size=30",
            "watertight.jdbc.partitions.reports.size=20",
            "watertight.jdbc.primary=oltp",
            "watertight.jdbc.budget.instances=2",
            "watertight.jdbc.budget.reserve=10",
            "watertight.jdbc.budget.max-connections=100",
        };
        assertThat(Application.problems(application(budget))).singleElement().satisfies(problem -> {
            assertThat(problem.property()).isEqualTo("watertight.jdbc");
            assertThat(problem.reason()).contains("2 × (30 + 20) + 10 = 110 > 100");
        });
    }

    @Test
    void whatCannotTakeEffectIsRefused() {
        assertThat(Application.problems(application(
                        SHOP,
                        "watertight.jdbc.primary=oltb",
                        "watertight.jdbc.partitions.reports.statement-timeout=0",
                        "watertight.jdbc.partitions.oltp.hikari.maxLifetme=10m",
                        "watertight.jdbc.partitions.batch.max-wait=1s",
                        "watertight.jdbc.budget.reserve=10",
                        "spring.datasource.hikari.maximum-pool-size=50")))
                .extracting(Problem::property)
                .containsExactlyInAnyOrder(
                        "watertight.jdbc.primary",
                        "watertight.jdbc.partitions.reports.statement-timeout",
                        "watertight.jdbc.partitions.oltp.hikari.maxLifetme",
                        "watertight.jdbc.partitions.batch.size",
                        "watertight.jdbc.budget.instances",
                        "spring.datasource.hikari");
    }

    @Test
    void amongSeveralPartitionsThePrimaryOneMustBeNamed() {
        assertThat(Application.problems(application(new String[] {
                    "spring.datasource.url=jdbc:h2:mem:none",
                    "watertight.jdbc.partitions.oltp.size=3",
                    "watertight.jdbc.partitions.reports.size=1",
                })))
                .singleElement()
                .extracting(Problem::remedy)
                .isEqualTo("Set watertight.jdbc.primary to one of oltp, reports");
    }
}
