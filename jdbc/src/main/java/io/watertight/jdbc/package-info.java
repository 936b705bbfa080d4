// SPDX-License-Identifier: Apache-2.0

/**
 * The connection-pool bulkhead: a database in {@linkplain io.watertight.jdbc.Partitions partitions}, each with its own
 * pool of connections, and a {@linkplain io.watertight.jdbc.ConnectionBudget budget} that keeps their sum under what the
 * server allows.
 */
@NullMarked
package io.watertight.jdbc;

import org.jspecify.annotations.NullMarked;
