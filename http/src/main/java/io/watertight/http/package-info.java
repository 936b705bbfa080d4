// SPDX-License-Identifier: Apache-2.0

/**
 * Watertight for HTTP clients: {@link io.watertight.http.HttpBulkheads} puts each destination of a client into a
 * compartment of its own.
 */
@NullMarked
package io.watertight.http;

import org.jspecify.annotations.NullMarked;
