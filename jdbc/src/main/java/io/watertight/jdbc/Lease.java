// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.watertight.bulkhead.Permit;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection that a partition has handed out, with the permit that it holds: from {@code getConnection()} until the
 * pool has the connection back.
 *
 * <p><b>How it ends.</b> Once, whoever comes first:
 * <ol>
 * <li>{@code close()}, by any thread: the pool takes the connection back, then the permit is released, also where closing
 *     throws, for the pool recycles or discards the connection in any case. A connection that the pool has marked for
 *     eviction meanwhile is discarded at this moment and its place is free for a new one.
 * <li>{@code abort()}: the physical connection is cut and the pool is told to discard it. HikariCP alone would wait for a
 *     {@code close()} that JDBC no longer demands.
 * <li>{@code isClosed()} answers true because the pool discarded a broken connection: the caller has been told that there
 *     is nothing left to close.
 * </ol>
 * The permit is released last, so a free permit means that the pool has, or can open, a connection.
 */
final class Lease extends HandedOut {
    private enum State {
        OPEN,
        ENDING,
        ENDED
    }

    private final Partition partition;
    private final Permit permit;
    private final Connection pooled;
    private final Connection connection;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

    /** The thread that got the connection, until another one uses it; guarded by the partition's holdings. */
    volatile @Nullable Thread holder;

    Lease(Partition partition, Permit permit, Connection pooled) {
        super(pooled);
        this.partition = partition;
        this.permit = permit;
        this.pooled = pooled;
        this.connection = (Connection) Proxy.newProxyInstance(LOADER, new Class<?>[] {Connection.class}, this);
    }

    /** The connection as the caller sees it. */
    Connection connection() {
        return connection;
    }

    /** The lease behind a connection that {@link #connection} gave, or null for any other. */
    static @Nullable Lease of(Connection connection) {
        return Proxy.isProxyClass(connection.getClass())
                        && Proxy.getInvocationHandler(connection) instanceof Lease lease
                ? lease
                : null;
    }

    Partition partition() {
        return partition;
    }

    Connection pooled() {
        return pooled;
    }

    @Override
    Lease lease() {
        return this;
    }

    /** To be called at each use: a connection that another thread uses no longer counts for the one that got it. */
    void used() {
        Thread owner = holder;
        if (owner != null && owner != Thread.currentThread()) {
            partition.holdings().strikeOff(this);
        }
    }

    @Override
    @Nullable
    Object answer(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "close" -> {
                close();
                yield null;
            }
            case "abort" -> {
                abort(arguments == null ? null : (Executor) arguments[0]);
                yield null;
            }
            case "isClosed" -> isClosed();
            default -> super.answer(proxy, method, arguments);
        };
    }

    @Override
    String describe() {
        return "Connection of partition '" + partition.name() + "' (" + pooled + ")";
    }

    private void close() throws SQLException {
        if (state.compareAndSet(State.OPEN, State.ENDING)) {
            try {
                pooled.close();
            } finally {
                end();
            }
        }
    }

    // While another thread closes, and hangs in it, cutting the connection is what helps; the close releases.
    private void abort(@Nullable Executor executor) throws SQLException {
        if (!state.compareAndSet(State.OPEN, State.ENDING)) {
            if (state.get() == State.ENDING) {
                pooled.abort(executor);
            }
            return;
        }
        try {
            pooled.abort(executor);
        } catch (Throwable refused) {
            state.set(State.OPEN);
            throw refused;
        }
        discard();
    }

    private boolean isClosed() throws SQLException {
        if (state.get() == State.OPEN && pooled.isClosed()) {
            close();
        }
        return state.get() != State.OPEN;
    }

    /** Takes the connection out of the pool for good. */
    private void discard() {
        try {
            partition.pool().evictConnection(pooled);
        } finally {
            end();
        }
    }

    private void end() {
        state.set(State.ENDED);
        try {
            partition.holdings().strikeOff(this);
        } finally {
            permit.close();
        }
    }
}
