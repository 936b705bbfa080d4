// SPDX-License-Identifier: Apache-2.0

/** The named live policies of a service, for meters, endpoints and configuration. */
@NullMarked
package io.watertight.registry;

import org.jspecify.annotations.NullMarked;
