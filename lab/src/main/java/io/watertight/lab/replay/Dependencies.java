// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * The dependencies that a replay runs itself.
 *
 * @param services by name
 */
record Dependencies(Map<String, DependencyService> services) implements AutoCloseable {
    static Dependencies start(Scenario scenario, RunClock clock) {
        var dependencies = new Dependencies(new HashMap<>());
        try {
            for (Dependency dependency : scenario.dependencies()) {
                if (dependency.url() == null) {
                    dependencies.services.put(
                            dependency.name(),
                            new DependencyService(dependency, scenario.seed(), clock, scenario.origin()));
                }
            }
            return dependencies;
        } catch (RuntimeException e) {
            dependencies.close();
            throw e;
        }
    }

    URI address(Dependency dependency) {
        DependencyService service = services.get(dependency.name());
        URI address = service == null ? dependency.url() : service.uri();
        if (address == null) {
            throw new IllegalArgumentException("no address for dependency " + dependency.name());
        }
        return address;
    }

    @Override
    public void close() {
        services.values().forEach(DependencyService::close);
    }
}
