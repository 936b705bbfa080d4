// SPDX-License-Identifier: Apache-2.0
package io.watertight.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.ContextPropagator;
import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.contract.TestThreads;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ready-made propagators. */
class ContextPropagatorTest {
    private final ThreadLocal<@Nullable String> local = new ThreadLocal<>();
    private final List<String> notes = new ArrayList<>();

    @AfterEach
    void forget() {
        local.remove();
    }

    @Test
    void aThreadLocalIsCarriedAndTheWorkersOwnIsRestored() {
        local.set("r1");
        Snapshot snapshot = ContextPropagator.ofThreadLocal(local).capture();
        local.set("r2");
        assertThat(onWorker(snapshot, "worker")).containsExactly("r1", "worker");
        assertThat(onWorker(snapshot, null))
                .as("a snapshot may be opened again")
                .containsExactly("r1", null);
        assertThat(local.get()).as("the caller's own is untouched").isEqualTo("r2");
    }

    @Test
    void aCallerWithoutAValueClearsTheWorkers() {
        Snapshot snapshot = ContextPropagator.ofThreadLocal(local).capture();
        assertThat(onWorker(snapshot, "worker")).containsExactly(null, "worker");
    }

    private List<@Nullable String> onWorker(Snapshot snapshot, @Nullable String own) {
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            return threads.start(() -> {
                        local.set(own);
                        List<@Nullable String> seen = new ArrayList<>();
                        try (Scope scope = snapshot.open()) {
                            seen.add(local.get());
                        }
                        seen.add(local.get());
                        return seen;
                    })
                    .result();
        }
    }

    @Test
    void noneCarriesNothing() {
        local.set("r1");
        assertThat(onWorker(ContextPropagator.none().capture(), "worker")).containsExactly("worker", "worker");
    }

    @Test
    void severalAreOpenedInOrderAndClosedInReverse() {
        Snapshot both = ContextPropagator.all(noting("a", false, false), noting("b", false, false))
                .capture();
        try (Scope scope = both.open()) {
            notes.add("run");
        }
        assertThat(notes).containsExactly("capture a", "capture b", "open a", "open b", "run", "close b", "close a");
    }

    @Test
    void whereOneCannotBeOpenedThoseBeforeItAreClosedAgain() {
        Snapshot both = ContextPropagator.all(noting("a", false, true), noting("b", true, false))
                .capture();
        assertThatThrownBy(both::open)
                .hasMessage("open b")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
        assertThat(notes).containsExactly("capture a", "capture b", "open a", "close a");
    }

    @Test
    void whereOneCannotBeClosedTheOthersAreAllTheSame() {
        Snapshot both = ContextPropagator.all(noting("a", false, true), noting("b", false, true))
                .capture();
        Scope scope = both.open();
        assertThatThrownBy(scope::close)
                .hasMessage("A context could not be closed")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("close b", "close a"));
        assertThat(notes).endsWith("close b", "close a");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void refusesNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> ContextPropagator.ofThreadLocal(null))
                .withMessageContaining("local");
        assertThatNullPointerException().isThrownBy(() -> ContextPropagator.all(ContextPropagator.none(), null));
    }

    private ContextPropagator noting(String name, boolean failsToOpen, boolean failsToClose) {
        return () -> {
            notes.add("capture " + name);
            return () -> {
                if (failsToOpen) {
                    throw new IllegalStateException("open " + name);
                }
                notes.add("open " + name);
                return () -> {
                    notes.add("close " + name);
                    if (failsToClose) {
                        throw new IllegalStateException("close " + name);
                    }
                };
            };
        };
    }
}
