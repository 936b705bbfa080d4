// SPDX-License-Identifier: Apache-2.0
package io.watertight;

/** The stay of a listener or observer that was added to something live. */
public interface Subscription extends AutoCloseable {
    /** Ends it: nothing that happens from now on is heard of. Closing twice is harmless. */
    @Override
    void close();
}
