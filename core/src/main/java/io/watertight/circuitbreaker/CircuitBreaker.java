// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import com.google.errorprone.annotations.CompileTimeConstant;
import io.watertight.CallObserver;
import io.watertight.CallRejectedException;
import io.watertight.ObservablePolicy;
import io.watertight.Operation;
import io.watertight.ResilientException;
import io.watertight.Subscription;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Finished;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Rejected;
import io.watertight.circuitbreaker.CircuitBreakerEvent.StateChanged;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A switch in front of a dependency that opens when too many calls fail or are slow, rejects every call while it is open,
 * and lets a few through after a while to see whether the dependency is well again.
 *
 * <p>While <i>closed</i> it admits every call and keeps the outcomes of the latest ones in a {@linkplain #withWindow(int)
 * window}. Once the window holds the {@linkplain #withMinimumCalls minimum}, and its failure rate or its slow-call rate
 * reaches its threshold, the circuit breaker <i>opens</i>. While open it rejects every call with {@link
 * CircuitBreakerOpenException}, whose operation is never started. The first call after the {@linkplain #withOpenDuration
 * open duration} makes it <i>half-open</i>: so many {@linkplain #withTrialCalls trial calls} are admitted, every other is
 * rejected, and by as many outcomes the same thresholds decide whether it closes, with an empty window, or opens again.
 *
 * <pre>{@code
 * static final CircuitBreaker INVENTORY = CircuitBreaker.of("inventory")
 *         .withSlowCallDuration(Duration.ofSeconds(1))
 *         .withSlowCallRateThreshold(0.8);
 *
 * Stock stock(String sku) throws IOException {
 *     return INVENTORY.call(() -> client.fetch(sku)); // or CircuitBreakerOpenException
 * }
 * }</pre>
 *
 * <p><b>It is no substitute for a bulkhead.</b> It learns from calls that have <i>ended</i>. When a dependency that
 * answered in 20 ms begins to take 5 s, it hears nothing for 5 s, and until then every call goes through and holds a
 * thread: at 100 calls a second that is 500 threads before the first outcome is counted. If calls hang for ever, there
 * is never an outcome. The slow-call rate makes such a dependency open the circuit breaker in the end; only a bulkhead
 * bounds how many calls it holds until then. A timeout inside turns hanging calls into outcomes.
 *
 * <p><b>What counts.</b> What an operation throws is a failure unless the {@linkplain #withFailurePredicate failure
 * predicate} says otherwise. A {@link CallRejectedException} from further inside counts as neither success nor failure,
 * for the dependency was not asked, even as the cause of another exception, as JDBC wraps it; nor does an interruption (an
 * {@link InterruptedException}, or a {@link ResilientException} caused by one), nor an asynchronous call that was cancelled. A trial call that ends so is given
 * back: another may take its place. A call whose state has meanwhile been left counts no more.
 *
 * <p><b>Trials that do not end.</b> If the trials of a half-open circuit breaker have not decided within the open
 * duration, as many again are admitted, so it cannot get stuck. The outcomes of the earlier ones still count. Without a
 * timeout inside, calls that hang for ever hence add up by that many in each open duration; a bulkhead bounds them.
 *
 * <p><b>Configuration is immutable, state is live.</b> Every {@code with} method returns a new, independent circuit
 * breaker that is closed and has seen nothing, and leaves this one as it is. Configure once, keep the instance, and share
 * it among all callers of the dependency, on any number of threads, platform and virtual.
 *
 * <p><b>Defaults.</b> The latest 100 calls, because they need no clock and follow the load. At least 20 of them: with a
 * healthy failure rate of one in ten, 10 failures among 20 calls come by chance in fewer than one in 100,000 windows.
 * Half of the calls, since a dependency that fails half of the time does more harm than good, while single bad instances
 * behind a balancer do not open it. Open for 30 s, about what a restart or a failover takes. Five trial calls: enough
 * that one stray answer decides nothing, few enough not to hurt a dependency that is getting up. No call is slow, for no
 * duration suits every dependency: set one, since latency is the greater threat.
 *
 * <p><b>Listeners</b> are called on the thread where the event happens: {@link StateChanged} after the change, {@link
 * Rejected} before the exception is thrown, {@link Finished} when the outcome is counted. Whatever a listener throws is
 * logged and dropped.
 *
 * <p><b>Cost.</b> No lock. No clock is read for a call unless a window of time, a slow-call duration, or a listener for
 * {@code Finished} needs it. A call that succeeds while no recent one has failed or was slow allocates nothing.
 *
 * <p><b>Not promised.</b> Calls already under way when it opens run on. Concurrent outcomes, and listeners of different
 * calls, come in no particular order. Nothing happens by itself: without a call an open circuit breaker stays open.
 */
public final class CircuitBreaker implements ObservablePolicy {
    /** Whether calls are let through. */
    public enum State {
        /** Every call is let through. */
        CLOSED,
        /** No call is let through. */
        OPEN,
        /** Trial calls are let through, and no other. */
        HALF_OPEN
    }

    private final CircuitBreakerSettings settings;
    private final Circuit circuit;
    private final CallRecorder recorder;

    private CircuitBreaker(CircuitBreakerSettings settings) {
        this.settings = settings;
        this.circuit = new Circuit(settings);
        this.recorder = new CallRecorder(settings, circuit);
    }

    /**
     * Creates a closed circuit breaker with the defaults that the class description explains.
     *
     * @param name best that of the dependency; a constant, since it becomes a metric tag; must not be blank
     * @return a new circuit breaker
     * @throws IllegalArgumentException if the name is blank
     */
    public static CircuitBreaker of(@CompileTimeConstant final String name) {
        return fromConfiguration(name);
    }

    /**
     * Creates a circuit breaker whose name was read from configuration; otherwise the same as {@link #of}. The caller
     * vouches that such names are few and fixed while the service runs.
     *
     * @param name what events, exceptions and metrics call it; must not be blank
     * @return a new circuit breaker
     * @throws IllegalArgumentException if the name is blank
     */
    public static CircuitBreaker fromConfiguration(String name) {
        return new CircuitBreaker(CircuitBreakerSettings.of(name));
    }

    /**
     * Returns a new circuit breaker that looks back over so many calls; replaces a window of time.
     *
     * @param calls from 1 to 1,000,000, and not below a minimum that was set; the default is 100
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the number is out of range
     */
    public CircuitBreaker withWindow(int calls) {
        return withRule(settings.rule().withWindow(new WindowSize(calls, null)));
    }

    /**
     * Returns a new circuit breaker that looks back over so much time; replaces a window of calls. The window moves on in
     * ten steps, so it covers between nine tenths and the whole of the duration.
     *
     * @param time must be positive
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the duration is not positive
     */
    public CircuitBreaker withWindow(Duration time) {
        Objects.requireNonNull(time, "window must not be null: use for instance Duration.ofMinutes(1)");
        return withRule(settings.rule().withWindow(new WindowSize(0, time)));
    }

    /**
     * Returns a new circuit breaker that does not open before its window holds so many calls.
     *
     * @param calls at least 1 and at most the window, where that is one of calls; the default is 20, or the window if
     *     that is smaller
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the number is out of range
     */
    public CircuitBreaker withMinimumCalls(int calls) {
        return withRule(settings.rule().withMinimumCalls(calls));
    }

    /**
     * Returns a new circuit breaker that opens when this share of the calls failed, or more.
     *
     * @param zeroToOne above 0 and at most 1; the default is 0.5
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the rate is out of range
     */
    public CircuitBreaker withFailureRateThreshold(double zeroToOne) {
        return withRule(settings.rule().withFailureRateThreshold(zeroToOne));
    }

    /**
     * Returns a new circuit breaker to which a call that takes this long or longer is slow, however it ends.
     *
     * @param duration must be positive; by default no call is slow
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the duration is not positive
     */
    public CircuitBreaker withSlowCallDuration(Duration duration) {
        Objects.requireNonNull(duration, "slowCallDuration must not be null: leave it out if no call is slow");
        return withRule(settings.rule().withSlowCallDuration(duration));
    }

    /**
     * Returns a new circuit breaker that opens when this share of the calls was slow, or more. Set the duration first.
     *
     * @param zeroToOne above 0 and at most 1; the default is 1: every call of the window was slow
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the rate is out of range, or no slow-call duration is set
     */
    public CircuitBreaker withSlowCallRateThreshold(double zeroToOne) {
        return withRule(settings.rule().withSlowCallRateThreshold(zeroToOne));
    }

    /**
     * Returns a new circuit breaker that, once open, rejects every call for so long.
     *
     * @param duration must be positive; the default is 30 s
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the duration is not positive
     */
    public CircuitBreaker withOpenDuration(Duration duration) {
        return new CircuitBreaker(settings.withOpenDuration(duration));
    }

    /**
     * Returns a new circuit breaker that lets so many calls through while half-open, and decides by their outcomes.
     *
     * @param calls from 1 to 1,000,000; the default is 5
     * @return a new, closed circuit breaker
     * @throws IllegalArgumentException if the number is out of range
     */
    public CircuitBreaker withTrialCalls(int calls) {
        return new CircuitBreaker(settings.withTrialCalls(calls));
    }

    /**
     * Returns a new circuit breaker that asks this predicate which exceptions are failures; the others count as successes.
     * Where it throws, that is logged, at most once a minute, and the exception it was asked about counts as a failure.
     *
     * @param predicate asked after each operation that threw, from many threads at once; never about rejections and
     *     interruptions, and without {@link java.util.concurrent.CompletionException} around the cause; by default
     *     everything is a failure
     * @return a new, closed circuit breaker
     */
    public CircuitBreaker withFailurePredicate(Predicate<? super Throwable> predicate) {
        return new CircuitBreaker(settings.withFailurePredicate(predicate));
    }

    /**
     * Returns a new circuit breaker with one more listener, for every kind of event.
     *
     * @param listener called for each event after those already there
     * @return a new, closed circuit breaker
     */
    public CircuitBreaker withListener(Consumer<? super CircuitBreakerEvent> listener) {
        return withListener(CircuitBreakerEvent.class, listener);
    }

    /**
     * Returns a new circuit breaker with one more listener, for one kind of event. The other kinds stay free of cost.
     *
     * @param <E> the kind of event
     * @param type the kind: {@code StateChanged.class}, {@code Rejected.class} or {@code Finished.class}
     * @param listener called for each event of that kind after those already there
     * @return a new, closed circuit breaker
     */
    public <E extends CircuitBreakerEvent> CircuitBreaker withListener(Class<E> type, Consumer<? super E> listener) {
        Objects.requireNonNull(type, "type must not be null: use CircuitBreakerEvent.class for every kind of event");
        Objects.requireNonNull(listener, "listener must not be null");
        return new CircuitBreaker(settings.withListeners(settings.listeners().and(type, listener)));
    }

    /**
     * Returns a new circuit breaker that takes its time from this clock: timestamps, the open duration, slow calls and
     * windows of time. So a test can drive it by hand.
     *
     * <p>The system's own clocks ({@link Clock#systemUTC()}, {@link Clock#system}) give the timestamps only; durations are
     * then measured by {@link System#nanoTime}, which does not jump when the time of day is set. Any other clock is taken
     * at its word. If it throws before a call, the call fails with that and its operation is not started.
     *
     * @param clock the default is {@link Clock#systemUTC()}
     * @return a new, closed circuit breaker
     */
    public CircuitBreaker withClock(Clock clock) {
        return new CircuitBreaker(settings.withClock(clock));
    }

    /**
     * Returns a new circuit breaker whose {@link CircuitBreakerOpenException} carries a stack trace, or does not.
     *
     * @param on true to fill stack traces in, which makes a rejection many times dearer; the default is false
     * @return a new, closed circuit breaker
     */
    public CircuitBreaker withStackTraces(boolean on) {
        return new CircuitBreaker(settings.withStackTraces(on));
    }

    private CircuitBreaker withRule(OpeningRule rule) {
        return new CircuitBreaker(settings.withRule(rule));
    }

    @Override
    public String name() {
        return settings.name();
    }

    /**
     * Returns the state, best effort under concurrency. It is open until the first call after the open duration.
     *
     * @return the state it is in
     */
    public State state() {
        return circuit.current().state();
    }

    /**
     * {@inheritDoc}
     *
     * @throws CircuitBreakerOpenException if the circuit breaker is open, or half-open with all its trials under way
     */
    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        Objects.requireNonNull(operation, "operation must not be null");
        long startedAt = recorder.started();
        CircuitState admitted = circuit.admit();
        T result;
        try {
            result = operation.call();
        } catch (Throwable failure) {
            recorder.ended(admitted, startedAt, failure, false);
            throw failure;
        }
        recorder.ended(admitted, startedAt, null, false);
        return result;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The supplier runs on the calling thread. The outcome is counted when its stage has ended, then the future
     * completes. Cancelling the future cancels the stage, if {@code toCompletableFuture()} gives a future that can be
     * cancelled; a cancelled call counts as neither success nor failure, once its stage has ended.
     *
     * @return a future that fails with {@link CircuitBreakerOpenException} when the call is rejected, with what the
     *     supplier throws, or with {@link NullPointerException} if the supplier returns null
     */
    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        AsyncCall<T> call;
        try {
            long startedAt = recorder.started();
            call = new AsyncCall<>(recorder, circuit.admit(), startedAt);
        } catch (Throwable rejected) {
            return CompletableFuture.failedFuture(rejected);
        }
        call.start(operation);
        return call;
    }

    @Override
    public Subscription observe(CallObserver observer) {
        return circuit.observers().add(observer);
    }

    @Override
    public Object configuration() {
        return settings;
    }

    /** Returns the name with the state and the numbers of this moment, for logs. */
    @Override
    public String toString() {
        CircuitState now = circuit.current();
        Tally tally = now.tally();
        return "CircuitBreaker[" + name() + ": " + now.state() + ", " + tally.calls() + " calls, " + tally.failures()
                + " failures, " + tally.slow() + " slow]";
    }
}
