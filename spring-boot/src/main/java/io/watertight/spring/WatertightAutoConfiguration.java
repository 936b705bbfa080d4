// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;

/** The policies of the application's properties, as beans. */
@AutoConfiguration
final class WatertightAutoConfiguration {}
