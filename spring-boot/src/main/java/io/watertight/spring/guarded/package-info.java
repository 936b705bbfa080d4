// SPDX-License-Identifier: Apache-2.0

/**
 * The annotation {@link io.watertight.spring.guarded.Guarded}, which puts a bulkhead or a pipeline around the methods of
 * Spring beans.
 */
@NullMarked
package io.watertight.spring.guarded;

import org.jspecify.annotations.NullMarked;
