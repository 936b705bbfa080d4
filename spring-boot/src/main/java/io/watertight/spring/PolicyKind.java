// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.Locale;

/** The kinds of policies that properties describe; pipelines last, for they refer to the others. */
enum PolicyKind {
    BULKHEAD,
    TIMEOUT,
    CIRCUIT_BREAKER,
    PIPELINE;

    /** As it is written in a reference and under {@code watertight.defaults}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As it is written under {@code watertight}. */
    String section() {
        return word() + "s";
    }

    /** The end of the bean name of a policy of this kind. */
    String beanSuffix() {
        return switch (this) {
            case BULKHEAD -> "Bulkhead";
            case TIMEOUT -> "Timeout";
            case CIRCUIT_BREAKER -> "CircuitBreaker";
            case PIPELINE -> "Pipeline";
        };
    }
}
