// SPDX-License-Identifier: Apache-2.0
package io.watertight;

/** A policy whose calls can be observed while it is in use. */
public interface ObservablePolicy extends Policy {
    /**
     * Has an observer told of the calls of this policy from now on. The policy holds the observer until the subscription
     * is closed. The same observer may be added several times and is told as often.
     *
     * @param observer what to tell
     * @return ends it
     */
    Subscription observe(CallObserver observer);
}
