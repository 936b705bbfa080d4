// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.listener;

import org.jspecify.annotations.NullMarked;
