// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.Operation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * A call to a dependency, on the page's thread or its wall's. The client has no timeout, as in the incident.
 *
 * @param uri of the dependency
 * @param client sends
 * @param held the threads that are inside a call
 */
record HttpCall(URI uri, HttpClient client, Gauge held) implements Operation<Boolean, IOException> {
    @Override
    public Boolean call() throws IOException {
        held.enter();
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                            .statusCode()
                    < 500;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted by a timeout, or because the page service is closing");
        } finally {
            held.leave();
        }
    }
}
