// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedThreadPoolBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedTimeLimiterMetrics;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.watertight.CallObserver.Rejection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/reference/meters.md} says what there is, and there is what it says. */
class MetersReferenceTest {
    private static final Path PAGE = Path.of("../docs/reference/meters.md");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Map<String, Set<String>> KINDS = Map.of(
            "semaphore", Set.of("semaphore", "jdbc", "http"),
            "pool", Set.of("thread-pool", "virtual"),
            "bulkhead", Set.of("semaphore", "jdbc", "http", "thread-pool", "virtual"),
            "timeout", Set.of("timeout"),
            "breaker", Set.of("circuit-breaker"));

    /** The lines of the table with that head; a cell that is empty continues the one above. */
    private static List<List<String>> table(String head) throws Exception {
        return Files.readString(PAGE)
                .lines()
                .dropWhile(line -> !line.startsWith("| " + head + " |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line ->
                        Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
                .toList();
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    /** A line of the table of meters, which belongs to the meter above if it names none. */
    private record Line(
            String meter, String prometheus, String type, String of, String tag, Set<String> values, String meaning) {
        static List<Line> all() throws Exception {
            List<Line> lines = new ArrayList<>();
            for (List<String> cells : table("meter")) {
                boolean more = cells.get(0).isEmpty();
                List<String> tag = code(cells.get(4));
                lines.add(new Line(
                        more ? lines.getLast().meter : code(cells.get(0)).getFirst(),
                        more ? lines.getLast().prometheus : code(cells.get(1)).getFirst(),
                        more ? lines.getLast().type : cells.get(2),
                        cells.get(3),
                        tag.isEmpty() ? "" : tag.getFirst(),
                        tag.isEmpty() ? Set.of("") : Set.copyOf(tag.subList(1, tag.size())),
                        more ? lines.getLast().meaning : cells.get(6)));
            }
            return lines;
        }

        /** Every combination of labels that it promises. */
        Stream<String> series() {
            return Objects.requireNonNull(KINDS.get(of), of).stream()
                    .flatMap(kind -> values.stream().map(value -> prometheus + " " + kind + " " + tag + " " + value));
        }
    }

    private static String series(String family, Map<String, String> labels) {
        Map<String, String> more = new TreeMap<>(labels);
        assertThat(more.remove("name")).isNotBlank();
        String kind = more.remove("kind");
        more.remove("le");
        assertThat(more).as("tags of " + family).hasSizeLessThanOrEqualTo(1);
        return family + " " + kind + " " + String.join("", more.keySet()) + " " + String.join("", more.values());
    }

    private static Scrape scrape(boolean histograms) {
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (var fleet = new Fleet();
                var binder = WatertightMeters.of(fleet.registry).withPercentileHistograms(histograms)) {
            binder.bindTo(meters);
            return Scrape.of(meters.scrape());
        }
    }

    @Test
    void theNamesAreThoseOfTheCode() throws Exception {
        var documented = new TreeMap<String, String>();
        Line.all().forEach(line -> documented.put(line.meter, line.meaning));
        assertThat(documented)
                .containsExactlyInAnyOrderEntriesOf(
                        Stream.of(MeterName.values()).collect(toMap(MeterName::text, MeterName::description)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everySeriesOfAScrapeIsDocumentedAndTheOtherWayRound(boolean histograms) throws Exception {
        Set<String> there = new TreeSet<>();
        scrape(histograms).families().forEach((family, what) -> {
            String name = histograms ? family.replaceFirst("_seconds_max$", "_seconds") : family;
            what.samples().forEach(sample -> there.add(series(name, sample.labels())));
        });
        assertThat(there)
                .containsExactlyInAnyOrderElementsOf(
                        Line.all().stream().flatMap(Line::series).collect(toSet()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void typesAndMeaningsAreThoseOfTheScrape(boolean histograms) throws Exception {
        Scrape scrape = scrape(histograms);
        for (Line line : Line.all()) {
            Scrape.Family family = scrape.family(line.prometheus);
            assertThat(family.help()).isEqualTo(line.meaning);
            assertThat(family.type())
                    .as(line.meter)
                    .isEqualTo(
                            switch (line.type) {
                                case "timer" -> histograms ? "histogram" : "summary";
                                default -> line.type;
                            });
        }
    }

    @Test
    void aTimerHasTheSeriesThatThePageNames() throws Exception {
        assertThat(suffixes(scrape(false))).containsExactlyInAnyOrder("_count", "_sum");
        Scrape histograms = scrape(true);
        assertThat(suffixes(histograms)).containsExactlyInAnyOrder("_bucket", "_count", "_sum");
        String page = Files.readString(PAGE);
        for (String timer : List.of("wait", "hold")) {
            String max = "watertight_bulkhead_" + timer + "_seconds_max";
            assertThat(histograms.families()).containsKey(max);
            assertThat(page).contains("`" + max + "`");
        }
        long buckets = histograms.family("watertight_bulkhead_hold_seconds").samples().stream()
                .filter(sample ->
                        sample.name().endsWith("_bucket") && sample.labels().containsValue("inventory"))
                .count();
        assertThat(page).contains("about 70 series for each of the two timers");
        assertThat(buckets).isBetween(65L, 75L);
    }

    private static Set<String> suffixes(Scrape scrape) {
        String timer = "watertight_bulkhead_hold_seconds";
        return scrape.family(timer).samples().stream()
                .map(sample -> sample.name().substring(timer.length()))
                .collect(toSet());
    }

    /** The kinds that the legend of the column names are those that the tests go by. */
    @Test
    void theKindsAreNamed() throws Exception {
        Map<String, Set<String>> legend = new TreeMap<>();
        for (List<String> cells : table("of")) {
            Set<String> kinds = new HashSet<>(code(cells.get(1)));
            kinds.removeAll(Set.of("Bulkhead", "ThreadPoolBulkhead"));
            legend.put(cells.get(0), kinds);
        }
        assertThat(legend.remove("bulkhead")).isEmpty(); // all of these
        assertThat(legend)
                .containsExactlyInAnyOrderEntriesOf(KINDS.entrySet().stream()
                        .filter(one -> !one.getKey().equals("bulkhead"))
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    @Test
    void resilience4jHasTheNamesThatItIsSaidToHave() throws Exception {
        Set<String> said = new TreeSet<>();
        Stream.concat(
                        table("meter").stream().map(cells -> cells.get(cells.size() - 1)),
                        table("Resilience4j 2.4").stream().map(cells -> cells.getFirst()))
                .flatMap(cell -> Stream.of(cell.split(";")))
                .forEach(part -> {
                    List<String> names = new ArrayList<>(code(part));
                    if (names.isEmpty()) {
                        return;
                    }
                    String meter = names.removeFirst();
                    assertThat(resilience4j()).as(part).containsKey(meter);
                    said.add(meter);
                    if (!names.isEmpty()) {
                        assertThat(names.removeFirst()).isEqualTo("kind");
                        assertThat(resilience4j().get(meter)).as(part).containsAll(names);
                    }
                });
        assertThat(said).containsExactlyElementsOf(resilience4j().keySet());
    }

    /** The names of Resilience4j's meters, with the values of their tag {@code kind}. */
    private static Map<String, Set<String>> resilience4j() {
        var meters = new SimpleMeterRegistry();
        var bulkheads = BulkheadRegistry.ofDefaults();
        var pools = ThreadPoolBulkheadRegistry.ofDefaults();
        var breakers = CircuitBreakerRegistry.ofDefaults();
        var limiters = TimeLimiterRegistry.ofDefaults();
        bulkheads.bulkhead("inventory");
        pools.bulkhead("reports");
        breakers.circuitBreaker("inventory");
        limiters.timeLimiter("inventory");
        TaggedBulkheadMetrics.ofBulkheadRegistry(bulkheads).bindTo(meters);
        TaggedThreadPoolBulkheadMetrics.ofThreadPoolBulkheadRegistry(pools).bindTo(meters);
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(breakers).bindTo(meters);
        TaggedTimeLimiterMetrics.ofTimeLimiterRegistry(limiters).bindTo(meters);
        Map<String, Set<String>> names = new TreeMap<>();
        for (Meter meter : meters.getMeters()) {
            String kind = meter.getId().getTag("kind");
            names.computeIfAbsent(meter.getId().getName(), name -> new HashSet<>())
                    .add(kind == null ? "" : kind);
        }
        return names;
    }

    @Test
    void theFlightRecorderEventsAreThoseOfTheCode() throws Exception {
        Set<String> there = new HashSet<>();
        URL itself = FlightRecording.class.getResource("FlightRecording.class");
        Path classes = Path.of(itself.toURI()).resolveSibling("");
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName(FlightRecording.class.getPackageName() + "." + name);
                if (Event.class.isAssignableFrom(type)) {
                    there.add(described(EventType.getEventType(type.asSubclass(Event.class))));
                }
            }
        }
        Set<String> documented = new HashSet<>();
        for (List<String> cells : table("event")) {
            documented.add(
                    code(cells.get(0)).getFirst() + " " + cells.get(1) + " " + new TreeSet<>(code(cells.get(2))));
        }
        assertThat(there).hasSize(3).isEqualTo(documented);
    }

    private static String described(EventType type) {
        var fields = new TreeSet<String>();
        for (ValueDescriptor field : type.getFields()) {
            fields.add(field.getName());
        }
        fields.removeAll(Set.of("startTime", "duration", "eventThread", "stackTrace"));
        return type.getName() + " " + type.getDescription() + " " + fields;
    }

    @Test
    void everyReasonIsNamed() throws Exception {
        String page = Files.readString(PAGE);
        String reasons = page.substring(page.indexOf("`reason` is one of"), page.indexOf("; `waited` and"));
        assertThat(code(reasons).subList(1, code(reasons).size()))
                .containsExactlyInAnyOrderElementsOf(Stream.of(Rejection.values())
                        .map(BulkheadMeters::outcome)
                        .toList());
    }
}
