// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What was logged to {@code io.watertight.http} since this was made. */
final class Warnings extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("io.watertight.http");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    Warnings() {
        LOGGER.addHandler(this);
    }

    List<LogRecord> records() {
        return records;
    }

    List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
    }
}
