// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import io.watertight.spelling.Spelling;
import java.util.Collection;

/** Suggests what a misspelt word was probably meant to be. */
public final class Nearest {
    private Nearest() {}

    /**
     * Returns the half sentence that suggests the nearest candidate, or lists them all.
     *
     * @param word what was written
     * @param candidates what would be valid
     * @return the suggestion
     */
    public static String hint(String word, Collection<String> candidates) {
        return Spelling.likely(word, candidates)
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElse("known: " + String.join(", ", candidates));
    }
}
