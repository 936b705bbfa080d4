// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** The endpoint {@code bulkheads}: what every compartment holds at this moment. It changes nothing. */
@Endpoint(id = "bulkheads")
final class BulkheadsEndpoint {
    record Answer(Map<String, Compartment> bulkheads) {}

    private final Compartments compartments;

    BulkheadsEndpoint(Compartments compartments) {
        this.compartments = compartments;
    }

    @ReadOperation
    Answer bulkheads() {
        return new Answer(compartments.all());
    }

    /** Null, which is answered by 404, where there is no such bulkhead. */
    @ReadOperation
    @Nullable
    Compartment bulkhead(@Selector String name) {
        return compartments.all().get(name);
    }
}
