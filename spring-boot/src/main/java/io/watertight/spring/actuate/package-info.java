// SPDX-License-Identifier: Apache-2.0

/** What an operator sees of the bulkheads: the endpoint, the health, the meters. */
@NullMarked
package io.watertight.spring.actuate;

import org.jspecify.annotations.NullMarked;
