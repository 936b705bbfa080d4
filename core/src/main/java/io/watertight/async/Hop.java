// SPDX-License-Identifier: Apache-2.0
package io.watertight.async;

import io.watertight.Action;
import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.Operation;
import io.watertight.listener.FaultLog;
import org.jspecify.annotations.Nullable;

/** Runs work on another thread under the caller's context. */
public final class Hop {
    private static final FaultLog LOG = new FaultLog();

    private Hop() {}

    /**
     * Opens the context, runs the work, and closes the context again.
     *
     * @param <T> the type of the result
     * @param <X> the type of the work's exception
     * @param policy the name of the policy, for the log
     * @param snapshot the caller's context
     * @param work not started if the context cannot be opened
     * @return the work's result
     * @throws X what the work throws
     */
    public static <T extends @Nullable Object, X extends Throwable> T call(
            String policy, Snapshot snapshot, Operation<? extends T, X> work) throws X {
        Scope scope = snapshot.open();
        try {
            return work.call();
        } finally {
            close(policy, scope);
        }
    }

    /**
     * The same for work without a result.
     *
     * @param <X> the type of the work's exception
     * @param policy the name of the policy, for the log
     * @param snapshot the caller's context
     * @param work not started if the context cannot be opened
     * @throws X what the work throws
     */
    public static <X extends Throwable> void run(String policy, Snapshot snapshot, Action<X> work) throws X {
        Hop.<@Nullable Object, X>call(policy, snapshot, () -> {
            work.run();
            return null;
        });
    }

    /**
     * Runs work of ours that must happen whatever the context does: where it cannot be opened, that is logged and the work
     * runs without.
     *
     * @param policy the name of the policy, for the log
     * @param snapshot the caller's context
     * @param work ends or tells of a call; must not throw
     */
    static void runAnyway(String policy, Snapshot snapshot, Runnable work) {
        Scope scope;
        try {
            scope = snapshot.open();
        } catch (Throwable failure) {
            LOG.report(
                    "A context of '" + policy + "' could not be opened, so a call ended without it", snapshot, failure);
            work.run();
            return;
        }
        try {
            work.run();
        } finally {
            close(policy, scope);
        }
    }

    /**
     * Runs work of ours on a virtual thread under the caller's context; where no thread can be started, here: a call that
     * nobody ends is worse than a thread that is held up.
     *
     * @param policy the name of the policy, for the log and the thread
     * @param snapshot the caller's context
     * @param work ends a call; must not throw
     */
    public static void runElsewhere(String policy, Snapshot snapshot, Runnable work) {
        Runnable inContext = () -> runAnyway(policy, snapshot, work);
        try {
            Thread.ofVirtual().name(policy + "-timeout").start(inContext);
        } catch (Throwable noThread) {
            inContext.run();
        }
    }

    private static void close(String policy, Scope scope) {
        try {
            scope.close();
        } catch (Throwable failure) {
            LOG.report(
                    "A context of '" + policy + "' could not be closed; its thread may keep a caller's values",
                    scope,
                    failure);
        }
    }
}
