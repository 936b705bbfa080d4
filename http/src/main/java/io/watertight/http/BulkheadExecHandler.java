// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.ResilientException;
import io.watertight.bulkhead.Permit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.pool.ConnPoolControl;
import org.jspecify.annotations.Nullable;

/**
 * Walls for Apache HttpClient 5, classic: an interceptor by which every exchange takes a permit of its destination first
 * and keeps it until the response has been closed, or its entity read to the end or closed.
 *
 * <pre>{@code
 * PoolingHttpClientConnectionManager pool = PoolingHttpClientConnectionManagerBuilder.create()
 *         .setMaxConnPerRoute(40)
 *         .setMaxConnTotal(70)
 *         .build();
 * HttpBulkheads walls = HttpBulkheads.of(Bulkhead.of("other-hosts", 20))
 *         .withDestination("https://inventory.internal", Bulkhead.of("inventory", 40), Duration.ofSeconds(2));
 *
 * CloseableHttpClient client = HttpClients.custom()
 *         .setConnectionManager(pool)
 *         .addExecInterceptorFirst("bulkheads", BulkheadExecHandler.of(walls, pool))
 *         .build();
 * }</pre>
 *
 * <p>Put it first in the chain, where one permit covers the redirects and retries of an exchange. A rejected exchange fails
 * with {@link io.watertight.bulkhead.BulkheadFullException}; the request was not touched. At the timeout the connection is
 * closed, and who waits for the response or reads the entity gets a {@link java.net.SocketTimeoutException} whose cause is a
 * {@link io.watertight.TimeoutExceededException}. While a connection is being established only the client's own connect timeout
 * can end it; the permit is held as long.
 *
 * <p>The pool of the client is a limit too, 5 connections for a route and 25 in all unless it is told otherwise, and an
 * exchange that waits for one holds a permit. Where the pool is the tighter one, that is logged as a warning when the handler is
 * made, through {@link System.Logger} {@code io.watertight.http}.
 *
 * <p>The asynchronous client ({@code CloseableHttpAsyncClient}) is not covered.
 *
 * <p>Safe for use by any number of threads, and in any number of clients that share the pool.
 */
public final class BulkheadExecHandler implements ExecChainHandler {
    private final Compartments compartments;
    private final Function<? super ClassicHttpRequest, @Nullable String> destination;
    private final boolean leakTraces;

    private BulkheadExecHandler(
            HttpBulkheads walls, Function<? super ClassicHttpRequest, @Nullable String> destination) {
        this.compartments = walls.compartments();
        this.destination = destination;
        this.leakTraces = walls.leakTraces();
    }

    /**
     * Creates the interceptor for a client with this pool; the destination of a request is its host and port.
     *
     * @param walls the compartments
     * @param pool the client's connection manager, to be checked against the compartments
     * @return an interceptor to be put first
     * @throws IllegalArgumentException if a destination has no port
     */
    public static BulkheadExecHandler of(HttpBulkheads walls, ConnPoolControl<HttpRoute> pool) {
        Objects.requireNonNull(walls, "walls must not be null");
        walls.requireHostsAndPorts();
        return of(walls, pool, BulkheadExecHandler::hostAndPort);
    }

    /**
     * Creates the interceptor for a client with this pool.
     *
     * @param walls the compartments
     * @param pool the client's connection manager, to be checked against the compartments
     * @param destination names the destination of a request; null or a name without a compartment: the one that all
     *     others share. What it throws, the client's {@code execute} throws
     * @return an interceptor to be put first
     */
    public static BulkheadExecHandler of(
            HttpBulkheads walls,
            ConnPoolControl<HttpRoute> pool,
            Function<? super ClassicHttpRequest, @Nullable String> destination) {
        Objects.requireNonNull(walls, "walls must not be null");
        Objects.requireNonNull(pool, "pool must not be null: give the client's connection manager");
        Objects.requireNonNull(destination, "destination must not be null: leave it out for host and port");
        var handler = new BulkheadExecHandler(walls, destination);
        PoolCheck.warn(handler.compartments, pool);
        return handler;
    }

    /** The client has given the request its authority before it comes here. */
    private static @Nullable String hostAndPort(ClassicHttpRequest request) {
        var authority = request.getAuthority();
        return authority == null ? null : Keys.of(request.getScheme(), authority.getHostName(), authority.getPort());
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Compartment compartment = compartments.of(destination.apply(request));
        HttpHost host = scope.route.getTargetHost();
        String what = request.getMethod() + " " + compartment.bulkhead().name() + " " + host;
        var exchange = new ClassicExchange(compartment, scope, what, Origin.here(leakTraces));
        Permit permit = acquire(compartment);
        try {
            compartment.underLimit(exchange::start).whenComplete((ended, failure) -> permit.close());
            return exchange.responded(chain.proceed(request, exchange.limited(scope)));
        } catch (Throwable failure) {
            exchange.over();
            permit.close();
            exchange.requireNotCut(failure);
            throw failure;
        }
    }

    /** An interrupted wait ends as one for a connection of the pool does. */
    private static Permit acquire(Compartment compartment) throws IOException {
        try {
            return compartment.bulkhead().acquire();
        } catch (ResilientException e) {
            if (e.getCause() instanceof InterruptedException) {
                var interrupted = new InterruptedIOException(e.getMessage());
                interrupted.initCause(e);
                throw interrupted;
            }
            throw e;
        }
    }
}
