// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.http.OperationClient.OperationRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The contract's calls as exchanges of a client with walls whose innermost is an {@link OperationClient}. */
record HttpWay(String name, URI uri, HttpClient client) implements Policy {

    /** What became of an operation. */
    private record Outcome<T extends @Nullable Object>(
            @Nullable T value, @Nullable Throwable failure) {}

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the operation can throw nothing but X
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        var outcome = new AtomicReference<@Nullable Outcome<T>>();
        var request = new OperationRequest(uri, () -> {
            try {
                outcome.set(new Outcome<>(operation.call(), null));
            } catch (Throwable failure) {
                outcome.set(new Outcome<>(null, failure));
            }
            return CompletableFuture.completedFuture("ended");
        });
        try {
            client.send(request, BodyHandlers.discarding());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ResilientException("interrupted", e);
        }
        Outcome<T> ended = outcome.get();
        if (ended.failure() != null) {
            throw (X) ended.failure();
        }
        return ended.value();
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        var request = new OperationRequest(uri, operation);
        return new Call<>(client.sendAsync(request, BodyHandlers.discarding()), request);
    }

    /** The response's future, with the operation's value for the response. */
    private static final class Call<T extends @Nullable Object> extends CompletableFuture<T> {
        private final CompletableFuture<HttpResponse<Void>> response;
        private volatile boolean ending;

        @SuppressWarnings({"unchecked", "NullAway"}) // the operation's value, which may be null
        Call(CompletableFuture<HttpResponse<Void>> response, OperationRequest request) {
            this.response = response;
            CompletionStage<HttpResponse<Void>> told = response;
            told.whenComplete((answer, failure) -> {
                if (ending) {
                    return;
                }
                if (failure == null) {
                    super.complete((T) request.value());
                } else {
                    super.completeExceptionally(failure);
                }
            });
        }

        private void giveUp() {
            ending = true;
            response.completeExceptionally(new CancellationException());
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            ending = true;
            response.cancel(true);
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public boolean complete(T early) {
            giveUp();
            return super.complete(early);
        }

        @Override
        public boolean completeExceptionally(Throwable failure) {
            giveUp();
            return super.completeExceptionally(failure);
        }

        @Override
        public void obtrudeValue(T early) {
            giveUp();
            super.obtrudeValue(early);
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new CompletableFuture<>();
        }
    }
}
