// SPDX-License-Identifier: Apache-2.0

/**
 * The contract that every kind of bulkhead keeps, as tests: a section for each law, run by subclasses of
 * {@link io.watertight.contract.BulkheadContract}.
 */
@NullMarked
package io.watertight.contract;

import org.jspecify.annotations.NullMarked;
