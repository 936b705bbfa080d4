// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds which of the valid words a misspelt one was probably meant to be. */
public final class Nearest {
    private Nearest() {}

    /**
     * Returns the candidate that has all parts of the word ({@code max-calls} in {@code max-concurrent-calls}), or else
     * the one with the smallest edit distance, if that is close enough to be a misspelling.
     *
     * @param word what was written
     * @param candidates what would be valid
     * @return the probable meaning, or empty where nothing is near
     */
    public static Optional<String> to(String word, Collection<String> candidates) {
        String asKey = word.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        Set<String> parts = parts(asKey);
        return candidates.stream()
                .filter(candidate -> parts(candidate).containsAll(parts))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(candidate -> distance(asKey, candidate) <= Math.max(2, candidate.length() / 2))
                        .min(Comparator.comparingInt(candidate -> distance(asKey, candidate))));
    }

    private static Set<String> parts(String key) {
        return Set.copyOf(Arrays.asList(key.split("[-_ ]", -1)));
    }

    /**
     * Returns the half sentence that suggests the nearest candidate, or lists them all.
     *
     * @param word what was written
     * @param candidates what would be valid
     * @return the suggestion
     */
    public static String hint(String word, Collection<String> candidates) {
        return to(word, candidates)
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElse("known: " + String.join(", ", candidates));
    }

    /** Levenshtein's distance, one row at a time. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
