// SPDX-License-Identifier: Apache-2.0

/** What a call through a bulkhead costs, measured with JMH beside a raw semaphore and beside other libraries. */
@NullMarked
package io.watertight.benchmarks;

import org.jspecify.annotations.NullMarked;
