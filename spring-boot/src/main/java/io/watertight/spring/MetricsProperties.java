// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import org.jspecify.annotations.Nullable;

/**
 * What the meters record.
 *
 * @param percentileHistograms whether the timers of wait and hold keep histograms, about 70 time series for each bulkhead;
 *     false by default
 */
public record MetricsProperties(@Nullable Boolean percentileHistograms) {}
