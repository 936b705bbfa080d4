// SPDX-License-Identifier: Apache-2.0
package io.watertight.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> KEYS =
            List.of("max-concurrent-calls", "max-wait", "max-waiting", "queue-capacity", "timeout");

    @ParameterizedTest
    @CsvSource({
        "kitten, sitting, 3",
        "'', abc, 3",
        "abc, '', 3",
        "same, same, 0",
        "max-wiat, max-wait, 2",
        "maxWait, max_wait, 0"
    })
    void theDistanceIsTheFewestChanges(String a, String b, int changes) {
        assertThat(Spelling.distance(a, b)).isEqualTo(changes);
        assertThat(Spelling.distance(b, a)).isEqualTo(changes);
    }

    @ParameterizedTest
    @CsvSource({
        "max-calls, max-concurrent-calls",
        "maxCalls, max-concurrent-calls",
        "max-wait-duration, max-wait",
        "queue-capacty, queue-capacity",
        "TIMEOUT, timeout",
        "zzz, timeout"
    })
    void theNearestIsFoundByPartsOrByLetters(String word, String meant) {
        assertThat(Spelling.nearest(word, meant.equals("timeout") ? List.of("timeout") : KEYS))
                .contains(meant);
    }

    @Test
    void whatIsFarIsNotLikely() {
        assertThat(Spelling.likely("zzz", KEYS)).isEmpty();
        assertThat(Spelling.likely("tiemout", KEYS)).contains("timeout");
        assertThat(Spelling.likely("calls", KEYS)).contains("max-concurrent-calls");
        assertThat(Spelling.nearest("calls", List.of())).isEmpty();
    }

    @Test
    void aSlipOfThePenIsNear() {
        assertThat(Spelling.isNear("watertigth", "watertight")).isTrue();
        assertThat(Spelling.isNear("waterworks", "watertight")).isFalse();
        assertThat(Spelling.isNear("kin", "kind")).isTrue();
        assertThat(Spelling.isNear("kits", "kind")).isFalse();
    }
}
