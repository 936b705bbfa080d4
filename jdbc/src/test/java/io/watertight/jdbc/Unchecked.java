// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.util.concurrent.Callable;

/** For conditions that ask a database. */
final class Unchecked {
    private Unchecked() {}

    static <T> T get(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
