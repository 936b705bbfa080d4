// SPDX-License-Identifier: Apache-2.0
package io.watertight.spelling;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds which of the valid words a misspelt one was probably meant to be; capitals and dashes do not matter. */
public final class Spelling {
    private static final Pattern BETWEEN_PARTS = Pattern.compile("[-_ ]|(?<=[a-z])(?=[A-Z])");

    private Spelling() {}

    /**
     * Returns the best guess: the candidate that has all parts of the word ({@code max-concurrent-calls} for {@code
     * max-calls}), else the longest all of whose parts the word has ({@code max-wait} for {@code max-wait-duration}), else
     * the one with the fewest letters to change.
     *
     * @param word what was written
     * @param candidates what would be valid
     * @return the guess; empty only where there is no candidate
     */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        return byParts(word, candidates)
                .or(() -> candidates.stream().min(Comparator.comparingInt(candidate -> distance(word, candidate))));
    }

    /**
     * Returns the best guess if it is likely what was meant: by its parts, or with at most half of its letters to change.
     *
     * @param word what was written
     * @param candidates what would be valid
     * @return the guess, or empty where nothing is near
     */
    public static Optional<String> likely(String word, Collection<String> candidates) {
        return byParts(word, candidates)
                .or(() -> nearest(word, candidates)
                        .filter(candidate -> distance(word, candidate) <= Math.max(2, candidate.length() / 2)));
    }

    /**
     * Returns whether the word is probably a slip of the pen, rather than another word.
     *
     * @param word what was written
     * @param candidate what would be valid
     * @return whether at most two letters are to be changed, and at most a third of them
     */
    public static boolean isNear(String word, String candidate) {
        return distance(word, candidate) <= Math.min(2, candidate.length() / 3);
    }

    private static Optional<String> byParts(String word, Collection<String> candidates) {
        List<String> parts = parts(word);
        return candidates.stream()
                .filter(candidate -> parts(candidate).containsAll(parts))
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(candidate -> parts.containsAll(parts(candidate)))
                        .max(Comparator.comparingInt(String::length)));
    }

    private static List<String> parts(String word) {
        return Arrays.stream(BETWEEN_PARTS.split(word, -1))
                .map(part -> part.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Levenshtein's distance between the letters: how many to change, insert or delete. */
    static int distance(String word, String candidate) {
        String a = String.join("", parts(word));
        String b = String.join("", parts(candidate));
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
}
