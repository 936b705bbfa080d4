// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

/**
 * Latency from the intended time of a request to the end of its answer. A request that got no page counts with the
 * client's deadline, however quickly it was refused: a percentile at the deadline says that so many got nothing.
 *
 * @param requests how many
 * @param p50Millis half were at most so slow
 * @param p99Millis 99 % were at most so slow
 * @param maxMillis the slowest
 */
public record Latency(long requests, double p50Millis, double p99Millis, double maxMillis) {}
