// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.timer;

import org.jspecify.annotations.NullMarked;
