// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.CallRejectedException;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.lab.figures.DependencyFigures.RejectionLatency;
import io.watertight.lab.scenario.Scenario.Wall;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/** The page service's way to one dependency: a blocking HTTP call, behind a wall where the variant has one. */
final class Downstream {
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final URI uri;
    private final HttpClient client;
    private final @Nullable Policy wall;
    private final Gauge held;
    private final SynchronizedHistogram rejectionNanos = new SynchronizedHistogram(LONGEST_NANOS, 3);

    Downstream(URI uri, HttpClient client, @Nullable Policy wall, Gauge held) {
        this.uri = uri;
        this.client = client;
        this.wall = wall;
        this.held = held;
    }

    static Policy policy(String dependency, Wall wall) {
        return Bulkhead.fromConfiguration(dependency, wall.maxConcurrentCalls())
                .withMaxWait(wall.maxWait())
                .withMaxWaiting(wall.maxWaiting());
    }

    /** What a page made with this dependency's answer would be. */
    Outcome ask() {
        long since = System.nanoTime();
        try {
            int status = wall == null ? fetch() : wall.<Integer, IOException>call(this::fetch);
            return status < 500 ? Outcome.SERVED : Outcome.BROKEN;
        } catch (CallRejectedException full) {
            rejectionNanos.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - since));
            return Outcome.DEGRADED;
        } catch (IOException | ResilientException e) {
            return Outcome.BROKEN;
        }
    }

    /** No timeout, as in the incident. */
    private int fetch() throws IOException {
        held.enter();
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the page service is closing");
        } finally {
            held.leave();
        }
    }

    void startMeasuring() {
        held.startMeasuring();
        rejectionNanos.reset();
    }

    Gauge held() {
        return held;
    }

    long rejections() {
        return rejectionNanos.getTotalCount();
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
}
