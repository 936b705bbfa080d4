// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/**
 * What one JVM measured for one variant.
 *
 * @param wall nanoseconds of elapsed time for each operation: the median of many short iterations
 * @param calm the same, less than a tenth of the iterations took: what it costs where nothing else disturbs
 * @param cpu nanoseconds of CPU time for each operation
 * @param bytes bytes allocated for each operation
 */
record Fork(double wall, double calm, double cpu, double bytes) {}
