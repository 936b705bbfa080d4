// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds which of the valid words was probably meant. */
final class Nearest {
    private Nearest() {}

    /**
     * The candidate that has all parts of the word ({@code max-concurrent-calls} for {@code max-calls}), else the one all
     * of whose parts the word has ({@code max-wait} for {@code max-wait-duration}), else the one with the fewest letters to
     * change, dashes and capitals aside.
     */
    static Optional<String> to(String word, Collection<String> candidates) {
        List<String> parts = parts(word);
        return candidates.stream()
                .filter(candidate -> parts(candidate).containsAll(parts))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(candidate -> parts.containsAll(parts(candidate)))
                        .max(Comparator.comparingInt(String::length)))
                .or(() -> candidates.stream().min(Comparator.comparingInt(candidate -> distance(word, candidate))));
    }

    /** Whether the word may be a misspelling of the candidate, rather than another word. */
    static boolean isNear(String word, String candidate) {
        return distance(word, candidate) <= Math.min(2, candidate.length() / 3);
    }

    private static List<String> parts(String word) {
        return Arrays.asList(word.toLowerCase(Locale.ROOT).split("[-_ ]", -1));
    }

    /** Levenshtein's distance between the letters. */
    private static int distance(String word, String candidate) {
        String a = letters(word);
        String b = letters(candidate);
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    private static String letters(String word) {
        return word.replaceAll("[-_ ]", "").toLowerCase(Locale.ROOT);
    }
}
