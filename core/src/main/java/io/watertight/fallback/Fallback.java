// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import io.watertight.CallRejectedException;
import io.watertight.ContextPropagator;
import io.watertight.Operation;
import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.fallback.FallbackEvent.Answered;
import io.watertight.fallback.FallbackEvent.Failed;
import io.watertight.listener.Listeners;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What to answer when a call fails or is rejected: a value, or a function of the cause.
 *
 * <p>A fallback is nearly always the outermost thing around a call, and since it makes results it has their type; that is
 * why it is no {@link Policy} and not part of a {@link Pipeline}, but stands {@linkplain #around around} one.
 *
 * <pre>{@code
 * Fallback<Stock> guarded = Fallback.to(Stock.UNKNOWN)
 *         .on(CallRejectedException.class)
 *         .around(Pipeline.of(CircuitBreaker.of("inventory"), bulkhead));
 * System.out.println(guarded); // fallback(circuitBreaker(bulkhead(operation)))
 *
 * Stock stock = guarded.call(() -> client.fetch("sku-42")); // an IOException of the client comes through
 * }</pre>
 *
 * <p><b>When it answers.</b> For the types it is {@linkplain #on on}, subclasses included; where none is given, for every
 * {@link Exception}. <b>Never</b> for an {@link Error}, and never for an interruption, that is an {@link
 * InterruptedException} or a {@link ResilientException} caused by one, not even where {@code on(Throwable.class)} is asked
 * for or a {@link java.util.concurrent.CompletionException} or {@link java.util.concurrent.ExecutionException} is around
 * it; the interrupt status is left as it is. What it does not answer for reaches the caller as the same object.
 *
 * <p>Name the types. A fallback for every exception also answers for a {@link NullPointerException} of your own, and the
 * fault is never seen; {@link CallRejectedException} alone is the narrowest useful choice.
 *
 * <p><b>When it fails itself</b>, the caller gets what it threw, with what the call failed with {@linkplain
 * Throwable#addSuppressed suppressed}, so that the first cause is not lost. (An exception made without suppression cannot
 * carry it, nor one that the first failure already has as its cause; the {@link Failed} event has both.)
 *
 * <p><b>No limit of its own.</b> The function runs on the thread where the failure came to light, the caller's own for
 * {@link #call}, and after all policies inside have let go: it holds no permit. Any number may run at once. A fallback
 * that calls another service needs a bulkhead and a timeout for that.
 *
 * <p><b>Listeners</b> are called on the thread where the event happens, before the caller has the answer. Whatever a
 * listener throws is logged and dropped. Without a listener no event is built and no clock is read.
 *
 * <p>A fallback is immutable and safe for use by any number of threads; every method that returns a fallback returns a
 * new one. It has no state, so there is nothing to share but what it is around.
 *
 * @param <T> the type of the results
 */
public final class Fallback<T extends @Nullable Object> {
    /** Far beyond any chain of causes that is not a circle already. */
    private static final int MAX_DEPTH = 100;

    private final Function<? super Throwable, ? extends T> answer;
    private final FallbackSettings settings;
    private final Listeners<Answered> answeredListeners;
    private final Listeners<Failed> failedListeners;

    private Fallback(Function<? super Throwable, ? extends T> answer, FallbackSettings settings) {
        this.answer = answer;
        this.settings = settings;
        this.answeredListeners = settings.listeners().of(Answered.class);
        this.failedListeners = settings.listeners().of(Failed.class);
    }

    /**
     * Creates a fallback to a fixed value.
     *
     * @param <T> the type of the results
     * @param value the answer; may be null
     * @return a new fallback for every {@link Exception}
     */
    public static <T extends @Nullable Object> Fallback<T> to(T value) {
        return new Fallback<>(cause -> value, FallbackSettings.standard());
    }

    /**
     * Creates a fallback to what a function makes of the cause.
     *
     * @param <T> the type of the results
     * @param answer gets what the call failed with, as it was thrown, of an asynchronous call without {@link
     *     java.util.concurrent.CompletionException} around it; called from many threads at once
     * @return a new fallback for every {@link Exception}
     */
    public static <T extends @Nullable Object> Fallback<T> with(Function<? super Throwable, ? extends T> answer) {
        Objects.requireNonNull(answer, "answer must not be null: use Fallback.to(null) to answer with null");
        return new Fallback<>(answer, FallbackSettings.standard());
    }

    /**
     * Returns a fallback that answers for failures of this type, besides those of the types already given.
     *
     * @param type a type of exception, subclasses included
     * @return a new fallback
     * @throws IllegalArgumentException if the type is an {@link Error} or an {@link InterruptedException}, for which a
     *     fallback never answers
     */
    public Fallback<T> on(Class<? extends Throwable> type) {
        return new Fallback<>(answer, settings.withType(type));
    }

    /**
     * Returns a fallback that calls operations under this policy, inside the policies already given:
     * {@code around(a).around(b)} is {@code fallback(a(b(operation)))}, the order of {@link Pipeline#of}.
     *
     * @param policy the next policy towards the operation
     * @return a new fallback
     * @throws IllegalArgumentException if the order is unsound, or the policy is already there, as in a pipeline
     */
    public Fallback<T> around(Policy policy) {
        return new Fallback<>(answer, settings.withPolicy(policy));
    }

    /**
     * Returns a fallback that answers asynchronous calls in the context of their caller, whatever thread they fail on.
     * A blocking call is answered on its caller's own thread, in the context that is there.
     *
     * @param propagator what to carry; the default is {@link ContextPropagator#none()}
     * @return a new fallback
     */
    public Fallback<T> withContextPropagator(ContextPropagator propagator) {
        return new Fallback<>(answer, settings.withContextPropagator(propagator));
    }

    /**
     * Returns a fallback with one more listener, for every kind of event.
     *
     * @param listener called for each event after those already there
     * @return a new fallback
     */
    public Fallback<T> withListener(Consumer<? super FallbackEvent> listener) {
        return withListener(FallbackEvent.class, listener);
    }

    /**
     * Returns a fallback with one more listener, for one kind of event.
     *
     * @param <E> the kind of event
     * @param type the kind: {@code Answered.class} or {@code Failed.class}
     * @param listener called for each event of that kind after those already there
     * @return a new fallback
     */
    public <E extends FallbackEvent> Fallback<T> withListener(Class<E> type, Consumer<? super E> listener) {
        Objects.requireNonNull(type, "type must not be null: use FallbackEvent.class for every kind of event");
        Objects.requireNonNull(listener, "listener must not be null");
        return new Fallback<>(
                answer, settings.withListeners(settings.listeners().and(type, listener)));
    }

    /**
     * Returns a fallback whose events carry the time of this clock.
     *
     * @param clock the default is {@link Clock#systemUTC()}
     * @return a new fallback
     */
    public Fallback<T> withClock(Clock clock) {
        return new Fallback<>(answer, settings.withClock(clock));
    }

    /**
     * Calls the operation under the policies and returns its result, or the fallback's answer.
     *
     * @param <X> the type of the operation's exception
     * @param operation what to call
     * @return the result or the answer
     * @throws X what the operation throws, where the fallback does not answer for it
     * @throws ResilientException what a policy throws, where the fallback does not answer for it
     */
    public <X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        Objects.requireNonNull(operation, "operation must not be null");
        try {
            Pipeline policies = settings.policies();
            return policies == null ? operation.call() : policies.<T, X>call(operation);
        } catch (Throwable failure) {
            if (!appliesTo(failure)) {
                throw failure;
            }
            return answer(failure);
        }
    }

    /**
     * Starts the asynchronous operation under the policies; the future completes with its result, or the fallback's
     * answer.
     *
     * <p>The function runs on the thread on which the call failed. Cancelling the future cancels the call. A future that
     * the caller has ended, by {@code cancel}, {@code orTimeout} or otherwise, needs no answer, and the function is not
     * called.
     *
     * @param operation starts the work and returns its stage
     * @return a new future; every failure that is not answered for arrives there, a throwing supplier's included
     */
    public CompletableFuture<T> callAsync(Supplier<? extends @Nullable CompletionStage<T>> operation) {
        Objects.requireNonNull(operation, "operation must not be null");
        AsyncAnswer<T> call;
        try {
            call = new AsyncAnswer<>(this, settings.contextPropagator().capture());
        } catch (Throwable noContext) {
            return CompletableFuture.failedFuture(noContext);
        }
        Pipeline policies = settings.policies();
        call.to(policies == null ? operation : () -> policies.callAsync(operation));
        return call;
    }

    boolean appliesTo(Throwable failure) {
        return settings.appliesTo(failure);
    }

    private T answer(Throwable cause) {
        try {
            return ask(cause);
        } catch (Throwable failure) {
            failed(cause, failure);
            throw failure;
        }
    }

    /** Asks for the answer and tells of it. */
    T ask(Throwable cause) {
        T value = answer.apply(cause);
        if (!answeredListeners.isEmpty()) {
            answeredListeners.fire(
                    settings.name(), () -> new Answered(settings.clock().instant(), settings.name(), cause));
        }
        return value;
    }

    /** Ties the cause to the fallback's own failure and tells of it. */
    void failed(Throwable cause, Throwable failure) {
        if (!isInChain(failure, cause)) {
            failure.addSuppressed(cause);
        }
        if (!failedListeners.isEmpty()) {
            failedListeners.fire(
                    settings.name(), () -> new Failed(settings.clock().instant(), settings.name(), cause, failure));
        }
    }

    /** Whether it is the exception itself or among its causes; suppressing would then make a circle. */
    @SuppressWarnings("ReferenceEquality") // addSuppressed refuses the same object
    private static boolean isInChain(Throwable wanted, Throwable start) {
        Throwable one = start;
        for (int depth = 0; one != null && depth < MAX_DEPTH; depth++) {
            if (one == wanted) {
                return true;
            }
            one = one.getCause();
        }
        return false;
    }

    /** Returns the order, for instance {@code fallback(circuitBreaker(bulkhead(operation)))}. */
    @Override
    public String toString() {
        Pipeline policies = settings.policies();
        return "fallback(" + (policies == null ? "operation" : policies) + ")";
    }
}
