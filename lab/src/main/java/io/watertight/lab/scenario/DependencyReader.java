// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import io.watertight.lab.scenario.Scenario.Behaviour;
import io.watertight.lab.scenario.Scenario.Change;
import io.watertight.lab.scenario.Scenario.Dependency;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads one dependency: its latency law, failures and changes, or the URL of a service that runs already. */
final class DependencyReader {
    private static final Duration LONGEST_LATENCY = Duration.ofMinutes(10);
    private static final List<String> LAWS = List.of("constant", "exponential", "lognormal");
    private static final Behaviour ELSEWHERE = new Behaviour(new LatencyLaw.Constant(Duration.ZERO), 0);

    private DependencyReader() {}

    static Dependency read(String name, Section section, Duration duration) {
        if (section.has("url")) {
            for (String key : List.of("latency", "failures", "changes", "port")) {
                if (section.has(key)) {
                    throw section.problem(
                            key,
                            "cannot stand beside url, whose service behaves as it does;" + " remove one of the two");
                }
            }
            return new Dependency(name, url(section), 0, ELSEWHERE, List.of());
        }
        if (!section.has("latency")) {
            throw section.problem(
                    "latency",
                    "missing; " + Quantities.DURATION_FORM + ", a latency law, or the url of a running service");
        }
        Behaviour initial =
                new Behaviour(law(section), section.share("failures").orElse(0.0));
        int port = section.number("port", 1, 65_535).orElse(0);
        return new Dependency(name, null, port, initial, changes(section, initial, duration));
    }

    private static URI url(Section section) {
        String text = section.requiredText("url", "");
        String form = "; write one such as http://localhost:8080/health";
        try {
            URI uri = new URI(text);
            if (!List.of("http", "https").contains(String.valueOf(uri.getScheme())) || uri.getHost() == null) {
                throw section.problem("url", "\"" + text + "\" is no http or https address" + form);
            }
            return uri;
        } catch (URISyntaxException e) {
            throw section.problem("url", "\"" + text + "\" is malformed, " + e.getReason() + form);
        }
    }

    private static List<Change> changes(Section dependency, Behaviour initial, Duration duration) {
        List<Change> changes = new ArrayList<>();
        Behaviour current = initial;
        Duration previous = Duration.ofNanos(-1);
        for (Section section : dependency.list("changes", SectionKind.CHANGE)) {
            Duration at = section.requiredDuration("at", Duration.ZERO, LONGEST_LATENCY);
            String written = section.text("at").orElseThrow();
            if (at.compareTo(duration) >= 0) {
                throw section.problem(
                        "at",
                        "\"" + written + "\" is not before the end of the run; lengthen duration,"
                                + " or let the change come earlier");
            }
            if (at.compareTo(previous) <= 0) {
                throw section.problem(
                        "at",
                        "\"" + written + "\" is not after the change before it; list the changes in"
                                + " order of time");
            }
            if (!section.has("latency") && !section.has("failures")) {
                throw section.problem("changes nothing; give it latency, failures or both");
            }
            current = new Behaviour(
                    section.has("latency") ? law(section) : current.latency(),
                    section.share("failures").orElse(current.failures()));
            changes.add(new Change(at, current, text(section)));
            previous = at;
        }
        return changes;
    }

    private static String text(Section change) {
        List<String> parts = new ArrayList<>();
        if (change.has("latency")) {
            parts.add(
                    change.hasMapping("latency")
                            ? change.section("latency", SectionKind.LATENCY)
                                            .text("law")
                                            .orElse("constant") + " latency"
                            : "latency " + change.text("latency").orElseThrow());
        }
        change.text("failures").ifPresent(share -> parts.add("failures " + share));
        return String.join(", ", parts);
    }

    private static LatencyLaw law(Section owner) {
        if (!owner.hasMapping("latency")) {
            return new LatencyLaw.Constant(owner.requiredDuration("latency", Duration.ZERO, LONGEST_LATENCY));
        }
        Section section = owner.section("latency", SectionKind.LATENCY);
        String law = section.requiredText("law", "choose one of " + String.join(", ", LAWS));
        return switch (law) {
            case "constant" -> {
                refuseOthers(section, law, "value");
                yield new LatencyLaw.Constant(section.requiredDuration("value", Duration.ZERO, LONGEST_LATENCY));
            }
            case "exponential" -> {
                refuseOthers(section, law, "mean");
                yield new LatencyLaw.Exponential(section.requiredDuration("mean", Duration.ZERO, LONGEST_LATENCY));
            }
            case "lognormal" -> {
                refuseOthers(section, law, "median", "p99");
                yield lognormal(section);
            }
            default -> throw section.problem("law", "\"" + law + "\" is no latency law; " + Nearest.hint(law, LAWS));
        };
    }

    private static LatencyLaw lognormal(Section section) {
        Duration median = section.requiredDuration("median", Duration.ofNanos(1_000), LONGEST_LATENCY);
        Duration p99 = section.requiredDuration("p99", Duration.ofNanos(1_000), LONGEST_LATENCY);
        if (p99.compareTo(median) < 0) {
            throw section.problem(
                    "p99",
                    "\"" + section.text("p99").orElseThrow() + "\" is below the median; a p99 is the"
                            + " latency that only one call in a hundred exceeds");
        }
        return new LatencyLaw.Lognormal(median, p99);
    }

    private static void refuseOthers(Section section, String law, String... used) {
        for (String key : SectionKind.LATENCY.keys()) {
            if (!key.equals("law") && !List.of(used).contains(key) && section.has(key)) {
                throw section.problem(
                        key,
                        "has no meaning for the law " + law + ", which takes " + String.join(" and ", used)
                                + "; remove it");
            }
        }
    }
}
