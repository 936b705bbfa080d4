// SPDX-License-Identifier: Apache-2.0

/**
 * The races of the bulkhead as jcstress tests: two threads meet some hundred thousand times on fresh states, and every
 * outcome ever seen must be one that its test explains as legal.
 *
 * <p>Every test has two actors, so that all of them run on two cores: jcstress leaves a test with more actors than
 * cores out. Where a race takes three, the third is a waiting asynchronous call or a virtual thread.
 */
@NullMarked
package io.watertight.stress;

import org.jspecify.annotations.NullMarked;
