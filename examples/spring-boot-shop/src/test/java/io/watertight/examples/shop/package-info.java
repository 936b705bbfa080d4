// SPDX-License-Identifier: Apache-2.0

@NullMarked
package io.watertight.examples.shop;

import org.jspecify.annotations.NullMarked;
