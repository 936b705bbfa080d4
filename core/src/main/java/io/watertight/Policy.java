// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One rule around a call to a dependency: who may start it, how long it may last, what happens when it fails.
 *
 * <p>A policy is immutable configuration around live state. It is safe for use by any number of threads, and the same
 * instance must be shared by all callers that the rule is for.
 *
 * <p>What the operation returns or throws passes through unchanged. What the policy itself throws is a
 * {@link ResilientException}; where the operation was never started, a {@link CallRejectedException}.
 */
public interface Policy {
    /**
     * Returns the name that events, exceptions and metrics carry.
     *
     * @return the name; never blank
     */
    String name();

    /**
     * Calls the operation under this rule and returns its result.
     *
     * @param <T> the type of the result
     * @param <X> the type of the operation's exception
     * @param operation what to call; never touched when the call is rejected
     * @return the operation's result
     * @throws X what the operation throws, as it is
     * @throws CallRejectedException when the rule does not let the operation start
     * @throws ResilientException when the rule itself ends the call in another way; the policy says which
     */
    <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X;

    /**
     * Runs the action under this rule; the same as {@link #call} for an operation without a result.
     *
     * @param <X> the type of the action's exception
     * @param action what to run; never touched when the call is rejected
     * @throws X what the action throws, as it is
     * @throws CallRejectedException when the rule does not let the action start
     */
    default <X extends Throwable> void run(Action<X> action) throws X {
        Objects.requireNonNull(action, "action must not be null");
        this.<@Nullable Object, X>call(() -> {
            action.run();
            return null;
        });
    }

    /**
     * Starts an asynchronous operation under this rule, and never blocks the caller.
     *
     * <p>The operation has ended when the stage it returned has ended; until then it counts as running, whatever is
     * done to the returned future. Rejection and every other failure, a throwing supplier included, arrive as a failed
     * future.
     *
     * @param <T> the type of the result
     * @param operation starts the work and returns its stage; never touched when the call is rejected
     * @return a new future that completes as the stage does, or fails with what the rule has to say
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation);

    /**
     * Returns what this policy was configured with: equal for equal configurations, readable as text, and nothing else is
     * promised of it. A {@code Registry} tells by it whether two definitions of a name are the same.
     *
     * @return this policy itself unless the policy says otherwise
     */
    default Object configuration() {
        return this;
    }

    /**
     * Returns whether a call under this policy holds a permit until its operation has ended, so that whatever stands
     * inside must not return before the operation has. {@link Pipeline} asks.
     *
     * @return false unless the policy says otherwise
     */
    default boolean holdsPermit() {
        return false;
    }

    /**
     * Returns whether a call under this policy may return while its operation still runs. Such a policy is sound only
     * outside of one that {@linkplain #holdsPermit holds a permit}, which would give the permit back too early. {@link
     * Pipeline} asks.
     *
     * @return false unless the policy says otherwise
     */
    default boolean mayAbandon() {
        return false;
    }
}
