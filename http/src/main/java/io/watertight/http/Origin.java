// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.lang.StackWalker.StackFrame;
import org.jspecify.annotations.Nullable;

/**
 * Where an exchange was started.
 *
 * @param place the caller's line: the first that is neither ours nor the JDK's
 * @param trace the whole way to it, if that was asked for
 */
record Origin(String place, @Nullable Throwable trace) {
    private static final StackWalker WALKER = StackWalker.getInstance();

    static Origin here(boolean trace) {
        String place = WALKER.walk(frames -> frames.filter(Origin::isCaller)
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("an unknown place"));
        return new Origin(place, trace ? new Throwable("The exchange was started here") : null);
    }

    private static boolean isCaller(StackFrame frame) {
        String type = frame.getClassName();
        return !type.startsWith("java.")
                && !type.startsWith("jdk.")
                && !type.startsWith("org.apache.hc.")
                && !isOurs(type);
    }

    private static boolean isOurs(String type) {
        return type.startsWith(BulkheadHttpClient.class.getName())
                || type.startsWith(Origin.class.getName())
                || type.startsWith("io.watertight.http.BulkheadExecHandler");
    }
}
