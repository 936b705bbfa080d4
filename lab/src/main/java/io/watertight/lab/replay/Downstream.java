// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.CallRejectedException;
import io.watertight.Operation;
import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.lab.figures.DependencyFigures.RejectionLatency;
import io.watertight.lab.scenario.Scenario.Phase;
import io.watertight.lab.scenario.Wall;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/** The service's way to what one kind of request needs: a blocking call, behind a wall where the variant has one. */
final class Downstream implements AutoCloseable {
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Operation<Boolean, IOException> call;
    private final @Nullable Policy wall;
    private final Gauge held;
    private final RunClock clock;
    private final PhaseCounts rejectedByPhase;
    private final Stays stays = new Stays();
    private final AtomicLong timeouts = new AtomicLong();
    private final SynchronizedHistogram rejectionNanos = new SynchronizedHistogram(LONGEST_NANOS, 3);

    /**
     * A way.
     *
     * @param call blocks, is in {@code held} as long as it holds what is short, and returns whether the answer was a
     *     good one; throws a {@link CallRejectedException} where the wall is its own
     * @param wall around the call, or null
     * @param held how many calls hold something
     * @param clock of the run
     * @param phases to count by
     */
    Downstream(
            Operation<Boolean, IOException> call,
            @Nullable Policy wall,
            Gauge held,
            RunClock clock,
            List<Phase> phases) {
        this.call = call;
        this.wall = wall;
        this.held = held;
        this.clock = clock;
        this.rejectedByPhase = new PhaseCounts(phases);
    }

    static Policy policy(String dependency, Wall wall) {
        return switch (wall) {
            case Wall.Semaphore semaphore -> semaphore(dependency, semaphore);
            case Wall.ThreadPool pool -> threadPool(dependency, pool);
            case Wall.TimeoutOnly only -> Timeout.fromConfiguration(dependency, only.timeout());
        };
    }

    private static Policy semaphore(String dependency, Wall.Semaphore wall) {
        Bulkhead bulkhead = Bulkhead.fromConfiguration(dependency, wall.maxConcurrentCalls())
                .withMaxWait(wall.maxWait())
                .withMaxWaiting(wall.maxWaiting());
        Duration timeout = wall.timeout();
        return timeout == null ? bulkhead : Pipeline.of(bulkhead, Timeout.fromConfiguration(dependency, timeout));
    }

    private static Policy threadPool(String dependency, Wall.ThreadPool wall) {
        ThreadPoolBulkhead pool =
                ThreadPoolBulkhead.fromConfiguration(dependency, wall.threads()).withQueueCapacity(wall.queue());
        Duration timeout = wall.timeout();
        return timeout == null ? pool : pool.withTimeout(timeout);
    }

    /** What a page made with the answer would be. */
    Outcome ask() {
        Duration called = clock.elapsed();
        Stays.Stay stay = stays.begin();
        rejectedByPhase.add(called);
        try {
            boolean good = wall == null ? call.call() : wall.<Boolean, IOException>call(call);
            return good ? Outcome.SERVED : Outcome.BROKEN;
        } catch (CallRejectedException full) {
            rejectedByPhase.addToSome(called);
            rejectionNanos.recordValue(Math.min(LONGEST_NANOS, stay.nanos()));
            return Outcome.DEGRADED;
        } catch (TimeoutExceededException late) {
            timeouts.incrementAndGet();
            return Outcome.DEGRADED;
        } catch (IOException | ResilientException e) {
            return Outcome.BROKEN;
        } finally {
            stays.end(stay);
        }
    }

    void startMeasuring() {
        held.startMeasuring();
        stays.startMeasuring();
        rejectionNanos.reset();
        timeouts.set(0);
    }

    Gauge held() {
        return held;
    }

    /** How long a request was kept at most, waiting included. */
    Duration longestStay() {
        return stays.longest();
    }

    long timeouts() {
        return timeouts.get();
    }

    long rejections() {
        return rejectionNanos.getTotalCount();
    }

    /** Calls, and those of them that were turned away, by the phase in which they came. */
    PhaseCounts rejectedByPhase() {
        return rejectedByPhase;
    }

    @Nullable
    RejectionLatency rejectionLatency() {
        if (rejections() == 0) {
            return null;
        }
        return new RejectionLatency(
                rejectionNanos.getValueAtPercentile(50) / 1e3,
                rejectionNanos.getValueAtPercentile(99) / 1e3,
                rejectionNanos.getMaxValue() / 1e3);
    }

    @Override
    public void close() {
        if (wall instanceof ThreadPoolBulkhead pool) {
            Quietly.close(pool);
        }
    }
}
