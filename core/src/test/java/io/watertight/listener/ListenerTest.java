// SPDX-License-Identifier: Apache-2.0
package io.watertight.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A failing listener is reported, though never more than once a minute each. */
class ListenerTest {
    private final Logger log = Logger.getLogger("io.watertight"); // where System.Logger ends without another backend
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final AtomicLong nanoTime = new AtomicLong(-5);
    private final Consumer<Object> failing = event -> {
        throw new IllegalStateException("broken");
    };
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listenToTheLog() {
        log.addHandler(handler);
    }

    @AfterEach
    void leaveTheLog() {
        log.removeHandler(handler);
    }

    @Test
    void aFailureIsLoggedWithItsCauseAndOwner() {
        new Listener<>(Object.class, failing, new FaultLog(nanoTime::get)).tell("inventory", "event");
        assertThat(records).hasSize(1).first().satisfies(record -> {
            assertThat(record.getMessage())
                    .startsWith("A listener of 'inventory' failed and was ignored: "
                            + failing.getClass().getName());
            assertThat(record.getThrown()).hasMessage("broken");
        });
    }

    @Test
    void furtherFailuresWithinAMinuteAreCountedInstead() {
        var listener = new Listener<>(Object.class, failing, new FaultLog(nanoTime::get));
        listener.tell("inventory", "event");
        nanoTime.addAndGet(Duration.ofSeconds(60).toNanos() - 1);
        listener.tell("inventory", "event");
        listener.tell("inventory", "event");
        assertThat(records).hasSize(1);

        nanoTime.incrementAndGet();
        listener.tell("inventory", "event");
        listener.tell("inventory", "event");
        assertThat(records).hasSize(2);
        assertThat(records.get(1).getMessage()).endsWith("(2 more failures since the last report)");
    }

    @Test
    void eachListenerHasAMinuteOfItsOwn() {
        new Listener<>(Object.class, failing, new FaultLog(nanoTime::get)).tell("inventory", "event");
        new Listener<>(Object.class, failing, new FaultLog(nanoTime::get)).tell("inventory", "event");
        assertThat(records).hasSize(2);
    }

    @Test
    void aLogThatFailsHarmsNobody() {
        var brokenLog = new Handler() {
            @Override
            public void publish(LogRecord record) {
                throw new AssertionError("the log is broken");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(brokenLog);
        try {
            var told = new CopyOnWriteArrayList<Object>();
            Listeners<Object> listeners =
                    Listeners.none().and(Object.class, failing).and(Object.class, told::add);
            listeners.fire("inventory", () -> "event");
            assertThat(told).containsExactly("event");
        } finally {
            log.removeHandler(brokenLog);
        }
    }

    @Test
    void anEventThatCannotBeBuiltIsReportedAndToldToNobody() {
        var told = new CopyOnWriteArrayList<Object>();
        Listeners.none().and(Object.class, told::add).fire("inventory", () -> {
            throw new IllegalStateException("no clock");
        });
        assertThat(told).isEmpty();
        assertThat(records).hasSize(1);
    }
}
