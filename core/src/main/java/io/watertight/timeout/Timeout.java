// SPDX-License-Identifier: Apache-2.0
package io.watertight.timeout;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.errorprone.annotations.CompileTimeConstant;
import io.watertight.CallObserver;
import io.watertight.ContextPropagator;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.ObservablePolicy;
import io.watertight.Operation;
import io.watertight.ResilientException;
import io.watertight.Subscription;
import io.watertight.TimeoutExceededException;
import io.watertight.listener.Listeners;
import io.watertight.listener.Observers;
import io.watertight.timeout.TimeoutEvent.Exceeded;
import io.watertight.timeout.TimeoutEvent.Finished;
import io.watertight.timeout.TimeoutEvent.Straggled;
import io.watertight.timer.Interruption;
import io.watertight.timer.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limit on how long one operation may last.
 *
 * <p><b>By default the operation runs on the caller's thread</b>, and at the limit that thread is interrupted. The call
 * then waits for the operation to return and fails with {@link TimeoutExceededException}, whatever the operation returned
 * or threw (its exception is there as suppressed). So nothing runs on behind the caller's back, and such a timeout may
 * stand inside a bulkhead: the permit is given back when the operation has really ended.
 *
 * <pre>{@code
 * static final Timeout INVENTORY = Timeout.of("inventory", Duration.ofSeconds(1));
 *
 * Stock stock(String sku) throws IOException {
 *     return INVENTORY.call(() -> client.fetch(sku));
 * }
 * }</pre>
 *
 * <p><b>This works as far as the operation heeds interruption.</b> One that ignores it (a busy loop, classic socket
 * reads on a platform thread) returns late, and its caller with it. Give such a client its own timeouts, or run it in a
 * {@code ThreadPoolBulkhead}, or let it be abandoned.
 *
 * <p><b>{@linkplain #withAbandonment With abandonment}</b> the operation runs on a virtual thread, under the caller's
 * {@linkplain #withContextPropagator context}. At the limit it is interrupted and the caller leaves at once; {@link
 * Straggled} says when the operation has really ended. Sound only outside a bulkhead, which could not know of the work
 * left behind; {@link io.watertight.Pipeline} refuses the other order.
 *
 * <p><b>Interrupts.</b> The interrupt of a timeout never escapes its call, and an operation that ends in time is never
 * interrupted afterwards: finishing and firing are one atomic decision. An interrupt by somebody else stays: if it came
 * before ours, or after an {@link InterruptedException} that ours had caused, the flag is set when the call returns. A
 * foreign interrupt that arrives while ours is pending and the operation looks at neither cannot be told apart from it
 * and is taken back too; the call fails with the timeout then.
 *
 * <p><b>Nested timeouts:</b> the inner one that fires is the one reported. When both have fired, the outer one's
 * interrupt is not lost to the inner one's clean-up.
 *
 * <p><b>Asynchronous calls:</b> at the limit the stage is cancelled, if it can be. By default the future completes when the
 * stage has ended, with abandonment at the limit. The supplier runs on the calling thread and its time counts.
 *
 * <p><b>Cost.</b> All timeouts share one timer thread, which is there only while alarms are set. A call sets an alarm and
 * takes it back; without a listener nothing else is done, and no clock is read beyond the alarm's.
 *
 * <p>Immutable, and safe for use by any number of threads.
 */
public final class Timeout implements ObservablePolicy {
    private final TimeoutSettings settings;
    private final String name;
    private final long limitNanos;
    private final Listeners<Finished> finishedListeners;
    private final Listeners<Exceeded> exceededListeners;
    private final Listeners<Straggled> straggledListeners;
    private final Observers observers;

    private Timeout(TimeoutSettings settings) {
        this.settings = settings;
        this.name = settings.name();
        this.limitNanos = NANOSECONDS.convert(settings.limit()); // saturates: 292 years stand for ever
        this.finishedListeners = settings.listeners().of(Finished.class);
        this.exceededListeners = settings.listeners().of(Exceeded.class);
        this.straggledListeners = settings.listeners().of(Straggled.class);
        this.observers = new Observers(name);
    }

    /**
     * Creates a timeout that interrupts the calling thread at the limit and waits for the operation to return.
     *
     * @param name what events and exceptions call it, best the name of the dependency; a constant, since it becomes a
     *     metric tag; must not be blank
     * @param limit how long an operation may last, exact to the nanosecond; more than 292 years last as long as that;
     *     must be positive
     * @return a new timeout
     * @throws IllegalArgumentException if the name is blank or the limit is zero or negative
     */
    public static Timeout of(@CompileTimeConstant final String name, Duration limit) {
        return fromConfiguration(name, limit);
    }

    /**
     * Creates a timeout whose name was read from configuration; otherwise the same as {@link #of}.
     *
     * @param name what events and exceptions call it; must not be blank
     * @param limit how long an operation may last; must be positive
     * @return a new timeout
     * @throws IllegalArgumentException if the name is blank or the limit is zero or negative
     */
    public static Timeout fromConfiguration(String name, Duration limit) {
        return new Timeout(
                new TimeoutSettings(name, limit, false, Listeners.none(), Clock.systemUTC(), ContextPropagator.none()));
    }

    /**
     * Returns a timeout that abandons the operation at the limit, or waits for it.
     *
     * @param on true to run the operation on a virtual thread and leave it behind at the limit; the default is false
     * @return a new timeout
     */
    public Timeout withAbandonment(boolean on) {
        return new Timeout(settings.withAbandonment(on));
    }

    /**
     * Returns a timeout with one more listener, for every kind of event.
     *
     * @param listener told of each event on the thread where it happens; what it throws is logged and dropped
     * @return a new timeout
     */
    public Timeout withListener(Consumer<? super TimeoutEvent> listener) {
        return withListener(TimeoutEvent.class, listener);
    }

    /**
     * Returns a timeout with one more listener, for one kind of event. The other kinds stay free of cost.
     *
     * @param <E> the kind of event
     * @param type the kind
     * @param listener told of each event of that kind
     * @return a new timeout
     */
    public <E extends TimeoutEvent> Timeout withListener(Class<E> type, Consumer<? super E> listener) {
        Objects.requireNonNull(type, "type must not be null: use TimeoutEvent.class for every kind of event");
        Objects.requireNonNull(listener, "listener must not be null");
        return new Timeout(settings.withListeners(settings.listeners().and(type, listener)));
    }

    /**
     * Returns a timeout whose events carry the time of this clock. Limits are measured against real elapsed time.
     *
     * @param clock for the timestamps of events; the default is {@link Clock#systemUTC()}
     * @return a new timeout
     */
    public Timeout withClock(Clock clock) {
        return new Timeout(settings.withClock(clock));
    }

    /**
     * Returns a timeout that carries the caller's context to the thread of an operation that can be abandoned.
     *
     * @param propagator carries the context; the default is {@link ContextPropagator#none()}
     * @return a new timeout
     */
    public Timeout withContextPropagator(ContextPropagator propagator) {
        return new Timeout(settings.withContextPropagator(propagator));
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Returns the limit.
     *
     * @return the limit as it was configured
     */
    public Duration limit() {
        return settings.limit();
    }

    /**
     * {@inheritDoc}
     *
     * @throws TimeoutExceededException if the operation ran into the limit
     * @throws ResilientException with abandonment, if the caller was interrupted while it waited
     */
    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        Objects.requireNonNull(operation, "operation must not be null");
        return settings.abandonment() ? this.<T, X>callAbandonably(operation) : this.<T, X>callHere(operation);
    }

    private <T extends @Nullable Object, X extends Throwable> T callHere(Operation<? extends T, X> operation) throws X {
        long since = now();
        var interruption = new Interruption(Thread.currentThread());
        Timer.shared().set(interruption, limitNanos);
        T result;
        try {
            result = operation.call();
        } catch (Throwable failure) {
            if (fired(interruption, failure instanceof InterruptedException)) {
                throw exceeded(since, failure);
            }
            finished(since);
            throw failure;
        }
        if (fired(interruption, false)) {
            throw exceeded(since, null);
        }
        finished(since);
        return result;
    }

    private static boolean fired(Interruption interruption, boolean interruptedException) {
        boolean fired = interruption.finish(interruptedException);
        if (!fired) {
            Timer.shared().cancel(interruption);
        }
        return fired;
    }

    private <T extends @Nullable Object, X extends Throwable> T callAbandonably(Operation<? extends T, X> operation)
            throws X {
        long since = System.nanoTime();
        var work = new AbandonableWork<T, X>(this, operation, since);
        work.start(settings.contextPropagator().capture());
        boolean ended;
        try {
            ended = work.await(limitNanos);
        } catch (InterruptedException e) {
            work.abandon();
            Thread.currentThread().interrupt();
            throw new ResilientException(
                    "Interrupted while waiting for the operation of timeout '" + name + "', which was interrupted, too",
                    e);
        }
        if (!ended && work.abandon()) {
            throw exceeded(since, null);
        }
        finished(since);
        return work.outcome();
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        try {
            Snapshot context = settings.contextPropagator().capture();
            var call = new AsyncTimeout<T>(this, settings.abandonment(), context);
            call.start(operation, limitNanos);
            return call;
        } catch (Throwable noContext) {
            return CompletableFuture.failedFuture(noContext);
        }
    }

    /**
     * Returns whether this timeout was made with abandonment.
     *
     * @return true if a call may return while its operation still runs
     */
    @Override
    public boolean mayAbandon() {
        return settings.abandonment();
    }

    @Override
    public Subscription observe(CallObserver observer) {
        return observers.add(observer);
    }

    @Override
    public Object configuration() {
        return settings;
    }

    /** Returns the name and the limit, for logs. */
    @Override
    public String toString() {
        return "Timeout[" + name + ": " + limit() + (settings.abandonment() ? ", abandons]" : "]");
    }

    /** The time for {@link #finished} and {@link #exceeded}; 0 where nobody will ask. */
    long now() {
        return finishedListeners.isEmpty()
                        && exceededListeners.isEmpty()
                        && straggledListeners.isEmpty()
                        && observers.isEmpty()
                ? 0
                : System.nanoTime();
    }

    void finished(long since) {
        if (!finishedListeners.isEmpty()) {
            finishedListeners.fire(name, () -> new Finished(settings.clock().instant(), name, elapsed(since)));
        }
        if (since != 0) {
            observers.finished(since);
        }
    }

    /** Tells of the timeout, and returns what the call fails with: the inner timeout's exception where that fired. */
    TimeoutExceededException exceeded(long since, @Nullable Throwable failure) {
        if (!exceededListeners.isEmpty()) {
            exceededListeners.fire(name, () -> new Exceeded(settings.clock().instant(), name, limit(), elapsed(since)));
        }
        if (!observers.isEmpty()) {
            observers.tell(observer -> observer.timedOut(settings.abandonment()));
        }
        if (failure instanceof TimeoutExceededException inner) {
            return inner;
        }
        var exceeded = new TimeoutExceededException(name, limit());
        if (failure != null) {
            exceeded.addSuppressed(failure);
        }
        return exceeded;
    }

    void straggled(long since) {
        if (!straggledListeners.isEmpty()) {
            straggledListeners.fire(
                    name, () -> new Straggled(settings.clock().instant(), name, limit(), elapsed(since)));
        }
        if (!observers.isEmpty()) {
            long ran = System.nanoTime() - since;
            observers.tell(observer -> observer.straggled(since == 0 ? 0 : ran));
        }
    }

    private static Duration elapsed(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }
}
