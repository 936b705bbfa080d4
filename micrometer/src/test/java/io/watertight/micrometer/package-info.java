// SPDX-License-Identifier: Apache-2.0

/** Context across every hop, with the real MDC, observations and OpenTelemetry. */
@NullMarked
package io.watertight.micrometer;

import org.jspecify.annotations.NullMarked;
