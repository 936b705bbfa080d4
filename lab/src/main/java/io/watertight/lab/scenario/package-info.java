// SPDX-License-Identifier: Apache-2.0

/** Scenarios: what a replay does, read from YAML and checked completely before anything starts. */
@NullMarked
package io.watertight.lab.scenario;

import org.jspecify.annotations.NullMarked;
