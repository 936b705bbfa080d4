// SPDX-License-Identifier: Apache-2.0

/**
 * Watertight in a Spring Boot application: what {@code watertight.*} in the application's properties describes becomes
 * beans, and a property that cannot take effect keeps the application from starting.
 */
@NullMarked
package io.watertight.spring;

import org.jspecify.annotations.NullMarked;
