// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.errorprone.annotations.CompileTimeConstant;
import io.watertight.CallObserver;
import io.watertight.CallObserver.Rejection;
import io.watertight.ContextPropagator;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.ObservablePolicy;
import io.watertight.Operation;
import io.watertight.ResilientException;
import io.watertight.Subscription;
import io.watertight.TimeoutExceededException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A compartment of threads of its own for one dependency, with an optional queue and an external timeout, so that the
 * service stays responsive even while every thread of the compartment hangs.
 *
 * <p>A call is admitted while fewer than {@code maxConcurrentCalls} calls are active or the queue has room, decided at
 * once on the bulkhead's own count; a call beyond that is rejected with {@link BulkheadFullException} and never waits.
 * Threads come before the queue: a call is queued only while every thread's place is taken. The operation runs on one of
 * the bulkhead's threads, and the caller waits for it ({@link #call}) or gets a future ({@link #submit},
 * {@link #callAsync}).
 *
 * <pre>{@code
 * static final ThreadPoolBulkhead INVENTORY = ThreadPoolBulkhead.of("inventory", 40)
 *         .withQueueCapacity(10)
 *         .withTimeout(Duration.ofSeconds(1));
 *
 * Stock stock(String sku) throws IOException {
 *     return INVENTORY.call(() -> client.fetch(sku));
 * }
 * }</pre>
 *
 * <p><b>The timeout</b> counts from the submission, over the queue and the run. A call that times out in the queue is
 * removed and never starts. One that times out while it runs is interrupted and its future fails at the limit with
 * {@link TimeoutExceededException}; <b>its thread and its place stay taken until the operation has returned</b>, so no
 * more than the limit ever run, however many callers have gone. Cancelling the future does the same, with a
 * {@link CancellationException}. Since its caller may leave while the operation
 * runs, also when it is interrupted, it may not stand inside of another bulkhead; {@link io.watertight.Pipeline} refuses
 * that.
 *
 * <p><b>The place of a call</b> is free before its future completes, so a caller that was just told "done" is admitted.
 * Callbacks on the future (without {@code Async}) run on the bulkhead's thread after that: keep them short, for the thread
 * is not back until they end, and never wait in one for another call of the same bulkhead.
 *
 * <p><b>Threads</b> are started on first use, up to the limit, and end after a minute of idleness. By default they are
 * platform daemon threads named {@code <name>-1}, {@code <name>-2}, …; {@linkplain #withVirtualThreads virtual threads}
 * give the same isolation without the stacks. A thread that cannot be started fails its call with what the thread factory
 * threw, and costs nothing else. The caller's context crosses the hop by a {@linkplain #withContextPropagator propagator};
 * the worker's own is back afterwards.
 *
 * <p><b>Closing.</b> {@link #close()} admits nothing more, fails what is queued with {@link BulkheadClosedException},
 * interrupts what runs and fails its future; every future completes. {@link #close(Duration)} lets the calls end first. A
 * bulkhead that is never closed keeps no JVM alive.
 *
 * <p><b>Configuration</b> is immutable; every {@code with} method returns a new, independent instance with threads of its
 * own. <b>Listeners</b> follow the rules of {@link Bulkhead}; {@code Permitted} is told on the bulkhead's thread under the
 * caller's context, and {@code Finished} too unless the operation's stage ends elsewhere. <b>Not promised:</b> {@link #activeCalls} and {@link #queuedCalls} are
 * best effort under concurrency. <b>Memory consistency:</b> actions before a submission happen-before the operation, and
 * the operation's actions happen-before what follows the completion of its future.
 *
 * <p>All methods are safe for use by any number of threads.
 */
public final class ThreadPoolBulkhead implements ObservablePolicy, AutoCloseable {
    private final ThreadPoolSettings settings;
    private final String name;
    private final Places places;
    private final ExecutorService workers;
    private final long timeoutNanos;
    private final BulkheadEvents events;
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();

    private ThreadPoolBulkhead(ThreadPoolSettings settings) {
        this.settings = settings;
        this.name = settings.name();
        this.places = new Places(settings.maxConcurrentCalls(), settings.queueCapacity());
        this.workers = Workers.of(settings);
        this.timeoutNanos = settings.timeout() == null ? 0 : NANOSECONDS.convert(settings.timeout());
        this.events = new BulkheadEvents(name, settings.clock(), settings.listeners(), this::activeCalls);
    }

    /**
     * Creates a bulkhead with so many threads, no queue and no timeout.
     *
     * @param name what events, exceptions, metrics and threads call it; a constant, since it becomes a metric tag; must
     *     not be blank
     * @param maxConcurrentCalls how many calls may be active at once, and so how many threads there may be; at least 1
     * @return a new bulkhead; no thread is started yet
     * @throws IllegalArgumentException if the name is blank or the limit is below 1
     */
    public static ThreadPoolBulkhead of(@CompileTimeConstant final String name, int maxConcurrentCalls) {
        return fromConfiguration(name, maxConcurrentCalls);
    }

    /**
     * Creates a bulkhead whose name was read from configuration; otherwise the same as {@link #of}.
     *
     * @param name what events, exceptions, metrics and threads call it; must not be blank
     * @param maxConcurrentCalls how many calls may be active at once, at least 1
     * @return a new bulkhead; no thread is started yet
     * @throws IllegalArgumentException if the name is blank or the limit is below 1
     */
    public static ThreadPoolBulkhead fromConfiguration(String name, int maxConcurrentCalls) {
        return new ThreadPoolBulkhead(ThreadPoolSettings.of(name, maxConcurrentCalls));
    }

    /**
     * Returns a new, independent bulkhead with another number of threads.
     *
     * @param maxConcurrentCalls how many calls may be active at once, at least 1
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withMaxConcurrentCalls(int maxConcurrentCalls) {
        return new ThreadPoolBulkhead(settings.withMaxConcurrentCalls(maxConcurrentCalls));
    }

    /**
     * Returns a new, independent bulkhead whose queue has so many places.
     *
     * @param queueCapacity how many calls may be queued while every thread is taken; 0, the default, for none; must not
     *     be negative
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withQueueCapacity(int queueCapacity) {
        return new ThreadPoolBulkhead(settings.withQueueCapacity(queueCapacity));
    }

    /**
     * Returns a new, independent bulkhead whose calls may last so long, counted from the submission.
     *
     * @param timeout the limit, exact to the nanosecond; more than 292 years last as long as that; must be positive;
     *     none by default
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withTimeout(Duration timeout) {
        return new ThreadPoolBulkhead(settings.withTimeout(timeout));
    }

    /**
     * Returns a new, independent bulkhead that runs each call on a virtual thread of its own, or on platform threads. The
     * limits are the same. Undoes {@link #withThreadFactory}.
     *
     * @param on true for virtual threads; the default is false
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withVirtualThreads(boolean on) {
        return new ThreadPoolBulkhead(settings.withVirtualThreads(on));
    }

    /**
     * Returns a new, independent bulkhead with threads by this factory. Undoes {@link #withVirtualThreads}. Naming the
     * threads, and making them daemons, is the factory's affair then.
     *
     * @param threadFactory makes the threads
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withThreadFactory(ThreadFactory threadFactory) {
        return new ThreadPoolBulkhead(settings.withThreadFactory(threadFactory));
    }

    /**
     * Returns a new, independent bulkhead that carries the caller's context to the thread of the operation.
     *
     * @param propagator carries the context; the default is {@link ContextPropagator#none()}
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withContextPropagator(ContextPropagator propagator) {
        return new ThreadPoolBulkhead(settings.withContextPropagator(propagator));
    }

    /**
     * Returns a new, independent bulkhead with one more listener, for every kind of event.
     *
     * @param listener told of each event after those already there
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withListener(Consumer<? super BulkheadEvent> listener) {
        return withListener(BulkheadEvent.class, listener);
    }

    /**
     * Returns a new, independent bulkhead with one more listener, for one kind of event. The other kinds stay free of
     * cost.
     *
     * @param <E> the kind of event
     * @param type the kind
     * @param listener told of each event of that kind
     * @return a new bulkhead
     */
    public <E extends BulkheadEvent> ThreadPoolBulkhead withListener(Class<E> type, Consumer<? super E> listener) {
        Objects.requireNonNull(type, "type must not be null: use BulkheadEvent.class for every kind of event");
        Objects.requireNonNull(listener, "listener must not be null");
        return new ThreadPoolBulkhead(
                settings.withListeners(settings.listeners().and(type, listener)));
    }

    /**
     * Returns a new, independent bulkhead whose events carry the time of this clock.
     *
     * @param clock for the timestamps of events; the default is {@link Clock#systemUTC()}
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withClock(Clock clock) {
        return new ThreadPoolBulkhead(settings.withClock(clock));
    }

    /**
     * Returns a new, independent bulkhead whose rejections carry a stack trace, or do not.
     *
     * @param on true to fill stack traces in; the default is false
     * @return a new bulkhead
     */
    public ThreadPoolBulkhead withStackTraces(boolean on) {
        return new ThreadPoolBulkhead(settings.withStackTraces(on));
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
     * Returns how many calls have a thread's place now, those included whose caller has gone. Best effort.
     *
     * @return the number of active calls
     */
    public int activeCalls() {
        return places.active();
    }

    /**
     * Returns how many calls are queued now. Best effort.
     *
     * @return the number of queued calls
     */
    public int queuedCalls() {
        return places.queued();
    }

    /**
     * Returns how many places the queue has.
     *
     * @return the capacity; 0 for no queue
     */
    public int queueCapacity() {
        return settings.queueCapacity();
    }

    /**
     * Returns whether each call runs on a virtual thread of its own.
     *
     * @return true as set by {@link #withVirtualThreads}
     */
    public boolean usesVirtualThreads() {
        return settings.virtualThreads();
    }

    /**
     * Returns a stage that completes when this bulkhead has been closed: it admits nothing more, and what ran was
     * interrupted, though it may not have ended yet.
     *
     * @return a stage that cannot be completed from outside
     */
    public CompletionStage<@Nullable Void> whenClosed() {
        return closed.minimalCompletionStage();
    }

    /**
     * Hands the operation to a thread of the bulkhead.
     *
     * @param <T> the type of the result
     * @param <X> the type of the operation's exception
     * @param operation what to run
     * @return a future that completes as the operation does; a failed one when the bulkhead is full ({@link
     *     BulkheadFullException}) or closed ({@link BulkheadClosedException}). Cancelling it removes a queued call and
     *     interrupts a running one
     */
    public <T extends @Nullable Object, X extends Throwable> CompletableFuture<T> submit(
            Operation<? extends T, X> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        return admit(context -> new OperationCall<T>(this, context, operation));
    }

    /**
     * {@inheritDoc}
     *
     * <p>The supplier runs on a thread of the bulkhead; the place is held until its stage has ended, even though the
     * thread is free by then. At the timeout the supplier is interrupted, or the stage cancelled if it can be.
     */
    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        return admit(context -> new SupplierCall<T>(this, context, operation));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Submits the operation and waits for it. A caller that is interrupted while it waits cancels the call.
     *
     * @throws BulkheadFullException if every thread is taken and the queue is full
     * @throws BulkheadClosedException if the bulkhead is closed
     * @throws TimeoutExceededException if the call ran into the timeout
     * @throws ResilientException if the calling thread was interrupted, or the bulkhead was closed during the call
     */
    @Override
    @SuppressWarnings("unchecked") // the operation throws X or unchecked
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        CompletableFuture<T> call = submit(operation);
        try {
            if (!call.isCompletedExceptionally()) {
                return call.get();
            }
        } catch (ExecutionException | CancellationException e) {
            // below, without the wrapper
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw new ResilientException(
                    "Interrupted while waiting for a call of bulkhead '" + name + "', which was cancelled", e);
        }
        throw (X)
                Objects.requireNonNull(call.handle((value, failure) -> failure).join());
    }

    private <T extends @Nullable Object> CompletableFuture<T> admit(Function<Snapshot, PooledCall<T>> factory) {
        PooledCall<T> call;
        try {
            call = factory.apply(settings.contextPropagator().capture());
        } catch (Throwable noContext) {
            return CompletableFuture.failedFuture(noContext);
        }
        try {
            switch (places.admit(call)) {
                case ACTIVE -> {
                    setTimeout(call);
                    start(call);
                }
                case QUEUED -> setTimeout(call);
                case FULL -> call.giveUp(full());
                case CLOSED -> call.giveUp(rejectedAsClosed());
            }
        } catch (Throwable noTimer) {
            call.giveUp(noTimer);
        }
        return call;
    }

    private void setTimeout(PooledCall<?> call) {
        if (settings.timeout() != null) {
            call.setTimeout(settings.timeout(), timeoutNanos);
        }
    }

    /** Gives a call that has a place to a thread; one that cannot have a thread fails, and its place goes to the next. */
    private void start(@Nullable PooledCall<?> first) {
        PooledCall<?> call = first;
        while (call != null) {
            try {
                workers.execute(call);
                return;
            } catch (Throwable noThread) {
                call = call.couldNotStart(noThread);
            }
        }
    }

    void leave(PooledCall<?> call) {
        start(places.leave(call));
    }

    Places places() {
        return places;
    }

    BulkheadEvents events() {
        return events;
    }

    /** Tells that a call found the bulkhead closed, or was still queued then, and returns what it fails with. */
    BulkheadClosedException rejectedAsClosed() {
        events.observers().rejected(Rejection.CLOSED, 0);
        return new BulkheadClosedException(name, settings.stackTraces());
    }

    private BulkheadFullException full() {
        var full = BulkheadFullException.of(settings, activeCalls(), queuedCalls());
        events.rejected(maxConcurrentCalls(), Duration.ZERO, Rejection.QUEUE_FULL, 0);
        return full;
    }

    /**
     * Closes the bulkhead at once: admits nothing more, fails queued calls with {@link BulkheadClosedException}, interrupts
     * running ones and fails their futures. Does not wait for operations that ignore the interrupt. Closing twice is
     * harmless.
     */
    @Override
    public void close() {
        places.close();
        places.calls().forEach(PooledCall::close);
        workers.shutdown();
        closed.complete(null);
    }

    /**
     * Closes the bulkhead after the calls that it has admitted, running and queued, have ended, or at the latest after
     * this time, as by {@link #close()}. Nothing more is admitted meanwhile.
     *
     * @param drain how long to wait at most; zero for not at all; must not be negative
     * @return true if every call ended by itself; false if time was over or the waiting thread was interrupted (its
     *     interrupt status is set again)
     */
    public boolean close(Duration drain) {
        Objects.requireNonNull(drain, "drain must not be null: use close() to close at once");
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain of bulkhead '" + name + "' must not be negative, was " + drain
                    + ": use close() to close at once");
        }
        long deadline = System.nanoTime() + NANOSECONDS.convert(drain);
        places.close();
        boolean drained = false;
        try {
            drained = places.awaitEmpty(deadline - System.nanoTime());
            if (drained) { // the last future may be about to complete on its thread
                workers.shutdown();
                var unused = workers.awaitTermination(deadline - System.nanoTime(), NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
        return drained;
    }

    /**
     * Returns true: a place is held until the operation has ended.
     *
     * @return true
     */
    @Override
    public boolean holdsPermit() {
        return true;
    }

    /**
     * Returns true: a caller leaves at the timeout, or when it is interrupted, while its operation still runs.
     *
     * @return true
     */
    @Override
    public boolean mayAbandon() {
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
        return "ThreadPoolBulkhead[" + name + ": " + activeCalls() + " of " + maxConcurrentCalls() + " active, "
                + queuedCalls() + " of " + settings.queueCapacity() + " queued]";
    }
}
