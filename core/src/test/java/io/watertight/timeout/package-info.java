// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.timeout;

import org.jspecify.annotations.NullMarked;
