// SPDX-License-Identifier: Apache-2.0

/** Partitions on real databases. */
@NullMarked
package io.watertight.jdbc;

import org.jspecify.annotations.NullMarked;
