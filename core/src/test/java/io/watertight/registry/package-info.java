// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.watertight.registry;

import org.jspecify.annotations.NullMarked;
