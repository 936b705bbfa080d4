// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.ResilientException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A partition whose blocking calls hold a connection; JDBC has no asynchronous ones, so these take its permits. */
record ConnectionWay(Partition partition) implements Policy {
    @Override
    public String name() {
        return partition.name();
    }

    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        Connection connection = connection();
        try {
            return operation.call();
        } finally {
            close(connection);
        }
    }

    private Connection connection() {
        try {
            return partition.getConnection();
        } catch (SQLException e) {
            if (e.getCause() instanceof ResilientException own) {
                throw own;
            }
            throw new AssertionError(e);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        return partition.bulkhead().callAsync(operation);
    }
}
