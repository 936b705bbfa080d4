// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import io.watertight.contract.TestThreads;
import io.watertight.fallback.FallbackEvent.Answered;
import io.watertight.fallback.FallbackEvent.Failed;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For what a fallback answers, and what becomes of everything else; blocking calls. */
class FallbackTest {
    private static final Fallback<String> STANDARD = Fallback.to("fallback");

    private final Bulkhead bulkhead = Bulkhead.of("inventory", 1);

    @Test
    void theResultOfACallThatSucceedsPassesThrough() {
        assertThat(STANDARD.call(() -> "result")).isEqualTo("result");
        Fallback<@Nullable String> toNull = Fallback.to(null);
        assertThat(toNull.<RuntimeException>call(() -> {
                    throw new IllegalStateException("down");
                }))
                .isNull();
    }

    @Test
    void withoutATypeItAnswersForEveryException() throws Exception {
        List<Throwable> causes = new ArrayList<>();
        Fallback<String> fallback = Fallback.with(cause -> {
            causes.add(cause);
            return "fallback";
        });
        List<Exception> failures =
                List.of(new IOException("down"), new IllegalStateException("bug"), new ResilientException("cut", null));
        for (Exception failure : failures) {
            assertThat(fallback.call(() -> {
                        throw failure;
                    }))
                    .isEqualTo("fallback");
        }
        assertThat(causes).isEqualTo(failures);
    }

    @Test
    void withTypesItAnswersForThoseAndTheirSubclassesAlone() throws Exception {
        Fallback<String> fallback = STANDARD.on(IOException.class).on(IllegalStateException.class);
        assertThat(callFailingWith(fallback, new FileNotFoundException("gone"))).isEqualTo("fallback");
        assertThat(callFailingWith(fallback, new IllegalStateException("bug"))).isEqualTo("fallback");
        passesThrough(fallback, new IllegalArgumentException("bad"));
        passesThrough(fallback, new CompletionException(new IOException("wrapped by the operation itself")));
    }

    /** Peer fault 17: a fallback for rejections hides the real error. */
    @Test
    void aFallbackForRejectionsLetsAnExceptionOfTheOperationThrough() throws Exception {
        Fallback<String> fallback = STANDARD.on(CallRejectedException.class).around(bulkhead);
        passesThrough(fallback, new IOException("down"));
        try (Permit held = bulkhead.acquire()) {
            assertThat(fallback.call(() -> "never")).isEqualTo("fallback");
        }
    }

    static Stream<Throwable> untouchable() {
        return Stream.of(
                new AssertionError("error"),
                new StackOverflowError(),
                new InterruptedException("stop"),
                new ResilientException("cut short", new InterruptedException("stop")),
                new CompletionException(new AssertionError("error")),
                new ExecutionException(new CompletionException(new InterruptedException("stop"))));
    }

    @ParameterizedTest
    @MethodSource("untouchable")
    void itNeverAnswersForAnErrorOrAnInterruption(Throwable failure) {
        passesThrough(STANDARD, failure);
        passesThrough(STANDARD.on(Throwable.class), failure);
    }

    @Test
    void aThrowableThatIsNoExceptionIsAnsweredForOnlyIfAskedFor() throws Throwable {
        var odd = new Throwable("odd");
        passesThrough(STANDARD, odd);
        assertThat(callFailingWith(STANDARD.on(Throwable.class), odd)).isEqualTo("fallback");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theInterruptFlagIsLeftAsItIs(boolean flag) throws Exception {
        if (flag) {
            Thread.currentThread().interrupt();
        }
        passesThrough(STANDARD, new InterruptedException("stop"));
        assertThat(callFailingWith(STANDARD, new IOException("down"))).isEqualTo("fallback");
        assertThat(Thread.interrupted()).isEqualTo(flag);
    }

    @ParameterizedTest
    @ValueSource(classes = {Error.class, AssertionError.class, VirtualMachineError.class})
    void refusesATypeOfErrors(Class<? extends Throwable> type) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STANDARD.on(type))
                .withMessage("A fallback must not be on " + type.getName()
                        + ": it would hide an error of the JVM or of the program; use a subclass of Exception");
    }

    @Test
    void refusesInterruptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STANDARD.on(InterruptedException.class))
                .withMessageContaining("it would hide that the thread is asked to stop");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void refusesNull() {
        assertThatNullPointerException().isThrownBy(() -> Fallback.with(null)).withMessageContaining("answer");
        assertThatNullPointerException().isThrownBy(() -> STANDARD.on(null)).withMessageContaining("type");
        assertThatNullPointerException().isThrownBy(() -> STANDARD.around(null)).withMessageContaining("policy");
        assertThatNullPointerException()
                .isThrownBy(() -> STANDARD.withContextPropagator(null))
                .withMessageContaining("contextPropagator");
        assertThatNullPointerException()
                .isThrownBy(() -> STANDARD.withClock(null))
                .withMessageContaining("clock");
        assertThatNullPointerException()
                .isThrownBy(() -> STANDARD.withListener(null))
                .withMessageContaining("listener");
        assertThatNullPointerException()
                .isThrownBy(() -> STANDARD.withListener(null, event -> {}))
                .withMessageContaining("type");
        assertThatNullPointerException().isThrownBy(() -> STANDARD.call(null)).withMessageContaining("operation");
        assertThatNullPointerException()
                .isThrownBy(() -> STANDARD.callAsync(null))
                .withMessageContaining("operation");
    }

    /** Peer fault 17: a fallback that fails loses the first failure. */
    @Test
    void aFailingFallbackCarriesTheFirstFailureAsSuppressed() {
        var first = new IOException("down");
        var second = new IllegalStateException("no answer either");
        Fallback<String> failing = Fallback.with(cause -> {
            throw second;
        });
        assertThatThrownBy(() -> callFailingWith(failing, first)).isSameAs(second);
        assertThat(second).hasSuppressedException(first).hasNoCause();
    }

    @Test
    void aFallbackThatThrowsWhatItGotOrItsCauseMakesNoCircle() {
        Fallback<String> rethrowing = Fallback.with(cause -> {
            throw (RuntimeException) cause;
        });
        var first = new IllegalStateException("down");
        passesThrough(rethrowing, first);
        assertThat(first.getSuppressed()).isEmpty();

        Fallback<String> unwrapping = Fallback.with(cause -> {
            throw new UncheckedIOException((IOException) cause.getCause());
        });
        var wrapped = new CompletionException(new IOException("down"));
        assertThatThrownBy(() -> callFailingWith(unwrapping, wrapped))
                .isInstanceOf(UncheckedIOException.class)
                .hasSuppressedException(wrapped);

        var inner = new IllegalStateException("inner");
        Fallback<String> toCause = Fallback.with(cause -> {
            throw inner;
        });
        assertThatThrownBy(() -> callFailingWith(toCause, new RuntimeException("outer", inner)))
                .isSameAs(inner);
        assertThat(inner.getSuppressed()).isEmpty();
    }

    /** A shared exception that can carry nothing. */
    private static final class Constant extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Constant() {
            super("constant", null, false, false);
        }
    }

    @Test
    void aFailureThatCannotCarrySuppressedOnesIsThrownAllTheSameAndTheEventHasBoth() {
        var heard = new ArrayList<FallbackEvent>();
        var constant = new Constant();
        var first = new IOException("down");
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        Fallback<String> failing = Fallback.<String>with(cause -> {
                    throw constant;
                })
                .withClock(clock)
                .withListener(heard::add);
        assertThatThrownBy(() -> callFailingWith(failing, first)).isSameAs(constant);
        assertThat(heard).containsExactly(new Failed(Instant.EPOCH, "fallback", first, constant));
    }

    @Test
    void tellsOfItsAnswersAndOfNothingElse() throws Exception {
        var heard = new ArrayList<FallbackEvent>();
        var answered = new ArrayList<Answered>();
        Fallback<String> fallback = STANDARD.on(IOException.class)
                .around(bulkhead)
                .withClock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
                .withListener(heard::add)
                .withListener(Answered.class, answered::add)
                .withListener(Answered.class, event -> {
                    throw new AssertionError("listener");
                });
        assertThat(fallback.call(() -> "result")).isEqualTo("result");
        passesThrough(fallback, new IllegalStateException("bug"));
        assertThat(heard).isEmpty();
        var failure = new IOException("down");
        assertThat(callFailingWith(fallback, failure)).isEqualTo("fallback");
        assertThat(heard).containsExactly(new Answered(Instant.EPOCH, "inventory", failure));
        assertThat(answered).hasSize(1);
    }

    /** Peer fault 17: the fallback is capped itself. */
    @Test
    void fifteenSlowFallbacksAtOnceAreFifteenAnswers() {
        int calls = 15;
        var allInside = new CyclicBarrier(calls);
        Fallback<String> slow = Fallback.<String>with(cause -> {
                    try {
                        allInside.await();
                        return "fallback";
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                })
                .around(bulkhead);
        try (Permit held = bulkhead.acquire();
                var threads = new TestThreads(Thread.ofVirtual().factory())) {
            var started = new ArrayList<TestThreads.Started<String>>();
            for (int i = 0; i < calls; i++) {
                started.add(threads.start(() -> slow.call(() -> "never")));
            }
            assertThat(started).allSatisfy(one -> assertThat(one.result()).isEqualTo("fallback"));
        }
    }

    @Test
    void thePermitIsBackBeforeTheFallbackRuns() throws Exception {
        List<Integer> active = new ArrayList<>();
        Fallback<String> fallback = Fallback.<String>with(cause -> {
                    active.add(bulkhead.activeCalls());
                    return "fallback";
                })
                .around(bulkhead);
        assertThat(callFailingWith(fallback, new IOException("down"))).isEqualTo("fallback");
        assertThat(active).containsExactly(0);
    }

    @Test
    void isImmutable() throws Exception {
        Fallback<String> io = STANDARD.on(IOException.class);
        assertThat(callFailingWith(STANDARD, new IllegalStateException("bug"))).isEqualTo("fallback");
        passesThrough(io, new IllegalStateException("bug"));
        assertThat(STANDARD.around(bulkhead)).hasToString("fallback(bulkhead(operation))");
        assertThat(STANDARD).hasToString("fallback(operation)");
    }

    private static String callFailingWith(Fallback<String> fallback, Throwable failure) throws Exception {
        return fallback.<Exception>call(() -> {
            throw sneaky(failure);
        });
    }

    private static void passesThrough(Fallback<String> fallback, Throwable failure) {
        assertThatThrownBy(() -> callFailingWith(fallback, failure)).isSameAs(failure);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an operation may throw any Throwable
    private static <X extends Throwable> RuntimeException sneaky(Throwable failure) throws X {
        throw (X) failure;
    }
}
