// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.Bulkhead;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configuration: which compartment a request goes to, and what is refused. */
class HttpBulkheadsTest {
    private final Bulkhead others = Bulkhead.of("others", 1);
    private final Bulkhead inventory = Bulkhead.of("inventory", 1);
    private final HttpClient jdk = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        jdk.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "inventory.internal:8443, https://inventory.internal:8443/stock",
        "Inventory.Internal:8443, http://INVENTORY.internal:8443",
        "https://inventory.internal, https://inventory.internal/stock?sku=42",
        "https://inventory.internal/, https://inventory.internal:443",
        "http://inventory.internal, http://inventory.internal",
        "inventory.internal:80, http://inventory.internal/",
        "[::1]:8080, http://[::1]:8080/stock"
    })
    void hostAndPortAreTheDestination(String destination, String uri) {
        var walls = HttpBulkheads.of(others).withDestination(destination, inventory);
        assertThat(compartmentOf(walls, uri)).isSameAs(inventory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://inventory.internal", "https://inventory.internal:8443", "https://payment.internal"})
    void whatHasNoCompartmentSharesOne(String uri) {
        var walls = HttpBulkheads.of(others).withDestination("https://inventory.internal", inventory);
        assertThat(compartmentOf(walls, uri)).isSameAs(others);
        assertThat(walls.bulkheads()).isEqualTo(Map.of("inventory", inventory, "others", others));
    }

    private Bulkhead compartmentOf(HttpBulkheads walls, String uri) {
        var client = (BulkheadHttpClient) walls.around(jdk);
        return client.compartmentOf(HttpRequest.newBuilder(URI.create(uri)).build())
                .bulkhead();
    }

    @Test
    void aFunctionNamesTheDestinationOrDoesNot() {
        var walls = HttpBulkheads.of(others).withDestination("stock", inventory);
        var request = HttpRequest.newBuilder(URI.create("http://any.test")).build();
        assertThat(((BulkheadHttpClient) walls.around(jdk, any -> "Stock"))
                        .compartmentOf(request)
                        .bulkhead())
                .isSameAs(inventory);
        assertThat(((BulkheadHttpClient) walls.around(jdk, any -> null))
                        .compartmentOf(request)
                        .bulkhead())
                .isSameAs(others);
        HttpClient broken = walls.around(jdk, any -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(() -> broken.send(request, BodyHandlers.discarding()))
                .hasMessage("broken");
        assertThat(broken.sendAsync(request, BodyHandlers.discarding())).isCompletedExceptionally();
        assertThat(others.activeCalls() + inventory.activeCalls()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // what is refused
    void badConfigurationIsRefusedWithTheRemedy() {
        var walls = HttpBulkheads.of(others).withDestination("inventory.internal:443", inventory);
        refused(() -> HttpBulkheads.of(null), "others must not be null");
        refused(() -> walls.withDestination(" ", inventory), "destination must not be blank, was \" \"");
        refused(() -> walls.withDestination("https://a.test/stock", inventory), "no more than scheme, host and port");
        refused(() -> walls.withDestination("ftp://a.test", inventory), "without a known port");
        refused(() -> walls.withDestination("https://a b", inventory), "'https://a b' is no address");
        refused(
                () -> walls.withDestination("https://Inventory.internal", Bulkhead.of("another", 1)),
                "'https://Inventory.internal' has the compartment 'inventory' already");
        refused(
                () -> walls.withDestination("payment.internal:443", Bulkhead.of("inventory", 2)),
                "Two different bulkheads are named 'inventory'");
        refused(() -> walls.withTimeout(Duration.ZERO), "timeout must be positive, was PT0S");
        refused(
                () -> walls.withDestination("a.test:1", others, Duration.ofSeconds(-1)),
                "timeout of destination 'a.test:1' must be positive, was PT-1S");
        refused(
                () -> walls.withDestination("payment.internal", others).around(jdk),
                "'payment.internal' can never be met",
                "write payment.internal:443");
        refused(() -> walls.around(walls.around(jdk)), "has walls already");
    }

    private static void refused(ThrowingCallable configuration, String... parts) {
        assertThatThrownBy(configuration)
                .isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class)
                .message()
                .contains(parts);
    }

    @Test
    void twoDestinationsMayShareACompartment() {
        var walls = HttpBulkheads.of(others)
                .withDestination("a.test:80", inventory)
                .withDestination("b.test:80", inventory);
        assertThat(compartmentOf(walls, "http://a.test")).isSameAs(compartmentOf(walls, "http://b.test"));
    }

    @Test
    void theSettingsAreThoseOfTheClientInside() {
        HttpClient client = HttpBulkheads.of(others).around(jdk);
        assertThat(client.followRedirects()).isEqualTo(jdk.followRedirects());
        assertThat(client.version()).isEqualTo(jdk.version());
        assertThat(client.sslContext()).isSameAs(jdk.sslContext());
        assertThat(client.connectTimeout()).isEmpty();
        assertThat(client.cookieHandler()).isEmpty();
        assertThat(client.executor()).isEmpty();
        assertThat(client.proxy()).isEmpty();
        assertThat(client.authenticator()).isEmpty();
        assertThat(client.sslParameters().getProtocols())
                .isEqualTo(jdk.sslParameters().getProtocols());
        assertThat(client.isTerminated()).isFalse();
        client.close();
        assertThat(jdk.isTerminated()).isTrue();
    }

    /** Apache's client is optional: without it on the class path everything but its interceptor works. */
    @Test
    void worksWithoutApachesClient() throws Exception {
        URL[] ours = Stream.of(HttpBulkheads.class, Bulkhead.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (var loader = new URLClassLoader(ours, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.apache.hc.core5.http.HttpHost"))
                    .isInstanceOf(ClassNotFoundException.class);
            Class<?> walls = loader.loadClass(HttpBulkheads.class.getName());
            Class<?> bulkhead = loader.loadClass(Bulkhead.class.getName());
            Object one = bulkhead.getMethod("fromConfiguration", String.class, int.class)
                    .invoke(null, "one", 1);
            Object made = walls.getMethod("of", bulkhead).invoke(null, one);
            HttpClient client =
                    (HttpClient) walls.getMethod("around", HttpClient.class).invoke(made, jdk);
            try (var server = new LoopbackServer()) {
                var request = HttpRequest.newBuilder(server.uri("/ok")).build();
                assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo(LoopbackServer.OK);
            }
        }
    }
}
