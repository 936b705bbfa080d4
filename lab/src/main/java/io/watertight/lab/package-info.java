// SPDX-License-Identifier: Apache-2.0

/** The command line of the lab: replays an incident on real sockets and threads, with walls and without. */
@NullMarked
package io.watertight.lab;

import org.jspecify.annotations.NullMarked;
