// SPDX-License-Identifier: Apache-2.0

/** The starter in real applications. */
@NullMarked
package io.watertight.spring;

import org.jspecify.annotations.NullMarked;
