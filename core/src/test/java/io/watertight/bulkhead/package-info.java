// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.bulkhead;

import org.jspecify.annotations.NullMarked;
