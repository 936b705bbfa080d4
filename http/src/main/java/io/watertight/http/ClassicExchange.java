// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.lang.ref.Cleaner.Cleanable;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** One exchange by Apache's client: it is over when its response, or the entity of that, is. */
final class ClassicExchange {
    private final Compartment compartment;
    private final Object request;
    private final LimitedRuntime runtime;
    private final LeakGuard.Report report;
    private final CompletableFuture<@Nullable Void> end = new End();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean cut;
    private volatile boolean responded;
    private volatile @Nullable Cleanable guard;

    ClassicExchange(Compartment compartment, ExecChain.Scope scope, String what, Origin origin) {
        this.compartment = compartment;
        this.request = scope.originalRequest; // not the scope: its context reaches the response, see LeakGuard
        this.runtime = new LimitedRuntime(scope.execRuntime);
        this.report = new LeakGuard.Report(what, origin);
    }

    /** The scope for the rest of the chain. */
    ExecChain.Scope limited(ExecChain.Scope scope) {
        return new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, runtime, scope.clientContext);
    }

    CompletableFuture<@Nullable Void> start() {
        return end;
    }

    /** The response as the caller gets it. */
    ClassicHttpResponse responded(ClassicHttpResponse response) {
        HttpEntity entity = response.getEntity();
        if (entity == null || !entity.isStreaming()) {
            over();
            return response;
        }
        CloseableHttpResponse inner = CloseableHttpResponse.adapt(response);
        var open = new OpenEntity(entity, this);
        response.setEntity(open);
        guard = LeakGuard.watch(open, this::abandon);
        responded = true;
        if (cut) {
            over();
        }
        return CloseableHttpResponse.create(response, (itself, mode) -> open.end(() -> inner.close(mode)));
    }

    void over() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        Cleanable current = guard;
        if (current != null) {
            current.clean();
        }
        end.complete(null);
    }

    /** Tells of the limit instead of the noise that a connection makes when it is closed under its user. */
    void requireNotCut(Throwable failure) throws SocketTimeoutException {
        if (cut) {
            var exceeded = compartment.exceeded();
            exceeded.addSuppressed(failure);
            var timeout = new SocketTimeoutException(exceeded.getMessage());
            timeout.initCause(exceeded);
            throw timeout;
        }
    }

    private void abandon() {
        if (!over.get()) {
            try {
                report.log();
            } finally {
                cancel();
                over();
            }
        }
    }

    private void cancel() {
        if (request instanceof Cancellable cancellable) {
            cancellable.cancel(); // also a wait for a connection
        }
        runtime.cancel();
    }

    /**
     * The end of the exchange. At the limit the connection is closed. That is the end, unless a thread is still on its way
     * to the response: then its return is.
     */
    private final class End extends CompletableFuture<@Nullable Void> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            cut = true;
            ClassicExchange.this.cancel();
            if (responded) {
                over();
            }
            return false;
        }
    }
}
