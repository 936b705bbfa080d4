// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The shop on a port of its own, and a client. */
final class RunningShop implements AutoCloseable {
    final ConfigurableApplicationContext context;
    final Shop.Dependency inventory;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;

    RunningShop(String... properties) {
        String[] arguments = Stream.concat(
                        Stream.of("server.port=0", "management.endpoints.web.exposure.include=*"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        context = new SpringApplicationBuilder(Shop.class).run(arguments);
        inventory = context.getBean(Shop.Dependency.class);
        address = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    int port() {
        return URI.create(address).getPort();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).build();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path), BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> getAsync(String path) {
        return client.sendAsync(request(path), BodyHandlers.ofString());
    }

    /** So many requests whose calls hang in the inventory, all of which have arrived there. */
    List<CompletableFuture<HttpResponse<String>>> hold(String path, int calls) throws InterruptedException {
        inventory.hang();
        List<CompletableFuture<HttpResponse<String>>> held =
                IntStream.range(0, calls).mapToObj(i -> getAsync(path)).toList();
        inventory.awaitArrivals(calls);
        return held;
    }

    @Override
    public void close() {
        inventory.release();
        context.close();
        client.close();
    }
}
