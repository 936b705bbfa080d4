// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a PostgreSQL leaves where it was not stopped in order: its process and its data directory. Cleared at the latest
 * when the JVM ends, a start that is under way then included.
 */
final class PostgresRemains {
    private static final String PID_FILE = "postmaster.pid";
    private static final long PATIENCE_SECONDS = 10;
    private static final long PID_SECONDS = 3;
    private static final long START_SECONDS = 30;
    private static final long STEP_MILLIS = 50;

    private final Path directory;
    private final Thread hook = new Thread(this::clearAtExit, "postgres-remains");

    private volatile boolean settled;
    private volatile @Nullable ProcessHandle process;

    private PostgresRemains(Path directory) {
        this.directory = directory;
    }

    /** Remembers the data directory of a server that is about to start. */
    static PostgresRemains of(Path directory) {
        var remains = new PostgresRemains(directory);
        Runtime.getRuntime().addShutdownHook(remains.hook);
        return remains;
    }

    Path directory() {
        return directory;
    }

    /** The server has started or failed to. Its process is noted: the file that tells goes before the process does. */
    void settled() {
        process = process().orElse(null);
        settled = true;
    }

    /** Stops the process if it runs, and removes the directory. */
    void clear() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyExiting) {
            // The hook finds nothing left.
        }
    }

    private void clearAtExit() {
        for (int step = 0; isStarting() && step < START_SECONDS * 1000 / STEP_MILLIS; step++) {
            pause();
        }
        remove();
    }

    /** Between nothing and a process: what is under way can only be waited for. */
    private boolean isStarting() {
        return !settled && Files.exists(directory) && !Files.exists(directory.resolve(PID_FILE));
    }

    private synchronized void remove() {
        Optional.ofNullable(process)
                .or(this::process)
                .filter(ProcessHandle::isAlive)
                .ifPresent(PostgresRemains::stop);
        for (int attempt = 0; Files.exists(directory) && attempt < PATIENCE_SECONDS * 1000 / STEP_MILLIS; attempt++) {
            if (!delete()) {
                pause(); // a process that ends still writes
            }
        }
    }

    /** The server's process by the file that it writes when it starts; waits for that file where it may be on its way. */
    private Optional<ProcessHandle> process() {
        Path file = directory.resolve(PID_FILE);
        boolean expected = Files.exists(directory.resolve("PG_VERSION"));
        for (int attempt = 0;
                expected && !Files.exists(file) && attempt < PID_SECONDS * 1000 / STEP_MILLIS;
                attempt++) {
            pause();
        }
        try {
            return Files.exists(file)
                    ? ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(file).getFirst().strip()))
                    : Optional.empty();
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static void stop(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private boolean delete() {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(STEP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
