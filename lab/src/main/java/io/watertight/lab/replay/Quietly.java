// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends threads and connections and waits until they have ended, so that one variant leaves nothing to the next. */
final class Quietly {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Quietly() {}

    static void close(ExecutorService executor) {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("threads did not end within " + PATIENCE.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For what an interrupt would leave half closed: it is set again afterwards. */
    static void uninterrupted(Runnable closing) {
        boolean interrupted = Thread.interrupted();
        try {
            closing.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static void close(ThreadPoolBulkhead pool) {
        pool.close();
        pool.close(PATIENCE);
    }

    static void close(HttpClient client) {
        client.shutdownNow();
        try {
            client.awaitTermination(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
