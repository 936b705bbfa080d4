// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.lab.figures.DependencyFigures.RejectionLatency;
import io.watertight.lab.figures.VariantFigures.GeneratorFigures;
import io.watertight.lab.figures.VariantFigures.HealthyFigures;
import io.watertight.lab.figures.VariantFigures.WallFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    private static VariantFigures variant(String name, boolean walled, @Nullable Double drained, int served) {
        var latency = new Latency(1000, 20, 25, 30);
        return new VariantFigures(
                name,
                name,
                walled ? List.of(new WallFigures("slow", "bulkhead", 4, 0.0, null, null)) : List.of(),
                drained == null ? 7 : 20,
                drained,
                List.of(),
                List.of(),
                List.of(new DependencyFigures(
                        "slow", 4, List.of(), 5, 0, walled ? 9 : 0, walled ? new RejectionLatency(5, 9, 12) : null)),
                new HealthyFigures(List.of("a", "b"), 1000, served, served / 10.0, latency, latency, latency, 1000),
                new GeneratorFigures(1000, 1, 2),
                List.of());
    }

    private static String verdict(List<VariantFigures> variants) {
        return Verdict.of(Words.THREADS, "the hang", 20, variants);
    }

    @Test
    void saysWhatTheFiguresSay() {
        assertThat(verdict(List.of(variant("open", false, 1.974, 580), variant("walled", true, null, 1000))))
                .isEqualTo(
                        "The wall held: with \"open\" 58.0 % of the a and b pages were served and all 20 threads were busy"
                                + " 1.97 s after the hang; with \"walled\" 100 % of the a and b pages were served, at most 7 of 20"
                                + " threads were busy and never more than 4 in slow, whose wall turned 9 calls away in 5 µs each"
                                + " (median).");
    }

    @Test
    void speaksOfConnectionsInTheirOwnWords() {
        assertThat(Verdict.of(
                        Words.CONNECTIONS,
                        "reports began",
                        20,
                        List.of(variant("shared", false, 1.974, 580), variant("parted", true, null, 1000))))
                .isEqualTo("The partitions held: with \"shared\" 58.0 % of the a and b requests were served and all 20"
                        + " connections were in use 1.97 s after reports began; with \"parted\" 100 % of the a and b"
                        + " requests were served and never more than 4 in slow,"
                        + " whose partition turned 9 calls away in 5 µs each (median).");
    }

    @Test
    void saysWhatEachOfManyPartitionsGaveOut() {
        assertThat(Verdict.of(
                        Words.CONNECTIONS,
                        "reports began",
                        20,
                        List.of(
                                variant("shared", false, 1.974, 580),
                                variant("parted", true, null, 1000),
                                variant("patient", true, null, 990))))
                .isEqualTo("The partitions held: of the a and b requests were served 58.0 % with \"shared\" (all 20"
                        + " connections in use 1.97 s after reports began); 100 % with \"parted\" (at most 4 in slow); 99.0 %"
                        + " with \"patient\" (at most 4 in slow).");
    }

    private static VariantFigures timed(String name, double longestStay) {
        VariantFigures like = variant(name, true, null, 1000);
        return new VariantFigures(
                name,
                name,
                List.of(new WallFigures("slow", "bulkhead", 4, 0.0, null, 1000.0)),
                like.busyAtMost(),
                null,
                List.of(),
                List.of(),
                List.of(new DependencyFigures("slow", 4, List.of(), longestStay, 3, 0, null)),
                like.healthy(),
                like.generator(),
                List.of());
    }

    @Test
    void saysOfManyVariantsLittleEach() {
        assertThat(verdict(List.of(
                        variant("open", false, 1.974, 580), variant("walled", true, null, 1000), timed("timed", 1.02))))
                .isEqualTo(
                        "The wall held: of the a and b pages were served 58.0 % with \"open\" (all 20 threads busy 1.97 s"
                                + " after the hang); 100 % with \"walled\" (at most 7 of 20 threads busy); 100 % with \"timed\" (at"
                                + " most 7 of 20 threads busy). Only the timeout gives threads back: the longest stay with slow was"
                                + " 1.02 s with \"timed\", against 5 s with \"open\" and 5 s with \"walled\".");
    }

    @Test
    void aTimeoutThatComesTooLateIsNotPraised() {
        assertThat(verdict(List.of(variant("walled", true, null, 1000), timed("timed", 4.9))))
                .contains("whose wall ended 3 calls at their timeout")
                .endsWith(
                        ". The timeout gave no thread back sooner: the longest stay with slow was 4.9 s with \"timed\","
                                + " against 5 s with \"walled\".");
    }

    @ParameterizedTest
    @CsvSource({
        "600, 1000, , The wall held: ",
        "600, 900, , 'The wall helped, but did not hold: '",
        "600, 1000, 3.0, 'The wall helped, but did not hold: '",
        "600, 605, , The wall made no difference: ",
        "900, 600, 1.0, The wall did harm: "
    })
    void judges(int open, int walled, @Nullable Double drained, String head) {
        assertThat(verdict(List.of(variant("open", false, 1.0, open), variant("walled", true, drained, walled))))
                .startsWith(head.strip());
    }

    @ParameterizedTest
    @CsvSource({"100,100 %", "99.99,99.9 %", "57.66,57.7 %", "0,0.0 %"})
    void roundsNeverUpToAll(double percent, String text) {
        assertThat(Numbers.percent(percent)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.0042,4.2 µs", "0.063,63 µs", "2.34,2.3 ms", "23.4,23 ms", "1234,1.2 s", "20,20 ms", "1000,1 s"})
    void writesTimesInTheUnitThatSuits(double millis, String text) {
        assertThat(Numbers.millis(millis)).isEqualTo(text);
    }
}
