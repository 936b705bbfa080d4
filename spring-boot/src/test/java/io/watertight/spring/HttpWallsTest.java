// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpServer;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.http.HttpBulkheads;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.client.RestClient;

/** Boot's RestClient behind a compartment for each destination, by properties alone, against a real server. */
class HttpWallsTest {
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Semaphore arrivals = new Semaphore(0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer inventory;
    private HttpServer user;

    @BeforeEach
    void start() throws IOException {
        inventory = server("/stock", () -> {
            arrivals.release();
            gate.await();
        });
        user = server("/user", () -> {});
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private HttpServer server(String path, Work work) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(path, exchange -> {
            try (exchange) {
                work.run();
                exchange.sendResponseHeaders(200, -1);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        server.start();
        return server;
    }

    @AfterEach
    void stop() {
        gate.countDown();
        inventory.stop(0);
        user.stop(0);
        threads.close();
    }

    private static String address(HttpServer server) {
        return "localhost:" + server.getAddress().getPort();
    }

    private ApplicationContextRunner application(String... properties) {
        return Application.with(properties)
                .withConfiguration(AutoConfigurations.of(
                        HttpAutoConfiguration.class,
                        HttpClientAutoConfiguration.class,
                        ImperativeHttpClientAutoConfiguration.class,
                        RestClientAutoConfiguration.class));
    }

    private static int get(RestClient client, String uri) {
        return client.get()
                .uri(uri)
                .retrieve()
                .toBodilessEntity()
                .getStatusCode()
                .value();
    }

    @Test
    void aHangingDestinationFillsItsOwnCompartmentOnly() {
        application(
                        "watertight.http.destinations.inventory.host=" + address(inventory),
                        "watertight.http.destinations.inventory.max-concurrent-calls=2")
                .run(context -> {
                    RestClient client =
                            context.getBean(RestClient.Builder.class).build();
                    String stock = "http://" + address(inventory) + "/stock";
                    List<CompletableFuture<Integer>> held = IntStream.range(0, 2)
                            .mapToObj(i -> CompletableFuture.supplyAsync(() -> get(client, stock), threads))
                            .toList();
                    arrivals.acquire(2);
                    assertThatThrownBy(() -> get(client, stock))
                            .isInstanceOf(BulkheadFullException.class)
                            .hasMessageContaining("'inventory' is full: 2 of 2 active");
                    assertThat(get(client, "http://" + address(user) + "/user")).isEqualTo(200);

                    gate.countDown();
                    assertThat(held).allSatisfy(call -> assertThat(call.join()).isEqualTo(200));
                    Bulkhead bulkhead = context.getBean(Registry.class).get(Bulkhead.class, "inventory");
                    assertThat(get(client, stock)).isEqualTo(200);
                    assertThat(bulkhead.waitingCalls()).isZero();
                });
    }

    @Test
    void theCompartmentsAreInTheRegistry() {
        application(
                        "watertight.http.destinations.inventory.host=https://inventory.internal",
                        "watertight.http.destinations.inventory.max-concurrent-calls=2",
                        "watertight.http.destinations.inventory.max-wait=1s",
                        "watertight.http.destinations.inventory.timeout=3s",
                        "watertight.http.timeout=10s",
                        "watertight.http.others.max-concurrent-calls=7")
                .run(context -> {
                    assertThat(context.getBean(Registry.class).entries())
                            .extracting(
                                    Registered::kind, entry -> entry.policy().toString())
                            .containsExactly(
                                    tuple("http", "Bulkhead[inventory: 0 of 2 active, 0 waiting, max wait PT1S]"),
                                    tuple("http", "Bulkhead[other-hosts: 0 of 7 active, 0 waiting, max wait PT0S]"));
                    assertThat(context.getBean(HttpBulkheads.class).toString()).contains("PT3S", "timeout PT10S");
                });
    }

    @Test
    void withoutThePropertiesNothingChanges() {
        application().run(context -> {
            assertThat(context).doesNotHaveBean(HttpBulkheads.class).hasSingleBean(RestClient.Builder.class);
        });
    }

    @Test
    void whatCannotTakeEffectIsRefused() {
        assertThat(Application.problems(application("watertight.http.destinations.inventory.max-wait=soon")))
                .extracting(Problem::property)
                .containsExactlyInAnyOrder(
                        "watertight.http.destinations.inventory.max-wait",
                        "watertight.http.destinations.inventory.host",
                        "watertight.http.destinations.inventory.max-concurrent-calls");
        assertThat(Application.problems(application(
                        "watertight.http.destinations.inventory.host=ftp:/x",
                        "watertight.http.destinations.inventory.max-concurrent-calls=0",
                        "watertight.http.timeout=-1s",
                        "spring.http.clients.imperative.factory=http-components")))
                .extracting(Problem::property)
                .containsExactlyInAnyOrder(
                        "spring.http.clients.imperative.factory",
                        "watertight.http.timeout",
                        "watertight.http.destinations.inventory.host",
                        "watertight.http.destinations.inventory.max-concurrent-calls");
        assertThat(Application.problems(application("watertight.http.destination.inventory.host=x:1")))
                .extracting(Problem::reason)
                .containsExactly(
                        "there is no such property; the nearest is" + " watertight.http.destinations.inventory.host");
    }

    @Test
    void aHostThatNoRequestCanMeetIsRefused() {
        assertThat(Application.problems(application(
                        "watertight.http.destinations.inventory.host=inventory.internal",
                        "watertight.http.destinations.inventory.max-concurrent-calls=2")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.property()).isEqualTo("watertight.http.destinations.inventory.host");
                    assertThat(problem.reason()).contains("inventory.internal:443");
                });
    }
}
