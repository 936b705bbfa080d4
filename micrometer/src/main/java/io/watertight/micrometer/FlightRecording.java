// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.watertight.CallObserver;
import io.watertight.ObservablePolicy;
import io.watertight.Subscription;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * Writes what goes wrong with the policies of a {@link Registry} into every JDK flight recording: rejections ({@code
 * io.watertight.RejectedCall}), long waits for a permit ({@code io.watertight.PermitWait}), and operations that ended
 * long after their timeout ({@code io.watertight.Straggler}); each with thread and stack trace where the recording asks
 * for them.
 *
 * <pre>{@code
 * Registry registry = Registry.create();
 * try (var recording = FlightRecording.of(registry, Duration.ofMillis(10))) {
 *     // the service runs
 * }
 * }</pre>
 *
 * <p>Free while nothing is recorded: policies are observed only while a recording runs. An event that comes to pass
 * within the first moments of a recording may be missed.
 *
 * <p>Safe for use by any number of threads.
 */
public final class FlightRecording implements AutoCloseable {
    private final Registry registry;
    private final long waitThreshold;
    private final FlightRecorderListener listener = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
            try {
                follow();
            } catch (Throwable fault) { // of an application that was unloaded without closing this, for instance
                FlightRecorder.removeListener(this);
                System.getLogger("io.watertight")
                        .log(Level.WARNING, "Policies are no longer written into flight recordings", fault);
            }
        }
    };
    private @Nullable RegistryMirror mirror;
    private boolean closed;

    private FlightRecording(Registry registry, long waitThreshold) {
        this.registry = registry;
        this.waitThreshold = waitThreshold;
    }

    /**
     * Starts to follow the flight recorder of this JVM. Does not start it.
     *
     * @param registry whose policies are recorded
     * @param waitThreshold how long a call has waited for its permit, or in a queue, to be worth an event; must not be
     *     negative; 10 ms is a good start
     * @return to be closed when recordings are no longer to be written to
     * @throws IllegalArgumentException if the threshold is negative
     */
    public static FlightRecording of(Registry registry, Duration waitThreshold) {
        Objects.requireNonNull(registry, "registry must not be null: use Registry.create()");
        if (waitThreshold.isNegative()) {
            throw new IllegalArgumentException(
                    "waitThreshold must not be negative, was " + waitThreshold + ": use Duration.ZERO for every wait");
        }
        var recording = new FlightRecording(registry, waitThreshold.toNanos());
        FlightRecorder.addListener(recording.listener);
        recording.follow();
        return recording;
    }

    private synchronized void follow() {
        boolean recorded = !closed
                && FlightRecorder.isInitialized()
                && FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .anyMatch(one -> one.getState() == RecordingState.RUNNING);
        if (recorded && mirror == null) {
            mirror = new RegistryMirror(registry, this::observe);
        } else if (!recorded && mirror != null) {
            mirror.close();
            mirror = null;
        }
    }

    private Subscription observe(Registered entry) {
        return entry.policy() instanceof ObservablePolicy policy
                ? policy.observe(new Recorder(entry.name(), entry.kind(), waitThreshold))
                : () -> {};
    }

    /** Records nothing more. */
    @Override
    public void close() {
        FlightRecorder.removeListener(listener);
        synchronized (this) {
            closed = true;
        }
        follow();
    }

    private record Recorder(String policy, String kind, long waitThreshold) implements CallObserver {
        @Override
        public void permitted(long waitedNanos) {
            if (waitedNanos > 0 && waitedNanos >= waitThreshold) {
                new PermitWait(policy, kind, waitedNanos).commit();
            }
        }

        @Override
        public void rejected(Rejection reason, long waitedNanos) {
            new RejectedCall(policy, kind, reason.name().toLowerCase(Locale.ROOT), waitedNanos).commit();
        }

        @Override
        public void straggled(long nanos) {
            new Straggler(policy, kind, nanos).commit();
        }
    }
}
