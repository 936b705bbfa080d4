// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The propagator of no context, and the mechanics of the ready-made ones. */
final class NoContext implements ContextPropagator, Snapshot, Scope {
    static final NoContext INSTANCE = new NoContext();

    private NoContext() {}

    @Override
    public Snapshot capture() {
        return this;
    }

    @Override
    public Scope open() {
        return this;
    }

    @Override
    public void close() {}

    static <T extends @Nullable Object> void set(ThreadLocal<T> local, @Nullable T value) {
        if (value == null) {
            local.remove();
        } else {
            local.set(value);
        }
    }

    /** Opens all or none: where one fails, those before it are closed again. */
    static Scope openAll(List<Snapshot> snapshots) {
        Deque<Scope> open = new ArrayDeque<>();
        try {
            snapshots.forEach(snapshot -> open.push(snapshot.open()));
        } catch (Throwable failure) {
            closeAll(open, failure);
            throw failure;
        }
        return () -> {
            var failures = new IllegalStateException("A context could not be closed");
            closeAll(open, failures);
            if (failures.getSuppressed().length > 0) {
                throw failures;
            }
        };
    }

    private static void closeAll(Deque<Scope> open, Throwable failures) {
        for (Scope scope : open) {
            try {
                scope.close();
            } catch (Throwable failure) {
                failures.addSuppressed(failure);
            }
        }
    }
}
