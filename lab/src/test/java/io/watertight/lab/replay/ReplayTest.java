// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.watertight.lab.figures.DependencyFigures;
import io.watertight.lab.figures.EndpointFigures;
import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.ScenarioException;
import io.watertight.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final String YAML = """
            title: A small hang
            duration: 2s
            deadline: 1s
            pool: {threads: 20, queue: 10, port: %d}
            dependencies:
              slow:
                latency: 10ms
                changes: [{at: 500ms, latency: 4s}]
              good: {latency: 10ms}
            endpoints:
              slow: {calls: slow, rate: 40/s}
              good: {calls: good, rate: 30/s}
            variants:
              open:
              walled:
                walls: {slow: {bulkhead: {max-concurrent-calls: 4}}}
            """;

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void theWallKeepsThePoolAndTheHealthyEndpointAfloat() throws Exception {
        int port = freePort();
        Scenario scenario = ScenarioReader.parse("small", "small.yaml", YAML.formatted(port));
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        var reports = new AtomicInteger();

        ReplayFigures figures = Replay.run(scenario, progress -> reports.incrementAndGet());

        VariantFigures open = figures.variants().get(0);
        VariantFigures walled = figures.variants().get(1);
        assertThat(open.busyAtMost()).isEqualTo(20);
        assertThat(open.drainedAfterSeconds()).isNotNull().isPositive();
        assertThat(open.dependencies().get(0).rejections()).isZero();
        assertThat(walled.dependencies().get(0).heldAtMost()).isEqualTo(4);
        assertThat(walled.dependencies().get(0).held()).isNotEmpty().allMatch(held -> held <= 4);
        assertThat(walled.dependencies().get(0).rejections()).isPositive();
        assertThat(walled.dependencies().get(0).rejection()).isNotNull();
        assertThat(walled.endpoints().get(0).totals().degraded()).isPositive().isLessThanOrEqualTo((int)
                walled.dependencies().get(0).rejections());
        assertThat(healthyPercent(walled)).isGreaterThan(healthyPercent(open) + 10);
        assertThat(reports).hasPositiveValue();
        everyRequestIsCountedOnce(scenario, figures);
        nothingIsLeft(before, port);
    }

    @Test
    void aTimeoutGivesThreadsBackAndTheirPagesAreDegraded() throws Exception {
        Scenario scenario = ScenarioReader.parse(
                "timed", "timed.yaml", YAML.formatted(freePort()).split("variants:", 2)[0] + """
                variants:
                  walled:
                    walls: {slow: {bulkhead: 4}}
                  inside:
                    walls: {slow: {bulkhead: 4, timeout: 300ms}}
                  pool:
                    walls: {slow: {thread-pool: {threads: 4, queue: 2, timeout: 300ms}}}
                  alone:
                    walls: {slow: {timeout: 300ms}}
                """);
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());

        ReplayFigures figures = Replay.run(scenario, progress -> {});

        double stuck = figures.variants().get(0).dependencies().get(0).longestStaySeconds();
        assertThat(figures.variants().get(0).dependencies().get(0).timeouts()).isZero();
        for (VariantFigures timed : figures.variants().subList(1, 4)) {
            DependencyFigures slow = timed.dependencies().get(0);
            assertThat(slow.timeouts()).as(timed.name()).isPositive();
            assertThat(slow.longestStaySeconds()).as(timed.name()).isBetween(0.3, stuck);
            assertThat(timed.endpoints().get(0).totals().degraded())
                    .as(timed.name())
                    .isPositive();
        }
        assertThat(figures.variants().get(1).dependencies().get(0).heldAtMost()).isEqualTo(4);
        assertThat(figures.variants().get(2).dependencies().get(0).heldAtMost()).isEqualTo(4);
        assertThat(figures.variants().get(3).walls().get(0).maxConcurrentCalls())
                .isNull();
        nothingIsLeft(before, Objects.requireNonNull(scenario.pool()).port());
    }

    private static double healthyPercent(VariantFigures variant) {
        return Objects.requireNonNull(variant.healthy()).servedPercent();
    }

    private static void everyRequestIsCountedOnce(Scenario scenario, ReplayFigures figures) {
        int arrivals = Arrivals.of(scenario).size();
        for (VariantFigures variant : figures.variants()) {
            assertThat(variant.generator().requests()).isEqualTo(arrivals);
            assertThat(variant.endpoints().stream()
                            .mapToInt(e -> e.totals().requests())
                            .sum())
                    .isEqualTo(arrivals);
            for (EndpointFigures endpoint : variant.endpoints()) {
                assertThat(endpoint.served()).hasSize(8);
                assertThat(sum(endpoint.served())).isEqualTo(endpoint.totals().served());
                assertThat(sum(endpoint.degraded())).isEqualTo(endpoint.totals().degraded());
                assertThat(sum(endpoint.failed())).isEqualTo(endpoint.totals().failed());
            }
        }
    }

    private static int sum(Iterable<Integer> values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    /** Platform threads of servers, pools and clients have ended or end at once, and the port is free again. */
    private static void nothingIsLeft(Set<Thread> before, int port) throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            boolean ours = name.startsWith("page-")
                    || name.startsWith("slow-")
                    || name.startsWith("sampler")
                    || name.startsWith("HTTP-Dispatcher")
                    || name.startsWith("HttpClient-");
            if (!before.contains(thread) && ours) {
                assertThat(thread.join(Duration.ofSeconds(20)))
                        .as(name + " has ended")
                        .isTrue();
            }
        }
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
        }
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            Scenario pages = ScenarioReader.parse("small", "small.yaml", YAML.formatted(port));
            Scenario dependency = ScenarioReader.parse(
                    "small",
                    "small.yaml",
                    YAML.formatted(freePort())
                            .replace("good: {latency: 10ms}", "good: {latency: 10ms, port: " + port + "}"));

            assertThatThrownBy(() -> Replay.run(pages, progress -> {}))
                    .isInstanceOf(ScenarioException.class)
                    .hasMessage(
                            "small.yaml:4: pool.port: \"" + port + "\" cannot be listened on (Address already in use);"
                                    + " choose another port, or leave it out to take a free one");
            assertThatThrownBy(() -> Replay.run(dependency, progress -> {}))
                    .isInstanceOf(ScenarioException.class)
                    .hasMessageStartingWith("small.yaml:9: dependencies.good.port: \"" + port + "\"");
        }
    }

    private static Scenario running(int port) {
        return ScenarioReader.parse("running", "running.yaml", """
                duration: 500ms
                deadline: 1s
                pool: {threads: 4, queue: 10}
                dependencies: {there: {url: "http://127.0.0.1:%d/health"}}
                endpoints: {page: {calls: there, rate: 20/s}}
                variants: {open: }
                """.formatted(port));
    }

    @Test
    void aRunningServiceGetsTheLoad() throws Exception {
        var calls = new AtomicInteger();
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/health", exchange -> {
            calls.incrementAndGet();
            LoopbackServer.answer(exchange, 200, "ok");
        });
        service.start();
        try {
            ReplayFigures figures = Replay.run(running(service.getAddress().getPort()), progress -> {});

            EndpointFigures page = figures.variants().get(0).endpoints().get(0);
            assertThat(page.totals().served()).isPositive();
            assertThat(calls.get()).isGreaterThanOrEqualTo(page.totals().served());
            assertThat(figures.changeAtSeconds()).isNull();
        } finally {
            service.stop(0);
        }
    }

    @Test
    void aServiceThatDoesNotAnswerIsNamed() throws Exception {
        int port = freePort();

        assertThatThrownBy(() -> Replay.run(running(port), progress -> {}))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("running.yaml:4: dependencies.there.url: \"http://127.0.0.1:" + port
                        + "/health\" does not answer (connection refused); start the service or correct the address");
    }
}
