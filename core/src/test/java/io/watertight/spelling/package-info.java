// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.spelling;

import org.jspecify.annotations.NullMarked;
