// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.circuitbreaker;

import org.jspecify.annotations.NullMarked;
