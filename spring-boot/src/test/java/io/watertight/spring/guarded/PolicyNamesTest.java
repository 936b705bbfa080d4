// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which policy an annotation names. */
class PolicyNamesTest {
    /** A kind of bulkhead from elsewhere, as that of a connection pool. */
    private record Partition(String name, Bulkhead bulkhead) implements Policy {
        @Override
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            return bulkhead.<T, X>call(operation);
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return bulkhead.callAsync(operation);
        }

        @Override
        public boolean holdsPermit() {
            return true;
        }
    }

    @Test
    void anythingThatHoldsAPermitIsABulkhead() {
        var oltp = new Partition("oltp", Bulkhead.of("oltp", 8));
        var names = new PolicyNames(() -> Stream.of(oltp, oltp, Bulkhead.of("inventory", 1)));
        assertThat(names.get("oltp")).isSameAs(oltp);
        assertThat(names.get("bulkhead:oltp")).isSameAs(oltp);
        assertThatThrownBy(() -> names.get("bulkhead:oltq"))
                .hasMessageContaining("did you mean 'bulkhead:oltp'?")
                .hasMessageContaining("bulkhead:inventory, bulkhead:oltp");
    }

    @Test
    void twoOfOneKindAndNameAreNotGuessedBetween() {
        var names = new PolicyNames(() -> Stream.of(Bulkhead.of("inventory", 1), Bulkhead.of("inventory", 2)));
        assertThatThrownBy(() -> names.get("inventory"))
                .hasMessage("There are 2 policies bulkhead:inventory: give each a name of its own");
    }

    static class Reports {
        @Guarded("pipeline:inventory")
        public String byPipeline() {
            return "report";
        }

        @Guarded("prices")
        public String byBulkhead() {
            return "price";
        }
    }

    @Test
    void policiesOfThePropertiesAreFoundOnceThoughTheyAreBeansAndRegistered() {
        var app = App.bare(Reports.class)
                .withPropertyValues(
                        "watertight.bulkheads.inventory.kind=semaphore",
                        "watertight.bulkheads.inventory.max-concurrent-calls=1",
                        "watertight.bulkheads.prices.kind=thread-pool",
                        "watertight.bulkheads.prices.max-concurrent-calls=1",
                        "watertight.timeouts.inventory.limit=60s",
                        "watertight.pipelines.inventory=bulkhead:inventory,timeout:inventory");
        App.run(app, context -> {
            Reports reports = context.getBean(Reports.class);
            try (Permit permit = context.getBean(Bulkhead.class).acquire()) {
                assertThatThrownBy(reports::byPipeline).isInstanceOf(BulkheadFullException.class);
                assertThat(reports.byBulkhead()).isEqualTo("price");
            }
            assertThat(reports.byPipeline()).isEqualTo("report");
        });
    }
}
