// SPDX-License-Identifier: Apache-2.0

/**
 * Watertight with Micrometer: {@link io.watertight.micrometer.WatertightMeters} measures the policies of a registry, {@link
 * io.watertight.micrometer.MicrometerContext} carries the caller's context across every change of thread, and {@link
 * io.watertight.micrometer.FlightRecording} writes what goes wrong into a flight recording.
 */
@NullMarked
package io.watertight.micrometer;

import org.jspecify.annotations.NullMarked;
