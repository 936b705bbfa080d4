// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.errorprone.annotations.CompileTimeConstant;
import io.watertight.CallObserver;
import io.watertight.CallObserver.Rejection;
import io.watertight.ContextPropagator;
import io.watertight.ObservablePolicy;
import io.watertight.Operation;
import io.watertight.ResilientException;
import io.watertight.Subscription;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.WaitingRoom.Waiter;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limit on how many calls of one dependency may be active at once, so that a dependency that hangs can hold only so
 * many of the service's threads.
 *
 * <p>Conceptually a bulkhead is a {@link Semaphore} with {@code maxConcurrentCalls} permits. A call asks for admission;
 * if a permit is free it is <i>permitted</i> and its operation is <i>active</i>, on the caller's own thread, until the
 * permit is released. If none is free the call is <i>rejected</i> at once with {@link BulkheadFullException}, or, where
 * a {@linkplain #withMaxWait max wait} is set, waits that long for one first. The permit goes back when the operation
 * has really ended: when {@link #call} returns or throws whatever it may, when the stage of {@link #callAsync} has
 * completed, when a {@link Permit} is closed.
 *
 * <pre>{@code
 * static final Bulkhead INVENTORY = Bulkhead.of("inventory", 40);
 *
 * Stock stock(String sku) throws IOException {
 *     try {
 *         return INVENTORY.call(() -> client.fetch(sku));
 *     } catch (BulkheadFullException full) {
 *         return Stock.UNKNOWN;
 *     }
 * }
 * }</pre>
 *
 * <p><b>A bulkhead bounds how many calls can hang, not how long.</b> It cannot interrupt an operation; give the
 * operation a timeout of its own, or 40 hung calls hold 40 threads for as long as they please.
 *
 * <p><b>Configuration is immutable, permits are live.</b> Every {@code with} method returns a new, independent instance
 * with its own, unused set of permits, and leaves this one as it is: calls active in this one are unknown to the new
 * one, and both admit up to their own limit. So configure once, keep the instance, and share it among all callers that
 * should compete for the same permits. A bulkhead made for each call limits nothing.
 *
 * <p><b>Order and fairness.</b> The first attempt of a call is untimed: it takes a free permit whatever the max wait and
 * whether or not the thread is interrupted. By default it may <i>barge</i>, that is take a permit that has just become
 * free before a call that waits for it; this gives the highest throughput, and a call may be overtaken until its max
 * wait is over. In a {@linkplain #withFair fair} bulkhead waiting calls get permits first come first served and a
 * newcomer gets one only if more are free than there are calls waiting; this holds for every method here, {@link
 * #tryAcquire} included (unlike {@link Semaphore#tryAcquire()}). In either, a call whose max wait is over takes a free
 * permit rather than be rejected beside it.
 *
 * <p><b>Interruption.</b> A thread that is interrupted while it waits fails with a {@link ResilientException} whose
 * cause is the {@link InterruptedException}; its interrupt status is set again and no event is fired, for this is
 * neither full nor the dependency's fault. A call that need not wait neither looks at the interrupt status nor changes
 * it.
 *
 * <p><b>Listeners</b> are called on the thread where the event happens: {@link Permitted} between the grant and the
 * operation, {@link Finished} after the permit is back, {@link Rejected} before the exception is thrown. A slow listener
 * delays its call (and holds its permit, if it listens to {@code Permitted}) but no other. Whatever a listener throws,
 * an {@link Error} included, is dropped, and logged through {@link System.Logger} {@code io.watertight} at most once a
 * minute for each listener.
 *
 * <p><b>Cost.</b> What is not used costs nothing: where no listener wants a kind of event, the event is not built and no
 * clock is read for it. A permitted call that did not wait then allocates nothing.
 *
 * <p><b>Not promised.</b> The counts {@link #activeCalls} and {@link #waitingCalls}, also in events and messages, are
 * best effort: other threads may come or go between the read and the look. No permit is tied to a thread, nothing here
 * is reentrant: a call within a call of the same bulkhead needs a second permit and may wait for itself until its max
 * wait is over. Listeners of different calls are not ordered among each other. A call that is itself made within the
 * last few frames of its thread's stack, where not even the release has room left, can lose its permit to the
 * {@link StackOverflowError}, as with {@link Semaphore}; an operation that overflows further down costs nothing.
 *
 * <p><b>Memory consistency effects:</b> actions in a thread before it releases a permit, such as those of an operation,
 * <i>happen-before</i> actions after a later successful acquire of a permit of the same bulkhead in another thread, as
 * with {@link Semaphore}.
 *
 * <p>All methods are safe for use by any number of threads, platform and virtual.
 */
public final class Bulkhead implements ObservablePolicy {
    private final BulkheadSettings settings;
    private final String name;
    private final long maxWaitNanos;
    private final boolean fair;
    private final Semaphore permits;
    private final WaitingRoom waitingRoom;
    private final BulkheadEvents events;

    private Bulkhead(BulkheadSettings settings) {
        this.settings = settings;
        this.name = settings.name();
        this.maxWaitNanos = NANOSECONDS.convert(settings.maxWait()); // saturates: 292 years stand for ever
        this.fair = settings.fair();
        this.permits = new Semaphore(settings.maxConcurrentCalls());
        this.waitingRoom = new WaitingRoom(permits, settings.maxWaiting());
        this.events = new BulkheadEvents(name, settings.clock(), settings.listeners(), this::activeCalls);
    }

    /**
     * Creates a bulkhead that fails fast: a call beyond the limit is rejected the instant no permit is free.
     *
     * @param name what events, exceptions and metrics call it, best the name of the dependency; a constant, since it
     *     becomes a metric tag and a tag from user input (a tenant, a URL) fills the heap; must not be blank
     * @param maxConcurrentCalls how many calls may be active at once, at least 1
     * @return a new bulkhead with all permits free
     * @throws IllegalArgumentException if the name is blank or the limit is below 1
     * @see #fromConfiguration
     */
    public static Bulkhead of(@CompileTimeConstant final String name, int maxConcurrentCalls) {
        return fromConfiguration(name, maxConcurrentCalls);
    }

    /**
     * Creates a bulkhead whose name was read from configuration; otherwise the same as {@link #of}.
     *
     * <p>The caller vouches that such names are few and fixed while the service runs.
     *
     * @param name what events, exceptions and metrics call it; must not be blank
     * @param maxConcurrentCalls how many calls may be active at once, at least 1
     * @return a new bulkhead with all permits free
     * @throws IllegalArgumentException if the name is blank or the limit is below 1
     */
    public static Bulkhead fromConfiguration(String name, int maxConcurrentCalls) {
        return new Bulkhead(BulkheadSettings.of(name, maxConcurrentCalls));
    }

    /**
     * Returns a new, independent bulkhead with another limit.
     *
     * @param maxConcurrentCalls how many calls may be active at once, at least 1
     * @return a new bulkhead with all permits free
     * @throws IllegalArgumentException if the limit is below 1
     */
    public Bulkhead withMaxConcurrentCalls(int maxConcurrentCalls) {
        return new Bulkhead(settings.withMaxConcurrentCalls(maxConcurrentCalls));
    }

    /**
     * Returns a new, independent bulkhead whose calls wait up to this long for a permit before they are rejected.
     *
     * <p>The wait is measured against real elapsed time in nanoseconds, whatever the {@linkplain #withClock clock}.
     * More than {@link Long#MAX_VALUE} nanoseconds (292 years) wait as long as that.
     *
     * @param maxWait how long a call may wait; zero, the default, fails fast; must not be negative
     * @return a new bulkhead with all permits free
     * @throws IllegalArgumentException if the duration is negative
     */
    public Bulkhead withMaxWait(Duration maxWait) {
        return new Bulkhead(settings.withMaxWait(maxWait));
    }

    /**
     * Returns a new, independent bulkhead in which at most so many calls wait at once; one more is rejected at once.
     *
     * <p>Matters only with a {@linkplain #withMaxWait max wait}. Without a bound, callers that wait pile up as they
     * would without a bulkhead: each of them holds a thread of the service.
     *
     * @param maxWaiting how many calls may wait, blocking and asynchronous ones together; 0 lets none wait; the default
     *     {@link Integer#MAX_VALUE} is no bound; must not be negative
     * @return a new bulkhead with all permits free
     * @throws IllegalArgumentException if the number is negative
     */
    public Bulkhead withMaxWaiting(int maxWaiting) {
        return new Bulkhead(settings.withMaxWaiting(maxWaiting));
    }

    /**
     * Returns a new, independent bulkhead that serves waiting calls first come first served, or lets newcomers barge.
     *
     * @param fair true for first come first served, at the price of a thread switch for nearly every contended permit;
     *     the default is false
     * @return a new bulkhead with all permits free
     */
    public Bulkhead withFair(boolean fair) {
        return new Bulkhead(settings.withFair(fair));
    }

    /**
     * Returns a new, independent bulkhead with one more listener, for every kind of event.
     *
     * @param listener called for each event after those already there; see the class description for the rules
     * @return a new bulkhead with all permits free
     */
    public Bulkhead withListener(Consumer<? super BulkheadEvent> listener) {
        return withListener(BulkheadEvent.class, listener);
    }

    /**
     * Returns a new, independent bulkhead with one more listener, for one kind of event. The other kinds stay free of
     * cost.
     *
     * @param <E> the kind of event
     * @param type the kind: {@code Permitted.class}, {@code Rejected.class} or {@code Finished.class}
     * @param listener called for each event of that kind after those already there
     * @return a new bulkhead with all permits free
     */
    public <E extends BulkheadEvent> Bulkhead withListener(Class<E> type, Consumer<? super E> listener) {
        Objects.requireNonNull(type, "type must not be null: use BulkheadEvent.class for every kind of event");
        Objects.requireNonNull(listener, "listener must not be null");
        return new Bulkhead(settings.withListeners(settings.listeners().and(type, listener)));
    }

    /**
     * Returns a new, independent bulkhead whose events carry the time of this clock. Waits and held times are measured
     * against real elapsed time all the same.
     *
     * @param clock for the timestamps of events; the default is {@link Clock#systemUTC()}
     * @return a new bulkhead with all permits free
     */
    public Bulkhead withClock(Clock clock) {
        return new Bulkhead(settings.withClock(clock));
    }

    /**
     * Returns a new, independent bulkhead whose {@link BulkheadFullException} carries a stack trace, or does not.
     *
     * @param on true to fill stack traces in, which makes a rejection many times dearer; the default is false
     * @return a new bulkhead with all permits free
     */
    public Bulkhead withStackTraces(boolean on) {
        return new Bulkhead(settings.withStackTraces(on));
    }

    /**
     * Returns a new, independent bulkhead that carries the caller's context to where an asynchronous call that had to
     * wait goes on. The other calls never change threads.
     *
     * @param propagator carries the context; the default is {@link ContextPropagator#none()}
     * @return a new bulkhead with all permits free
     */
    public Bulkhead withContextPropagator(ContextPropagator propagator) {
        return new Bulkhead(settings.withContextPropagator(propagator));
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Returns the limit.
     *
     * @return how many calls may be active at once
     */
    public int maxConcurrentCalls() {
        return settings.maxConcurrentCalls();
    }

    /**
     * Returns how long a call may wait for a permit.
     *
     * @return the max wait as it was configured; zero for fail fast
     */
    public Duration maxWait() {
        return settings.maxWait();
    }

    /**
     * Returns how many calls hold a permit now: {@code maxConcurrentCalls} less the free permits. Best effort under
     * concurrency; meant for metrics, not for deciding whether to call.
     *
     * @return the number of active calls
     */
    public int activeCalls() {
        return settings.maxConcurrentCalls() - permits.availablePermits();
    }

    /**
     * Returns how many calls wait for a permit now, blocking and asynchronous ones together. Best effort under
     * concurrency.
     *
     * @return the number of waiting calls
     */
    public int waitingCalls() {
        return waitingRoom.size();
    }

    /**
     * {@inheritDoc}
     *
     * @throws BulkheadFullException if no permit became free within the max wait
     * @throws ResilientException if the thread was interrupted while it waited for a permit
     */
    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        Objects.requireNonNull(operation, "operation must not be null");
        long waited = takePermit() ? 0 : awaitPermit();
        long permittedAt = 0;
        try {
            permittedAt = events.permitted(waited);
            return operation.call();
        } finally {
            release(permittedAt);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>If a permit is free, the supplier runs on the calling thread. If the call has to wait, it takes its place in
     * the queue before this method returns, waits on a virtual thread, and the supplier runs there. The permit is held
     * until the supplier's stage has ended, then the future completes with the stage's outcome.
     *
     * <p>Completing the future early, by {@code cancel}, {@code orTimeout} or otherwise, withdraws a call that still
     * waits: its supplier never runs. Once the operation runs, cancelling the future cancels the stage, if
     * {@code toCompletableFuture()} gives a future that can be cancelled, and nothing gives the permit back before the
     * stage has ended.
     *
     * @return a future that fails with {@link BulkheadFullException} when the bulkhead is full, with what the supplier
     *     throws, or with {@link NullPointerException} if the supplier returns null
     */
    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        var call = new AsyncCall<T>(this, waitingRoom, operation);
        if (takePermit()) {
            call.start(0);
        } else {
            call.startLater(maxWaitNanos, settings.contextPropagator());
        }
        return call;
    }

    /**
     * Acquires a permit to be closed by hand, for work that does not fit into one call: a stream, a connection, a
     * callback. Waits as {@link #call} does.
     *
     * <pre>{@code
     * try (Permit permit = bulkhead.acquire()) {
     *     // the protected work
     * }
     * }</pre>
     *
     * @return a permit; whoever gets it must close it
     * @throws BulkheadFullException if no permit became free within the max wait
     * @throws ResilientException if the thread was interrupted while it waited for a permit
     */
    public Permit acquire() {
        var permit = new HeldPermit(this);
        return permit.acquired(takePermit() ? 0 : awaitPermit());
    }

    /**
     * Acquires a permit if one is free now; never waits, whatever the max wait, and never throws for "full". An empty
     * answer counts as a rejection and fires {@link Rejected}.
     *
     * @return a permit that must be closed, or empty
     */
    public Optional<Permit> tryAcquire() {
        var permit = new HeldPermit(this);
        if (takePermit()) {
            return Optional.of(permit.acquired(0));
        }
        events.rejected(maxConcurrentCalls(), Duration.ZERO, Rejection.FULL, 0);
        return Optional.empty();
    }

    /**
     * Returns true: a permit is held until the operation has ended.
     *
     * @return true
     */
    @Override
    public boolean holdsPermit() {
        return true;
    }

    @Override
    public Subscription observe(CallObserver observer) {
        return events.observers().add(observer);
    }

    @Override
    public Object configuration() {
        return settings;
    }

    /** Returns the name with the numbers of this moment, for logs. */
    @Override
    public String toString() {
        return "Bulkhead[" + name + ": " + activeCalls() + " of " + maxConcurrentCalls() + " active, " + waitingCalls()
                + " waiting, max wait " + maxWait() + "]";
    }

    private boolean takePermit() {
        return (fair && waitingRoom.size() > 0) ? waitingRoom.takeSpare() : permits.tryAcquire();
    }

    /** Waits for a permit and returns the nanoseconds it took, or throws because there is none. */
    private long awaitPermit() {
        if (maxWaitNanos == 0) {
            throw rejected(0);
        }
        long since = System.nanoTime();
        var waiter = new Waiter();
        if (!waitingRoom.enter(waiter)) {
            throw rejected(0);
        }
        WaitingRoom.Outcome outcome;
        try {
            outcome = waitingRoom.await(waiter, since + maxWaitNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e, since);
        }
        if (outcome != WaitingRoom.Outcome.ADMITTED) {
            throw rejected(WaitingRoom.elapsed(since));
        }
        return events.wantPermitted() ? WaitingRoom.elapsed(since) : 0;
    }

    /** Tells of the grant and returns when it was, for {@link #release}. */
    long permitted(long waitedNanos) {
        return events.permitted(waitedNanos);
    }

    void release(long permittedAt) {
        permits.release();
        waitingRoom.permitReleased();
        events.finished(permittedAt);
    }

    BulkheadFullException rejected(long waitedNanos) {
        var full = BulkheadFullException.of(settings, activeCalls(), waitingCalls(), waitedNanos);
        events.rejected(maxConcurrentCalls(), settings.maxWait(), full.reason().rejection(), waitedNanos);
        return full;
    }

    ResilientException interrupted(InterruptedException cause, long since) {
        return new ResilientException(
                "Interrupted while waiting for a permit of bulkhead '" + name + "': waited "
                        + Duration.ofNanos(WaitingRoom.elapsed(since)) + " of max wait " + maxWait() + ", "
                        + activeCalls() + " of " + maxConcurrentCalls() + " active",
                cause);
    }
}
