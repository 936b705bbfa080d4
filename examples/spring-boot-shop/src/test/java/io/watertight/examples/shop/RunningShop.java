// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The real application on a port of its own, and its visitors. */
final class RunningShop implements AutoCloseable {
    private final ConfigurableApplicationContext context;
    private final HttpClient visitors = HttpClient.newHttpClient();
    private final String address;

    RunningShop(String... properties) {
        context = SpringApplication.run(
                ShopApplication.class,
                Stream.concat(Stream.of("server.port=0", "logging.level.root=warn"), Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
        address = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    <T> List<T> beans(Class<T> type) {
        return List.copyOf(context.getBeansOfType(type).values());
    }

    int port() {
        return URI.create(address).getPort();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return visitors.send(request(path).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path) throws IOException, InterruptedException {
        return visitors.send(request(path).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    /** The value of one meter in Prometheus's scrape. */
    double sample(String meter, String tags) throws IOException, InterruptedException {
        return get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(meter + "{") && line.contains(tags))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + meter + " of " + tags));
    }

    CompletableFuture<String> body(String path) {
        return visitors.sendAsync(request(path).build(), BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    /** So many requests at once. Returns when that many of them have been answered. */
    List<CompletableFuture<String>> flood(String path, int requests, int answered) throws InterruptedException {
        var answers = new CountDownLatch(answered);
        List<CompletableFuture<String>> all = IntStream.range(0, requests)
                .mapToObj(i -> body(path).whenComplete((body, failure) -> answers.countDown()))
                .toList();
        if (!answers.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError(answers.getCount() + " of " + answered + " answers are missing");
        }
        return all;
    }

    /** How long nine of ten requests take at most. */
    Duration p90(String path) throws IOException, InterruptedException {
        long[] nanos = new long[30];
        for (int i = 0; i < nanos.length; i++) {
            long since = System.nanoTime();
            if (get(path).statusCode() != 200) {
                throw new AssertionError(path + " failed");
            }
            nanos[i] = System.nanoTime() - since;
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[nanos.length * 9 / 10 - 1]);
    }

    @Override
    public void close() {
        visitors.shutdownNow();
        context.close();
    }
}
