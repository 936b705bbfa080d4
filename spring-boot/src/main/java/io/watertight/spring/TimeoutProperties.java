// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a timeout.
 *
 * @param limit how long an operation may last; required
 * @param abandonment whether the caller leaves at the limit though the operation may run on; false by default: the
 *     operation is interrupted and waited for
 */
public record TimeoutProperties(
        @Nullable Duration limit, @Nullable Boolean abandonment) {}
