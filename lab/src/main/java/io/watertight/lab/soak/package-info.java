// SPDX-License-Identifier: Apache-2.0

/** A soak: every policy under random load and random faults for as long as wanted, with three invariants counted. */
@NullMarked
package io.watertight.lab.soak;

import org.jspecify.annotations.NullMarked;
