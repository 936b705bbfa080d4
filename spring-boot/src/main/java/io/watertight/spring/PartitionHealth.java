// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.jdbc.Partition;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of a partition: what the server answers, unless every connection is taken. Boot's own indicator would wait for
 * one and then say {@code DOWN}, so that reports that hang would take the whole instance down.
 *
 * @param partition the partition
 * @param server asks the server by a connection of the partition
 */
record PartitionHealth(Partition partition, HealthIndicator server) implements HealthIndicator {
    @Override
    public @Nullable Health health() {
        if (isSaturated()) {
            return saturated();
        }
        Health answer = server.health();
        boolean up = answer == null || answer.getStatus().equals(Status.UP);
        return up || !isSaturated() ? answer : saturated();
    }

    private boolean isSaturated() {
        return partition.activeCalls() >= partition.size();
    }

    private Health saturated() {
        return Health.up()
                .withDetail("saturated", true)
                .withDetail("activeCalls", partition.activeCalls())
                .withDetail("waitingCalls", partition.waitingCalls())
                .build();
    }
}
