// SPDX-License-Identifier: Apache-2.0
package io.watertight.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.fallback.Fallback;
import io.watertight.pipeline.TestPolicies.AbandoningTimeout;
import io.watertight.pipeline.TestPolicies.Noting;
import io.watertight.pipeline.TestPolicies.Pool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of policies: kept, printed, and refused where it is unsound. */
class PipelineTest {
    private final List<String> notes = new ArrayList<>();
    private final Policy a = new Noting("a", notes);
    private final Policy b = new Noting("b", notes);
    private final Policy c = new Noting("c", notes);
    private final Bulkhead bulkhead = Bulkhead.of("inventory", 1);
    private final Policy timeout = new AbandoningTimeout("inventory-timeout");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void aCallPassesFromTheOutermostToTheInnermostAndBack(int layers) {
        List<Policy> policies = new ArrayList<>();
        List<String> expected = new ArrayList<>(List.of("operation"));
        for (int i = layers; i > 0; i--) {
            policies.addFirst(new Noting("layer " + i, notes));
            expected.addFirst("into layer " + i);
            expected.addLast("out of layer " + i);
        }
        Policy[] inner = policies.subList(1, layers).toArray(Policy[]::new);
        Pipeline.of(policies.getFirst(), inner).run(() -> notes.add("operation"));
        assertThat(notes).isEqualTo(expected);
    }

    @Test
    void anAsynchronousCallDoesToo() {
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> call = Pipeline.of(a, b, c).callAsync(() -> stage);
        assertThat(notes).containsExactly("into a", "into b", "into c");
        stage.complete("result");
        assertThat(call).isCompletedWithValue("result");
        assertThat(notes).containsExactly("into a", "into b", "into c", "out of c", "out of b", "out of a");
    }

    @Test
    void resultsAndExceptionsPassThroughAsTheyAre() {
        Policy pipeline = Pipeline.of(a, bulkhead, b);
        assertThat(pipeline.call(() -> "result")).isEqualTo("result");
        var failure = new IOException("down");
        assertThatThrownBy(() -> pipeline.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void printsItsOrder() {
        assertThat(Pipeline.of(CircuitBreaker.of("inventory"), bulkhead, a))
                .hasToString("circuitBreaker(bulkhead(noting(operation)))");
        assertThat(Pipeline.of(bulkhead)).hasToString("bulkhead(operation)");
        assertThat(Fallback.to("fallback")
                        .around(CircuitBreaker.of("inventory"))
                        .around(bulkhead))
                .hasToString("fallback(circuitBreaker(bulkhead(operation)))");
    }

    @Test
    void itsNameIsThatOfItsPoliciesEachOnce() {
        assertThat(Pipeline.of(CircuitBreaker.of("inventory"), bulkhead).name()).isEqualTo("inventory");
        assertThat(Pipeline.of(a, bulkhead, b).name()).isEqualTo("a+inventory+b");
    }

    @Test
    void aPipelineWithinStandsForItsPolicies() {
        Pipeline nested = Pipeline.of(a, Pipeline.of(b, bulkhead), c);
        assertThat(nested).hasToString("noting(noting(bulkhead(noting(operation))))");
        nested.run(() -> {});
        assertThat(notes).containsExactly("into a", "into b", "into c", "out of c", "out of b", "out of a");
        assertThat(nested.holdsPermit()).isTrue();
        assertThat(nested.mayAbandon()).isFalse();
        assertThat(Pipeline.of(a).holdsPermit()).isFalse();
        assertThat(Pipeline.of(a, timeout).mayAbandon()).isTrue();
    }

    @Test
    void refusesAnAbandoningTimeoutWithinABulkheadAndShowsTheSoundOrder() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(a, bulkhead, timeout))
                .withMessage(
                        "Unsound order noting(bulkhead(abandoningTimeout(operation))): 'inventory-timeout' may return"
                                + " while the operation still runs, so 'inventory' around it would give its permit back too early;"
                                + " sound is abandoningTimeout(noting(bulkhead(operation))),"
                                + " or a timeout that waits for its operation");
        assertThat(Pipeline.of(timeout, a, bulkhead)).hasToString("abandoningTimeout(noting(bulkhead(operation)))");
    }

    @Test
    void refusesItWhereverItHides() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(bulkhead, a, Pipeline.of(b, timeout)))
                .withMessageContaining("sound is abandoningTimeout(bulkhead(noting(noting(operation))))");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fallback.to("fallback").around(bulkhead).around(timeout))
                .withMessageContaining("sound is abandoningTimeout(bulkhead(operation))");
    }

    @Test
    void aPoolThatMayAbandonIsRefusedWithinABulkheadAndSoundAroundIt() {
        Policy pool = new Pool("inventory-pool");
        assertThat(Pipeline.of(CircuitBreaker.of("inventory"), pool).holdsPermit())
                .isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(bulkhead, pool))
                .withMessageContaining("sound is pool(bulkhead(operation))");
        assertThat(Pipeline.of(pool, bulkhead)).hasToString("pool(bulkhead(operation))");
    }

    @Test
    void refusesTheSamePolicyTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(bulkhead, a, Pipeline.of(bulkhead)))
                .withMessage("The same policy stands twice in bulkhead(noting(bulkhead(operation))):"
                        + " leave one of them out");
        assertThat(Pipeline.of(bulkhead, Bulkhead.of("inventory", 1)))
                .as("two of the same name are two")
                .hasToString("bulkhead(bulkhead(operation))");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void refusesNull() {
        assertThatNullPointerException().isThrownBy(() -> Pipeline.of(null)).withMessageContaining("policy");
        assertThatNullPointerException()
                .isThrownBy(() -> Pipeline.of(a, b, null))
                .withMessageContaining("policy");
        assertThatNullPointerException()
                .isThrownBy(() -> Pipeline.of(a).call(null))
                .withMessageContaining("operation");
        assertThatNullPointerException()
                .isThrownBy(() -> Pipeline.of(a).callAsync(null))
                .withMessageContaining("operation");
    }

    @Test
    void aTotalAndAShareReleaseInReverseOrder() {
        Bulkhead total = Bulkhead.of("total", 2).withListener(Finished.class, finished -> notes.add("total released"));
        Bulkhead share = Bulkhead.of("share", 1)
                .withListener(Finished.class, finished -> notes.add("share released, total " + total.activeCalls()));
        Policy both = Pipeline.of(total, share);
        both.run(() -> {
            assertThat(total.activeCalls()).isEqualTo(1);
            assertThat(share.activeCalls()).isEqualTo(1);
        });
        assertThat(notes).containsExactly("share released, total 1", "total released");
        notes.clear();

        var stage = new CompletableFuture<String>();
        CompletableFuture<String> call = both.callAsync(() -> stage);
        assertThat(notes).isEmpty();
        stage.complete("result");
        assertThat(call).isCompletedWithValue("result");
        assertThat(notes).containsExactly("share released, total 1", "total released");
    }

    @Test
    void aShareThatIsFullGivesTheTotalBack() {
        Bulkhead total = Bulkhead.of("total", 2);
        Bulkhead share = Bulkhead.of("share", 1);
        Policy both = Pipeline.of(total, share);
        try (Permit held = share.acquire()) {
            assertThatThrownBy(() -> both.run(() -> notes.add("started")))
                    .isInstanceOf(BulkheadFullException.class)
                    .hasMessageContaining("'share'");
            assertThat(both.callAsync(() -> CompletableFuture.completedFuture("never")))
                    .isCompletedExceptionally();
        }
        assertThat(total.activeCalls()).isZero();
        assertThat(notes).isEmpty();
    }
}
