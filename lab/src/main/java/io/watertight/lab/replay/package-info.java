// SPDX-License-Identifier: Apache-2.0

/**
 * The replay itself: servers, sockets, threads and an open-loop load, run once for each variant of a scenario.
 */
@NullMarked
package io.watertight.lab.replay;

import org.jspecify.annotations.NullMarked;
