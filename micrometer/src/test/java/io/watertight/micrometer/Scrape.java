// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a scrape in Prometheus' text format says, by family: the name in its header. */
record Scrape(Map<String, Family> families) {
    private static final Pattern HEADER = Pattern.compile("# (HELP|TYPE) (\\S+) (.*)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\",?");

    record Family(String type, String help, List<Sample> samples) {}

    record Sample(String name, Map<String, String> labels) {}

    static Scrape of(String text) {
        Map<String, Family> families = new LinkedHashMap<>();
        String family = "";
        String help = "";
        for (String line : text.lines().toList()) {
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                family = header.group(2);
                if (header.group(1).equals("HELP")) {
                    help = header.group(3);
                } else {
                    families.put(family, new Family(header.group(3), help, new ArrayList<>()));
                }
                continue;
            }
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            current(families, family).samples().add(new Sample(sample.group(1), labels(sample.group(2))));
        }
        return new Scrape(families);
    }

    /** The family of that name, which is there. */
    Family family(String name) {
        return current(families, name);
    }

    private static Family current(Map<String, Family> families, String name) {
        return Objects.requireNonNull(families.get(name), () -> name + " among " + families.keySet());
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        LABEL.matcher(text).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        return labels;
    }
}
