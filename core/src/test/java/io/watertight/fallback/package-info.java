// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.fallback;

import org.jspecify.annotations.NullMarked;
