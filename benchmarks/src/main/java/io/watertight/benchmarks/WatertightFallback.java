// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.fallback.Fallback;
import java.util.function.Supplier;

/** Watertight's fallback, which is typed and so no policy. */
final class WatertightFallback extends Contender {
    private final Fallback<Object> fallback;

    private WatertightFallback(Fallback<Object> fallback) {
        this.fallback = fallback;
    }

    static WatertightFallback alone() {
        return new WatertightFallback(Fallback.to("fallback"));
    }

    static WatertightFallback aroundThree() {
        return new WatertightFallback(
                Fallback.<Object>to("fallback").around(WatertightLayers.policy(Layers.BREAKER_BULKHEAD_TIMEOUT)));
    }

    @Override
    Object call(Supplier<?> operation) {
        return fallback.<RuntimeException>call(operation::get);
    }
}
