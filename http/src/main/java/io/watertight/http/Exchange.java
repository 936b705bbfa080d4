// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.TimeoutExceededException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One exchange by a client: it has ended when all its parts have. The parts are the sending itself, which ends with the
 * client's future, and every body that was begun, of the response and of pushed responses.
 *
 * <p>The permit hangs on {@link #start}'s stage. A part is closed before anybody is told of its end, so whoever is told
 * "done", by the response future or at the end of a stream, finds the permit free.
 *
 * <p><b>Cut short</b>, by the limit or its caller, the exchange is cancelled rather than waited for: the bodies are
 * cancelled and fail, and so does the client's future, which with the JDK's client closes the connection, or resets the
 * stream of HTTP/2, and ends at once. What does not end at once, a handler that is running or a client whose future cannot
 * be cancelled, keeps the permit until it does.
 *
 * <p>While a body is open nothing here may reach the response: its reader is the only one to keep it, so that
 * {@link LeakGuard} sees when it has been forgotten.
 */
final class Exchange<T> {
    private final HttpClient client;
    private final Compartment compartment;
    private final HttpRequest request;
    private final PartHandler<T> handler;
    private final @Nullable PushPromiseHandler<T> pushes;
    private final Origin origin;

    private final End end = new End();
    private final AtomicInteger open = new AtomicInteger(1);
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Throwable> cutShort = new AtomicReference<>();
    private volatile boolean left;
    private volatile @Nullable CompletableFuture<HttpResponse<T>> sending;
    private volatile @Nullable ResponseFuture<T> response = new ResponseFuture<>(this::leave);
    private volatile @Nullable HttpResponse<T> outcome;
    private volatile @Nullable Throwable failure;

    /** What can be made to end. */
    interface Part {
        void fail(Throwable cause);
    }

    Exchange(
            HttpClient client,
            Compartment compartment,
            HttpRequest request,
            BodyHandler<T> handler,
            @Nullable PushPromiseHandler<T> pushes,
            Origin origin) {
        this.client = client;
        this.compartment = compartment;
        this.request = request;
        this.handler = new PartHandler<>(this, handler);
        this.pushes = pushes;
        this.origin = origin;
    }

    /** The caller's future; to be asked for before the start. */
    ResponseFuture<T> response() {
        return Objects.requireNonNull(response);
    }

    String describe() {
        return request.method() + " " + compartment.bulkhead().name() + " "
                + request.uri().getPath();
    }

    boolean asksForNoBody() {
        return request.method().equals("HEAD");
    }

    Origin origin() {
        return origin;
    }

    /** Sends the request, now that there is a permit; the future completes when the exchange has ended. */
    CompletableFuture<@Nullable Void> start() {
        try {
            CompletableFuture<HttpResponse<T>> sent = pushes == null
                    ? client.sendAsync(request, handler)
                    : client.sendAsync(request, handler, new WatchedPushes<>(this, pushes));
            sending = sent;
            CompletionStage<HttpResponse<T>> told = sent;
            told.whenComplete(this::sent);
            if (cutShort.get() != null) {
                sent.cancel(true);
            }
        } catch (Throwable notSent) {
            sent(null, notSent);
        }
        return end;
    }

    private void sent(@Nullable HttpResponse<T> answer, @Nullable Throwable thrown) {
        sending = null;
        if (answer == null) {
            Throwable cause = thrown == null ? new NullPointerException("The client answered null") : unwrap(thrown);
            failure = cause;
            failParts(cause);
            closed();
            return;
        }
        outcome = answer;
        if (closed() || handler.bodyIsEmpty()) {
            return; // settled() tells, for an empty body too: nobody who reads it would see its end
        }
        ResponseFuture<T> waiting = response;
        response = null;
        outcome = null;
        if (waiting == null || !waiting.deliver(handler.guarded(answer), null)) {
            cut(new CancellationException("Nobody is left to read the body of " + describe()));
        }
    }

    /**
     * The call under the policies has come to its end, and its permit, if it had one, is back.
     *
     * @param refusal what a policy has to say, or null if the exchange ended by itself
     */
    void settled(@Nullable Throwable refusal) {
        ResponseFuture<T> waiting = response;
        if (waiting == null) {
            return; // told when the headers came
        }
        response = null;
        if (refusal instanceof TimeoutExceededException exceeded) {
            waiting.deliver(null, Compartment.timedOut(exceeded));
        } else {
            waiting.deliver(outcome, refusal == null ? failure : refusal);
        }
        outcome = null;
    }

    private void leave() {
        left = true;
    }

    /** The caller wants no response any more. */
    void cancel() {
        leave();
        cut(new CancellationException("The caller left " + describe()));
    }

    private void cut(Throwable cause) {
        if (!cutShort.compareAndSet(null, cause)) {
            return;
        }
        failParts(cause);
        if (!parts.isEmpty()) {
            tell(cause); // code of the caller is running there, which also holds up the JDK's cancellation in HTTP/2
        }
        CompletableFuture<?> running = sending;
        if (running != null) {
            running.cancel(true);
        }
        tell(cause); // where the client's future does not end at once
    }

    private void tell(Throwable cause) {
        ResponseFuture<T> waiting = response;
        if (waiting != null) {
            waiting.deliver(null, cause);
        }
    }

    private void failParts(Throwable cause) {
        parts.forEach(part -> part.fail(cause));
    }

    /** One more part, which {@link #closed} must be told of once; one that comes after a cut is cut at once. */
    void opened(Part part) {
        open.incrementAndGet();
        parts.add(part);
        Throwable cause = cutShort.get();
        if (cause != null) {
            part.fail(cause);
        }
    }

    void closed(Part part) {
        parts.remove(part);
        closed();
    }

    private boolean closed() {
        boolean last = open.decrementAndGet() == 0;
        if (last) {
            end.complete(null);
        }
        return last;
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable inner = thrown;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** The end of the exchange; who cancels it, the limit or the caller's future, cuts the exchange short. */
    private final class End extends CompletableFuture<@Nullable Void> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            cut(
                    left || compartment.timeout() == null
                            ? new CancellationException("The caller left " + describe())
                            : compartment.timedOut());
            return false;
        }
    }
}
