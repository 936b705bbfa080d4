// SPDX-License-Identifier: Apache-2.0
package io.watertight.snippets;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/** What the snippets of the documentation take for granted: a dependency, its policies, and a counter. */
public class Prelude {
    protected static final Bulkhead bulkhead = Bulkhead.of("inventory", 40);
    protected static final CircuitBreaker breaker = CircuitBreaker.of("inventory");
    protected static final Timeout timeout = Timeout.of("inventory", Duration.ofSeconds(1));
    protected static final Client client = new Client();
    protected static final AsyncClient asyncClient = new AsyncClient();
    protected static final LongAdder rejections = new LongAdder();

    /** A client that blocks. */
    public static final class Client {
        public Stock fetch(String sku) throws IOException {
            if (sku.isBlank()) {
                throw new IOException("no such article: " + sku);
            }
            return new Stock(sku, 7);
        }
    }

    /** A client that returns futures. */
    public static final class AsyncClient {
        public CompletableFuture<Stock> fetch(String sku) {
            return CompletableFuture.completedFuture(new Stock(sku, 7));
        }
    }

    /** What the inventory knows of an article. */
    public record Stock(String sku, int count) {
        public static final Stock UNKNOWN = new Stock("?", 0);
    }
}
