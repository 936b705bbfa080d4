// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import io.watertight.ResilientException;
import io.watertight.spring.guarded.Guarded;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Inventory: nice to have. Where it cannot answer, the page says that the stock is unknown. */
@Component
class InventoryClient {
    record Stock(String sku, String availability) {}

    private final RestClient inventory;

    InventoryClient(RestClient inventory) {
        this.inventory = inventory;
    }

    /** Under the pipeline of application.yaml: circuit breaker, bulkhead, timeout. */
    @Guarded(value = "pipeline:inventory", fallbackMethod = "unknown")
    Stock stock(String sku) {
        return Objects.requireNonNull(
                inventory.get().uri("/{sku}", sku).retrieve().body(Stock.class));
    }

    /** Rejected, because the compartment is full or the circuit breaker open, or timed out. */
    Stock unknown(String sku, ResilientException rejectedOrTimedOut) {
        return new Stock(sku, "unknown");
    }

    /** Inventory answered with an error, or could not be reached. A fault of our own is none of these and stays one. */
    Stock unknown(String sku, RestClientException failed) {
        return new Stock(sku, "unknown");
    }
}
