// SPDX-License-Identifier: Apache-2.0
package io.watertight.timer;

/** Something that rings once at its time, unless it is cancelled first; made for one use. */
public abstract class Alarm {
    static final int NOT_SET = -1;

    /** Both belong to the timer's lock. */
    long deadline;

    int index = NOT_SET;

    /** For subclasses. */
    protected Alarm() {}

    /** Called on the timer's only thread, so it must not block and not run the user's code. */
    protected abstract void ring();
}
