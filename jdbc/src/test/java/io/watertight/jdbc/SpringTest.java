// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.contract.TestThreads;
import java.sql.Connection;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A partition in the hands of a framework: Spring's JDBC and transactions. */
class SpringTest {
    private final PartitionedDatabase database = Partitions.of("jdbc:h2:mem:spring")
            .with(PartitionSettings.of("oltp", 1).withMaxWait(Duration.ZERO))
            .open();
    private final Partition oltp = database.partition("oltp");
    private final JdbcClient client = JdbcClient.create(oltp);
    private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(oltp));

    @AfterEach
    void nothingWasLost() {
        assertThat(oltp.activeCalls()).isZero();
        database.close();
    }

    @Test
    void aTransactionHoldsOnePermitFromItsBeginToItsEnd() {
        transaction.executeWithoutResult(status -> {
            client.sql("CREATE TABLE article (sku VARCHAR(9))").update();
            client.sql("INSERT INTO article VALUES (?)").param("sku-42").update();
            assertThat(client.sql("SELECT sku FROM article").query(String.class).list())
                    .containsExactly("sku-42");
            assertThat(oltp.activeCalls()).isEqualTo(1);
        });
        assertThat(oltp.activeCalls()).isZero();
    }

    @Test
    void aRollbackReturnsThePermit() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    throw new IllegalStateException("of the service");
                }))
                .hasMessage("of the service");
    }

    /** Peer fault 26, as it is met most: a new transaction within one. */
    @Test
    void aNewTransactionInsideThatCannotSucceedIsRefusedAtOnce() {
        var inner = new TransactionTemplate(new JdbcTransactionManager(oltp));
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        assertThatThrownBy(() -> transaction.executeWithoutResult(
                        status -> inner.executeWithoutResult(never -> client.sql("SELECT 1"))))
                .isInstanceOf(CannotCreateTransactionException.class)
                .hasCauseInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("Could not open JDBC Connection");
    }

    @Test
    void fullArrivesWithItsCause() throws Exception {
        var threads = new TestThreads(Thread.ofPlatform().daemon().factory());
        try (Connection taken = threads.start(oltp::getConnection).result()) {
            assertThat(taken.isValid(1)).isTrue();
            assertThatThrownBy(() -> client.sql("SELECT 1").query(Integer.class).single())
                    .isInstanceOf(CannotGetJdbcConnectionException.class)
                    .hasCauseInstanceOf(SQLTransientConnectionException.class)
                    .hasRootCauseInstanceOf(BulkheadFullException.class);
        }
    }
}
