// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop.backends;

import java.time.Duration;
import java.util.Map;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Makes a dependency hang, and heals it: {@code curl -X POST 'localhost:8080/inventory/hang?delay=5s'}. */
@RestController
class OutageController {
    private final Map<String, Backend> backends;

    OutageController(Map<String, Backend> backends) {
        this.backends = backends;
    }

    @PostMapping("/{dependency}/hang")
    String hang(
            @PathVariable String dependency,
            @RequestParam(defaultValue = "5s") @DurationFormat(style = Style.SIMPLE) Duration delay) {
        if (!delay.isPositive()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "delay must be positive: " + delay);
        }
        backend(dependency).hang(delay);
        return dependency + " answers after " + delay.toMillis() + " ms now\n";
    }

    @PostMapping("/{dependency}/heal")
    String heal(@PathVariable String dependency) {
        backend(dependency).heal();
        return dependency + " is healthy again\n";
    }

    private Backend backend(String dependency) {
        Backend backend = backends.get(dependency + "Backend");
        if (backend == null) {
            throw new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "no dependency " + dependency + "; there are user, inventory and payment");
        }
        return backend;
    }
}
