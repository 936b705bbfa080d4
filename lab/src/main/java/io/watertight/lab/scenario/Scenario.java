// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a replay does: a service that is short of one thing, what it calls, the load in front of it, and the variants to
 * compare. Short of threads, it has a {@link Pool} of them and dependencies behind it; short of connections, it has a
 * {@link Database}. Checked; the origin names the place of whatever turns out to be wrong later.
 *
 * @param name the name of the file without its ending
 * @param title one line
 * @param description why anyone should look, or empty
 * @param duration of each variant
 * @param deadline when a client gives up, unless its endpoint says otherwise
 * @param seed fixes arrivals, latencies and failures
 * @param pool the page service's threads; null where there is a database
 * @param database what is called in place of dependencies; null where there is a pool of threads
 * @param dependencies what the pages are made from; empty where there is a database
 * @param endpoints what the clients ask for
 * @param variants what is compared, in order
 * @param origin where it was read from
 */
public record Scenario(
        String name,
        String title,
        String description,
        Duration duration,
        Duration deadline,
        long seed,
        @Nullable Pool pool,
        @Nullable Database database,
        List<Dependency> dependencies,
        List<Endpoint> endpoints,
        List<Variant> variants,
        Origin origin) {

    /**
     * When the incident begins: the first dependency changes, or the first endpoint that is not asked from the start is.
     *
     * @return the time from the start of a variant, or empty where nothing changes
     */
    public Optional<Duration> firstChange() {
        return incidents().stream().map(Incident::at).findFirst();
    }

    /**
     * The times between which nothing changes: before the hang, since then until the next change, and so on.
     *
     * @return at least one, in order
     */
    public List<Phase> phases() {
        List<Duration> starts = Stream.concat(
                        Stream.of(Duration.ZERO), incidents().stream().map(Incident::at))
                .distinct()
                .toList();
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            boolean last = i == starts.size() - 1;
            phases.add(new Phase(starts.get(i), last ? duration : starts.get(i + 1)));
        }
        return phases;
    }

    /**
     * A time in which nothing changes.
     *
     * @param from since the start of the variant
     * @param to when the next change comes, or the end
     */
    public record Phase(Duration from, Duration to) {
        /**
         * Whether a time is in it.
         *
         * @param elapsed since the start of the variant
         * @return from the first nanosecond, to the last before the next phase
         */
        public boolean has(Duration elapsed) {
            return from.compareTo(elapsed) <= 0 && elapsed.compareTo(to) < 0;
        }
    }

    /**
     * Whether the endpoint has no part in the incident: it is asked from the start, and what it calls never changes.
     *
     * @param endpoint one of this scenario
     * @return true for an innocent bystander
     */
    public boolean healthy(Endpoint endpoint) {
        return endpoint.from().isZero()
                && dependencies.stream()
                        .filter(dependency -> dependency.name().equals(endpoint.calls()))
                        .allMatch(dependency -> dependency.changes().isEmpty());
    }

    /**
     * What endpoints can call: dependencies or queries.
     *
     * @return their names, in order
     */
    public List<String> callees() {
        return database == null
                ? dependencies.stream().map(Dependency::name).toList()
                : database.queries().stream().map(Database.Query::name).toList();
    }

    /**
     * How much there is of what the service is short of.
     *
     * @return threads or connections
     */
    public int capacity() {
        return database != null ? database.connections() : pool != null ? pool.threads() : 0;
    }

    /**
     * The one pool of platform threads that all endpoints share.
     *
     * @param threads how many
     * @param queue how many accepted requests may wait for a thread; one more is refused
     * @param port where the page service listens; 0 takes a free one
     */
    public record Pool(int threads, int queue, int port) {}

    /**
     * A service that the pages need: one of ours on loopback, or a running one of the user's.
     *
     * @param name unique
     * @param url of a running service; null for one of ours
     * @param port where ours listens; 0 takes a free one
     * @param initial how ours behaves at first
     * @param changes how ours behaves later, in order of time
     */
    public record Dependency(String name, @Nullable URI url, int port, Behaviour initial, List<Change> changes) {
        /**
         * How the service behaves at a time.
         *
         * @param elapsed since the start of the variant; before it starts, negative
         * @return the behaviour of the latest change that has come
         */
        public Behaviour at(Duration elapsed) {
            Behaviour current = initial;
            for (Change change : changes) {
                if (change.at().compareTo(elapsed) <= 0) {
                    current = change.behaviour();
                }
            }
            return current;
        }
    }

    /**
     * How a service answers.
     *
     * @param latency how long it takes
     * @param failures the share of answers that are errors, from 0 to 1
     */
    public record Behaviour(LatencyLaw latency, double failures) {}

    /**
     * A change of behaviour.
     *
     * @param at since the start of the variant
     * @param behaviour from then on
     * @param text what changes, as a reader would say it: {@code latency 5s}
     */
    public record Change(Duration at, Behaviour behaviour, String text) {}

    /**
     * A page that clients ask for.
     *
     * @param name unique
     * @param calls the name of the dependency or query it needs
     * @param perSecond how many requests a second, on average
     * @param from when its requests begin, since the start of the variant
     * @param deadline when its clients give up
     */
    public record Endpoint(String name, String calls, double perSecond, Duration from, Duration deadline) {}

    /**
     * One way to run the service.
     *
     * @param name unique
     * @param title what reports call it; unique too
     * @param onRequest whether it runs only where it is asked for
     * @param walls by the name of the dependency they stand before; empty for none
     * @param partitions of the database, by the name of the query they are for; empty for one pool that all share
     */
    public record Variant(
            String name,
            String title,
            boolean onRequest,
            Map<String, Wall> walls,
            Map<String, Database.Partition> partitions) {}

    /**
     * This scenario with some of its variants.
     *
     * @param chosen which, in order
     * @return a scenario that is the same otherwise
     */
    public Scenario with(List<Variant> chosen) {
        return new Scenario(
                name,
                title,
                description,
                duration,
                deadline,
                seed,
                pool,
                database,
                dependencies,
                endpoints,
                chosen,
                origin);
    }

    /**
     * Something that changes during a run.
     *
     * @param at since the start of the variant
     * @param callee the dependency that changes, or what the endpoint that begins calls
     * @param text what changes, as a reader would say it
     * @param name the same as a point in time, behind "after": {@code the hang}, {@code reports began}
     */
    public record Incident(Duration at, String callee, String text, String name) {}

    /**
     * Every change of a dependency, and every endpoint whose requests begin later, in order of time.
     *
     * @return the incidents
     */
    public List<Incident> incidents() {
        List<Incident> all = new ArrayList<>();
        for (Dependency dependency : dependencies) {
            for (Change change : dependency.changes()) {
                all.add(new Incident(change.at(), dependency.name(), change.text(), "the hang"));
            }
        }
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.from().isZero()) {
                all.add(new Incident(
                        endpoint.from(),
                        endpoint.calls(),
                        Quantities.perSecond(endpoint.perSecond()) + " begin",
                        endpoint.name() + " began"));
            }
        }
        all.sort(Comparator.comparing(Incident::at));
        return all;
    }
}
