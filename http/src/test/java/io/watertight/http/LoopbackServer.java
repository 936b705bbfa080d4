// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * A server that speaks HTTP/1.1 and HTTP/2 without TLS. Its paths: {@code /ok} answers, {@code /large} with more than any
 * buffer holds, {@code /hang} never answers, {@code /half} sends the headers and half of a body, {@code /redirect} points to
 * {@code /half}, {@code /empty} has no body, {@code /push} pushes {@code /half} before it answers. What hangs does so until
 * {@link #release}.
 */
final class LoopbackServer implements AutoCloseable {
    static final String OK = "an answer";
    static final String HALF = "x".repeat(1000);
    static final int LARGE = 20_000_000;

    private final Server server = new Server();
    private final ServerConnector connector;
    private final AtomicInteger accepts = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Runnable> hanging = new CopyOnWriteArrayList<>();

    LoopbackServer() {
        var configuration = new HttpConfiguration();
        connector =
                new ServerConnector(
                        server,
                        new HttpConnectionFactory(configuration),
                        new HTTP2CServerConnectionFactory(configuration)) {
                    @Override
                    protected void configure(Socket socket) {
                        accepts.incrementAndGet();
                        super.configure(socket);
                    }
                };
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        connector.setIdleTimeout(600_000);
        server.addConnector(connector);
        server.setHandler(new Paths());
        try {
            server.start();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    URI uri(String path) {
        return URI.create("http://" + hostAndPort() + path);
    }

    String hostAndPort() {
        return "127.0.0.1:" + connector.getLocalPort();
    }

    /** Connections since the start. */
    int accepts() {
        return accepts.get();
    }

    /** Requests since the start. */
    int requests() {
        return requests.get();
    }

    /** Requests that hang. */
    int hanging() {
        return hanging.size();
    }

    /** Lets everything that hangs end well. */
    void release() {
        hanging.forEach(Runnable::run);
        hanging.clear();
    }

    @Override
    public void close() {
        release();
        try {
            server.stop();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private final class Paths extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            requests.incrementAndGet();
            switch (request.getHttpURI().getPath()) {
                case "/ok" -> write(response, OK, callback);
                case "/large" -> response.write(true, ByteBuffer.allocate(LARGE), callback);
                case "/hang" -> hanging.add(() -> write(response, OK, callback));
                case "/half" -> {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 2L * HALF.length());
                    response.write(
                            false,
                            StandardCharsets.UTF_8.encode(HALF),
                            Callback.from(() -> hanging.add(() -> write(response, HALF, callback)), callback::failed));
                }
                case "/redirect" -> Response.sendRedirect(request, response, callback, "/half");
                case "/empty" -> {
                    response.setStatus(204);
                    callback.succeeded();
                }
                case "/push" -> {
                    request.push(new MetaData.Request(
                            "GET", HttpURI.from(uri("/half").toString()), HttpVersion.HTTP_2, HttpFields.EMPTY));
                    write(response, OK, callback);
                }
                default -> Response.writeError(request, response, callback, 404);
            }
            return true;
        }

        private static void write(Response response, String text, Callback callback) {
            response.write(true, StandardCharsets.UTF_8.encode(text), callback);
        }
    }
}
