// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.net.http.HttpClient;
import java.util.concurrent.ExecutorService;

/** Makes HTTP clients that send traffic to the address they are given and nowhere else. */
final class Http {
    private Http() {}

    /** No proxy and no redirects; HTTP/1.1, one request at a time on a connection. */
    static HttpClient client(ExecutorService executor) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(executor)
                .build();
    }
}
