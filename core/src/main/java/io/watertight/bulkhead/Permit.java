// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

/**
 * One call's place in a {@link Bulkhead}, held until it is closed.
 *
 * <p>Made for try-with-resources. A permit may be closed by any thread; the first close counts and every later one does
 * nothing, so the limit can never grow. A permit that is never closed is lost to its bulkhead for good.
 */
public interface Permit extends AutoCloseable {
    /** Returns the permit to its bulkhead. Does nothing if that has happened already. Never throws. */
    @Override
    void close();
}
