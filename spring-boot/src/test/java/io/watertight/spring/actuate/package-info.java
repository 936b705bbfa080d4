// SPDX-License-Identifier: Apache-2.0

/** What an operator sees, from a registry without an application. */
@NullMarked
package io.watertight.spring.actuate;

import org.jspecify.annotations.NullMarked;
