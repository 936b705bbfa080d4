// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The clients: an open loop that starts every request at its intended time on a virtual thread of its own, however late
 * earlier answers are, and measures from that intended time (no coordinated omission).
 */
final class Load implements AutoCloseable {
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int WARM_UP_REQUESTS = 400;
    private static final int WARM_UP_CLIENTS = 8;

    private final ExecutorService clientThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = Http.client(clientThreads);
    private final List<Endpoint> endpoints;
    private final List<URI> addresses;

    Load(Scenario scenario, Service service) {
        this.endpoints = scenario.endpoints();
        this.addresses = endpoints.stream().map(service::uri).toList();
    }

    /**
     * Loads classes, compiles and opens connections, for a second, on a busy machine three: the first requests of a JVM take a hundred
     * times longer than the rest, and would be blamed on the first variant. What is not asked from the start is not asked
     * now either: a slow answer would reach into the run.
     */
    void warmUp() throws InterruptedException {
        int[] warm = IntStream.range(0, endpoints.size())
                .filter(i -> endpoints.get(i).from().isZero())
                .toArray();
        if (warm.length == 0) {
            return;
        }
        long end = System.nanoTime() + WARM_UP.toNanos();
        var clients = new Semaphore(WARM_UP_CLIENTS);
        for (int i = 0; i < WARM_UP_REQUESTS && System.nanoTime() - end < 0; i++) {
            int endpoint = warm[i % warm.length];
            clients.acquire();
            clientThreads.execute(() -> {
                send(addresses.get(endpoint), deadlineNanos(endpoint));
                clients.release();
            });
        }
        clients.acquire(WARM_UP_CLIENTS);
    }

    /** Sends all requests; returns when the last has been answered or given up, and not before the run is over. */
    void run(List<Arrival> arrivals, long startNanos, Duration duration, Recorder recorder)
            throws InterruptedException {
        List<Future<?>> requests = new ArrayList<>(arrivals.size());
        for (Arrival arrival : arrivals) {
            long intended = startNanos + arrival.atNanos();
            awaitTime(intended);
            requests.add(clientThreads.submit(() -> request(arrival, intended, recorder)));
        }
        awaitTime(startNanos + duration.toNanos());
        for (Future<?> request : requests) {
            awaitEnd(request);
        }
    }

    private static void awaitTime(long nanos) throws InterruptedException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private static void awaitEnd(Future<?> request) throws InterruptedException {
        try {
            request.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client of the load failed: " + e.getCause(), e);
        }
    }

    private void request(Arrival arrival, long intended, Recorder recorder) {
        long late = System.nanoTime() - intended;
        long deadline = deadlineNanos(arrival.endpoint());
        Outcome outcome = send(addresses.get(arrival.endpoint()), deadline - late);
        long latency = System.nanoTime() - intended;
        recorder.record(arrival, latency > deadline ? Outcome.EXPIRED : outcome, latency, late);
    }

    private long deadlineNanos(int endpoint) {
        return endpoints.get(endpoint).deadline().toNanos();
    }

    private Outcome send(URI address, long remainingNanos) {
        if (remainingNanos <= 0) {
            return Outcome.EXPIRED;
        }
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(Duration.ofNanos(remainingNanos))
                .build();
        try {
            return Outcome.of(client.send(request, BodyHandlers.discarding()).statusCode());
        } catch (HttpTimeoutException e) {
            return Outcome.EXPIRED;
        } catch (IOException e) {
            return Outcome.BROKEN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.BROKEN;
        }
    }

    @Override
    public void close() {
        Quietly.close(client);
        Quietly.close(clientThreads);
    }
}
