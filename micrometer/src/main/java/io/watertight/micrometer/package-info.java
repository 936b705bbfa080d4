// SPDX-License-Identifier: Apache-2.0

/**
 * Watertight with Micrometer: {@link io.watertight.micrometer.MicrometerContext} carries the caller's context across
 * every change of thread.
 */
@NullMarked
package io.watertight.micrometer;

import org.jspecify.annotations.NullMarked;
