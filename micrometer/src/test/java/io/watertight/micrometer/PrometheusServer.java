// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A real Prometheus that scrapes this JVM twice a second. */
final class PrometheusServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final HttpServer scraped;
    private final Process process;
    private final Path log;
    private final String address;
    private final HttpClient client = HttpClient.newHttpClient();

    /**
     * Starts one.
     *
     * @param scrape makes what a scrape answers
     */
    PrometheusServer(Path folder, Path rules, Supplier<String> scrape) throws IOException {
        scraped = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        scraped.createContext("/metrics", exchange -> {
            byte[] body = scrape.get().getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        scraped.start();
        Path configuration = folder.resolve("prometheus.yml");
        Files.writeString(configuration, """
                global: {scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 500ms}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: test
                    static_configs: [{targets: ["127.0.0.1:%d"]}]
                """.formatted(
                        rules.toRealPath(), scraped.getAddress().getPort()));
        address = "127.0.0.1:" + freePort();
        log = folder.resolve("prometheus.log");
        process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Skips the test where there is none, unless it is required, as it is in CI. */
    static void assumeInstalled() {
        boolean installed = Files.isExecutable(Path.of("/usr/bin/prometheus"));
        if (Boolean.parseBoolean(System.getenv("WATERTIGHT_REQUIRE_PROMETHEUS"))) {
            assertThat(installed)
                    .as("/usr/bin/prometheus, which WATERTIGHT_REQUIRE_PROMETHEUS demands")
                    .isTrue();
        }
        assumeTrue(
                installed, "Skipped: there is no /usr/bin/prometheus; Debian and Ubuntu have the package prometheus");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    void awaitReady() {
        TestThreads.eventually("Prometheus is ready", () -> {
            assertThat(process.isAlive()).as(this::log).isTrue();
            return status("/-/ready") == 200;
        });
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int status(String path) {
        try {
            return client.send(request(path), BodyHandlers.discarding()).statusCode();
        } catch (IOException notYet) {
            return -1;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
    }

    /** Evaluates an expression now; fails if it is none. */
    JsonNode query(String expression) {
        return get("/api/v1/query?query=" + encoded(expression)).get("result");
    }

    /** What the API answers, without its envelope. */
    JsonNode get(String path) {
        try {
            JsonNode answer = JSON.readTree(
                    client.send(request(path), BodyHandlers.ofString()).body());
            assertThat(answer.path("status").asText()).as(path + "\n" + answer).isEqualTo("success");
            return answer.get("data");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(path, e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        scraped.stop(0);
    }
}
