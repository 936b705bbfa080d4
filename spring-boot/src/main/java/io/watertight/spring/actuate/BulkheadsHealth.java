// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Saturation as a detail of the application's health. By default it changes no status: an instance whose one dependency is
 * slow serves all else, and taking it out of service would be the very failure that the bulkhead is there against.
 */
final class BulkheadsHealth implements HealthIndicator {
    private final Compartments compartments;
    private final Status whenSaturated;

    BulkheadsHealth(Compartments compartments, Status whenSaturated) {
        this.compartments = compartments;
        this.whenSaturated = whenSaturated;
    }

    @Override
    public Health health() {
        Map<String, Compartment> all = compartments.all();
        List<String> saturated = all.entrySet().stream()
                .filter(entry -> entry.getValue().saturated())
                .map(Map.Entry::getKey)
                .toList();
        return Health.status(saturated.isEmpty() ? Status.UP : whenSaturated)
                .withDetail("saturated", saturated)
                .withDetail("bulkheads", all)
                .build();
    }
}
