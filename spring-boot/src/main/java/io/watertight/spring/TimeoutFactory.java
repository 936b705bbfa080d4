// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.ContextPropagator;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes a timeout of its properties. */
final class TimeoutFactory {
    private TimeoutFactory() {}

    /** Returns null where the properties do not make one; it is reported then. */
    static @Nullable Timeout create(Bound<TimeoutProperties> bound, ContextPropagator propagator) {
        Duration limit = bound.required("limit", bound.options().limit(), "to how long an operation may last");
        if (limit == null) {
            return null;
        }
        Timeout unlimited = Timeout.fromConfiguration(bound.name(), Duration.ofNanos(Long.MAX_VALUE));
        return new OptionSetter<>(bound, unlimited)
                .set("limit", limit, (timeout, value) -> Timeout.fromConfiguration(timeout.name(), value))
                .set("abandonment", bound.options().abandonment(), Timeout::withAbandonment)
                .get()
                .withContextPropagator(propagator);
    }
}
