// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.watertight.Policy;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.BulkheadFullException.Reason;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Law 4: a rejection says what happened, costs almost nothing and is not a failure of the dependency. */
abstract class Law4RejectionSaysWhy extends Law3AdmissionIsExact {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void theExceptionCarriesNameLimitAndReason() {
        Policy policy = given(Setup.failFast(2));
        try (Held held = hold(policy, 2)) {
            var full = catchThrowableOfType(BulkheadFullException.class, () -> policy.call(() -> "never"));
            assertThat(full.name()).isEqualTo(policy.name());
            assertThat(full.maxConcurrentCalls()).isEqualTo(2);
            assertThat(full.maxWait()).isZero();
            assertThat(full.waited()).isZero();
            assertThat(full.reason()).isIn(Reason.NO_PERMIT, Reason.QUEUE_FULL);
            assertThat(full)
                    .hasMessageContaining("'" + policy.name() + "'")
                    .hasMessageContaining("2 of 2 active")
                    .hasMessageMatching(".* 0 (waiting|queued), .*");
            assertThat(full.getStackTrace()).isEmpty();
        }
    }

    @Test
    void aRejectionFiresOneEventAndNoOther() {
        Policy policy = given(Setup.failFast(1).listener(events::add).clock(Clock.fixed(NOW, ZoneOffset.UTC)));
        try (Held held = hold(policy, 1)) {
            events.clear();
            assertRejected(policy);
            assertThat(events).containsExactly(new Rejected(NOW, policy.name(), 1, java.time.Duration.ZERO));
            assertThat(policy.callAsync(() -> new CompletableFuture<>())).isCompletedExceptionally();
            assertThat(events).hasSize(2).allSatisfy(event -> assertThat(event).isInstanceOf(Rejected.class));
        }
    }

    @Test
    void aPermittedCallFiresPermittedThenFinishedWhateverItsEnd() {
        Policy policy = given(Setup.failFast(2).listener(events::add).clock(Clock.fixed(NOW, ZoneOffset.UTC)));
        assertThat(start(() -> policy.call(() -> "ok")).result()).isEqualTo("ok");
        assertThat(start(() -> policy.call(() -> {
                            throw new AssertionError("an error");
                        }))
                        .failure())
                .hasMessage("an error");
        assertThat(settled(policy.callAsync(() -> CompletableFuture.failedFuture(new IllegalStateException()))))
                .isCompletedExceptionally();

        assertThat(events).hasSize(6);
        for (int call = 0; call < 3; call++) {
            assertThat(events.get(2 * call)).isInstanceOfSatisfying(Permitted.class, permitted -> {
                assertThat(permitted.timestamp()).isEqualTo(NOW);
                assertThat(permitted.name()).isEqualTo(policy.name());
                assertThat(permitted.activeCalls()).as("this one included").isEqualTo(1);
            });
            assertThat(events.get(2 * call + 1)).isInstanceOfSatisfying(Finished.class, finished -> {
                assertThat(finished.timestamp()).isEqualTo(NOW);
                assertThat(finished.name()).isEqualTo(policy.name());
                assertThat(finished.activeCalls())
                        .as("released before the event")
                        .isZero();
                assertThat(finished.held()).isPositive();
            });
        }
    }
}
