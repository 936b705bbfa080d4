// SPDX-License-Identifier: Apache-2.0

/** Tests of the walls around HTTP clients, against real servers on the loopback address. */
@NullMarked
package io.watertight.http;

import org.jspecify.annotations.NullMarked;
