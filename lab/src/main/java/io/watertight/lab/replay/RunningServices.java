// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Asks every running service that a scenario names once, so that a typing error does not cost a whole replay. */
final class RunningServices {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private RunningServices() {}

    static void check(Scenario scenario) throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HttpClient client = Http.client(threads);
        try {
            for (Dependency dependency : scenario.dependencies()) {
                URI url = dependency.url();
                if (url != null) {
                    check(scenario, dependency.name(), url, client);
                }
            }
        } finally {
            Quietly.close(client);
            Quietly.close(threads);
        }
    }

    private static void check(Scenario scenario, String name, URI url, HttpClient client) throws InterruptedException {
        String path = "dependencies." + name + ".url";
        try {
            int status = client.send(
                            HttpRequest.newBuilder(url).timeout(PATIENCE).build(), BodyHandlers.discarding())
                    .statusCode();
            if (status >= 400) {
                throw scenario.origin()
                        .problem(
                                path,
                                "\"" + url + "\" answers with status " + status
                                        + "; correct the path, or the service, before you put load on it");
            }
        } catch (IOException e) {
            String why = e.getMessage() == null ? "connection refused" : e.getMessage();
            throw scenario.origin()
                    .problem(
                            path,
                            "\"" + url + "\" does not answer (" + why + "); start the service or correct the address");
        }
    }
}
