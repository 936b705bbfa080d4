// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.io.IOException;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.util.TimeValue;

/**
 * A connection that is of no more use once it was cancelled. The client's own cancels the connection that it has; an
 * exchange that had none yet, or is about to be repeated, would go on with the next one.
 */
final class LimitedRuntime implements ExecRuntime {
    private final ExecRuntime runtime;
    private volatile boolean cancelled;

    LimitedRuntime(ExecRuntime runtime) {
        this.runtime = runtime;
    }

    void cancel() {
        cancelled = true; // first: who looks after this does not begin, who looked before has a connection to be closed
        if (runtime instanceof Cancellable cancellable) {
            cancellable.cancel();
        } else {
            runtime.discardEndpoint();
        }
    }

    private void requireNotCancelled() throws RequestFailedException {
        if (cancelled) {
            throw new RequestFailedException("The exchange was cancelled at its time limit");
        }
    }

    @Override
    public boolean isExecutionAborted() {
        return cancelled || runtime.isExecutionAborted();
    }

    @Override
    public void acquireEndpoint(String id, HttpRoute route, Object state, HttpClientContext context)
            throws IOException {
        requireNotCancelled();
        runtime.acquireEndpoint(id, route, state, context);
    }

    @Override
    public void connectEndpoint(HttpClientContext context) throws IOException {
        requireNotCancelled();
        runtime.connectEndpoint(context);
    }

    @Override
    public void upgradeTls(HttpClientContext context) throws IOException {
        requireNotCancelled();
        runtime.upgradeTls(context);
    }

    @Override
    public ClassicHttpResponse execute(String id, ClassicHttpRequest request, HttpClientContext context)
            throws IOException, HttpException {
        requireNotCancelled();
        return runtime.execute(id, request, context);
    }

    @Override
    public ClassicHttpResponse execute(
            String id, ClassicHttpRequest request, HttpResponseInformationCallback callback, HttpClientContext context)
            throws IOException, HttpException {
        requireNotCancelled();
        return runtime.execute(id, request, callback, context);
    }

    @Override
    public boolean isEndpointAcquired() {
        return runtime.isEndpointAcquired();
    }

    @Override
    public void releaseEndpoint() {
        runtime.releaseEndpoint();
    }

    @Override
    public void discardEndpoint() {
        runtime.discardEndpoint();
    }

    @Override
    public boolean isEndpointConnected() {
        return runtime.isEndpointConnected();
    }

    @Override
    public void disconnectEndpoint() throws IOException {
        runtime.disconnectEndpoint();
    }

    @Override
    public EndpointInfo getEndpointInfo() {
        return runtime.getEndpointInfo();
    }

    @Override
    public boolean isConnectionReusable() {
        return runtime.isConnectionReusable();
    }

    @Override
    public void markConnectionReusable(Object state, TimeValue validity) {
        runtime.markConnectionReusable(state, validity);
    }

    @Override
    public void markConnectionNonReusable() {
        runtime.markConnectionNonReusable();
    }

    @Override
    public ExecRuntime fork(CancellableDependency dependency) {
        return runtime.fork(dependency);
    }
}
