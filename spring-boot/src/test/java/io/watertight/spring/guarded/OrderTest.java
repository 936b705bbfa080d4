// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadEvent;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.aop.interceptor.AsyncUncaughtExceptionHandler;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The guard is outside of transactions and inside of {@code @Async}. */
class OrderTest {
    static class Orders {
        private final JdbcTemplate jdbc;

        Orders(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Guarded(value = "inventory", fallbackMethod = "count")
        @Transactional
        public int place(String sku, boolean fails) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            jdbc.update("insert into orders values (?)", sku);
            if (fails) {
                throw new IllegalStateException("after the insert");
            }
            return 1;
        }

        /** After the transaction: what it wrote is gone. */
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // called by reflection
        private int count(String sku, boolean fails, IllegalStateException cause) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isFalse();
            Integer rows = jdbc.queryForObject("select count(*) from orders", Integer.class);
            return rows == null ? -1 : -10 - rows;
        }
    }

    private static ApplicationContextRunner withDatabase(Class<?>... beans) {
        return App.with(beans)
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:orders",
                        "spring.datasource.hikari.maximum-pool-size=1",
                        "spring.datasource.hikari.minimum-idle=0");
    }

    @Test
    void aRejectedCallOpensNoTransaction() {
        App.run(withDatabase(Orders.class), context -> {
            var pool = context.getBean(HikariDataSource.class);
            Orders orders = context.getBean(Orders.class);
            try (Permit permit = App.inventory(context).acquire()) {
                assertThatThrownBy(() -> orders.place("sku", false)).isInstanceOf(BulkheadFullException.class);
            }
            assertThat(pool.isRunning()).as("the pool was never asked").isFalse();

            context.getBean(JdbcTemplate.class).execute("create table orders (sku varchar)");
            assertThat(orders.place("sku", false)).isEqualTo(1);
            assertThat(pool.isRunning()).isTrue();
        });
    }

    @Test
    void theFallbackComesAfterTheRollback() {
        App.run(withDatabase(Orders.class), context -> {
            context.getBean(JdbcTemplate.class).execute("create table orders (sku varchar)");
            assertThat(context.getBean(Orders.class).place("sku", true)).isEqualTo(-10);
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
    static class TransactionsFirst {}

    @Test
    void aTransactionOutsideOfTheGuardIsRefused() {
        assertThat(App.refused(withDatabase(Orders.class, TransactionsFirst.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString())
                        .contains("OrderTest.Orders.place(String, boolean)")
                        .contains("@Transactional is outside of it")
                        .contains("above Guarded.ORDER"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class OneWorker implements AsyncConfigurer {
        final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();

        @Bean
        ThreadPoolTaskExecutor applicationTaskExecutor() {
            var executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(1);
            executor.setThreadNamePrefix("worker-");
            return executor;
        }

        @Override
        public AsyncUncaughtExceptionHandler getAsyncUncaughtExceptionHandler() {
            return (failure, method, arguments) -> uncaught.add(failure);
        }
    }

    static class Mail {
        final List<String> threads = new CopyOnWriteArrayList<>();
        final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();

        Gate gate(String name) {
            return gates.computeIfAbsent(name, key -> new Gate());
        }

        List<String> threads() {
            return threads;
        }

        @Async
        @Guarded("inventory")
        public void send(String name) throws InterruptedException {
            threads.add(Thread.currentThread().getName());
            gate(name).pass();
        }

        @Async
        @Guarded("inventory")
        public CompletableFuture<String> later(CompletableFuture<String> work) {
            threads.add(Thread.currentThread().getName());
            return work;
        }

        @Async
        @Guarded("inventory")
        public Future<String> failing(Exception failure) throws Exception {
            throw failure;
        }
    }

    @Test
    void thePermitOfAnAsyncMethodBelongsToTheWorkAndNotToItsPlaceInTheQueue() {
        App.run(App.with(OneWorker.class, Mail.class), context -> {
            Mail mail = context.getBean(Mail.class);
            Bulkhead bulkhead = App.inventory(context);
            mail.send("first");
            mail.gate("first").awaitEntered();
            assertThat(bulkhead.activeCalls()).isEqualTo(1);

            mail.send("second"); // stands in the queue of the executor, not rejected
            mail.gate("second").open();
            mail.gate("first").open();
            mail.gate("second").awaitEntered();
            TestThreads.eventually("both have ended", () -> bulkhead.activeCalls() == 0);
            assertThat(mail.threads()).containsExactly("worker-1", "worker-1");
            assertThat(context.getBean(OneWorker.class).uncaught).isEmpty();
        });
    }

    @Test
    void anAsyncMethodWithoutAFutureIsRejectedToTheHandlerAndOneWithAFutureByIt() {
        App.run(App.with(OneWorker.class, Mail.class), context -> {
            Mail mail = context.getBean(Mail.class);
            try (Permit permit = App.inventory(context).acquire()) {
                mail.send("rejected");
                assertThat(context.getBean(OneWorker.class).uncaught.poll(60, TimeUnit.SECONDS))
                        .isInstanceOf(BulkheadFullException.class);
                assertThatThrownBy(() -> mail.later(new CompletableFuture<>()).get(60, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(BulkheadFullException.class);
            }
            assertThat(mail.threads()).isEmpty();
        });
    }

    static class Patient {
        static final BlockingQueue<String> waited = new LinkedBlockingQueue<>();

        @Bean
        Bulkhead inventory() {
            return Bulkhead.of("inventory", 1)
                    .withMaxWait(Duration.ofSeconds(60))
                    .withListener(
                            BulkheadEvent.Permitted.class,
                            event -> waited.add(Thread.currentThread().getName()));
        }
    }

    /** A body that went to another thread would lose what a task decorator has put on the executor's. */
    @Test
    void theBodyStaysOnTheExecutorsThreadWhichHoldsThePermitUntilTheFutureHasEnded() {
        App.run(App.bare(Patient.class, OneWorker.class, Mail.class), context -> {
            Mail mail = context.getBean(Mail.class);
            Bulkhead bulkhead = App.inventory(context);
            var work = new CompletableFuture<String>();
            CompletableFuture<String> call;
            try (Permit permit = bulkhead.acquire()) {
                call = mail.later(work);
                TestThreads.eventually("it waits", () -> bulkhead.waitingCalls() == 1);
            }
            TestThreads.eventually("it runs", () -> mail.threads().size() == 1);
            assertThat(mail.threads()).containsExactly("worker-1");
            assertThat(bulkhead.activeCalls()).isEqualTo(1);
            assertThat(call).isNotDone();
            work.complete("sent");
            assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("sent");
        });
    }

    @Test
    void theFailureOfAnAsyncMethodIsTheSameObject() {
        App.run(App.with(OneWorker.class, Mail.class), context -> {
            var failure = new IOException("disk");
            assertThatThrownBy(
                            () -> context.getBean(Mail.class).failing(failure).get(60, TimeUnit.SECONDS))
                    .satisfies(thrown -> assertThat(thrown.getCause()).isSameAs(failure));
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync(order = Ordered.HIGHEST_PRECEDENCE)
    static class AsyncFirst {}

    @Test
    void anAsyncInsideOfTheGuardIsRefused() {
        assertThat(App.refused(App.with(AsyncFirst.class, Mail.class)))
                .hasSize(3)
                .allSatisfy(finding -> assertThat(finding.toString())
                        .contains("@Async is inside of it")
                        .contains("Leave out the order"));
    }
}
