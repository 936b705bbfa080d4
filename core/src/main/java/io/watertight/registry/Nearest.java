// SPDX-License-Identifier: Apache-2.0
package io.watertight.registry;

import java.util.Comparator;
import java.util.List;

/** Finds the name that was probably meant, by the number of letters to change (Levenshtein's distance). */
final class Nearest {
    private Nearest() {}

    /** Returns the nearest of at least one name. */
    static String to(String wanted, List<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(wanted, name)))
                .orElseThrow();
    }

    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
