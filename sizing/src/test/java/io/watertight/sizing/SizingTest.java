// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static io.watertight.sizing.Exact.erlangs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.watertight.sizing.Recommendation.Option;
import io.watertight.sizing.Recommendation.Slowdown;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingTest {
    private static final Load INVENTORY = Load.of(100, Duration.ofMillis(20));
    private static final Workload HANG =
            Workload.of(INVENTORY).withP99(Duration.ofMillis(200)).withDegraded(Duration.ofSeconds(5));

    @Test
    void answersForTheInventory() {
        Recommendation answer = Sizing.recommend(HANG);

        assertThat(answer.permits()).isEqualTo(8);
        assertThat(answer.rejection()).isCloseTo(0.000859, within(1e-6));
        assertThat(answer.inFlight()).isEqualTo(2);
        assertThat(answer.options()).extracting(Option::permits).containsExactly(7, 8, 10);
        assertThat(answer.options()).extracting(Option::target).containsExactly(0.01, 0.001, 0.0001);
        assertThat(answer.headroomPerSecond() * 0.02).isCloseTo(ErlangB.load(8, 0.01), withinPercentage(1e-6));
        Option rule = Objects.requireNonNull(answer.ruleOfThumb());
        assertThat(rule.permits()).isEqualTo(40);
        assertThat(rule.target()).isNull();
        assertThat(rule.rejection()).isCloseTo(1.8238e-37, withinPercentage(0.01));
        Slowdown behindForty = Objects.requireNonNull(rule.slowdown());
        assertThat(behindForty.othersRejected()).isCloseTo(7.65e-191, withinPercentage(0.1));
        assertThat(behindForty.threadsHeld()).isCloseTo(39.91, within(0.01));
        assertThat(behindForty.rejected()).isCloseTo(0.920173, within(1e-6));
        assertThat(behindForty.poolFullAfter()).isNull();
        Slowdown open = Objects.requireNonNull(answer.noWall());
        assertThat(open.othersRejected()).isCloseTo(0.604466, within(1e-6));
        assertThat(open.poolFullAfter()).isEqualTo(Duration.ofMillis(1960));
    }

    @Test
    void theReasoningSaysItInSentences() {
        assertThat(Sizing.recommend(HANG).reasoning())
                .isEqualTo(
                        "8 permits: 100 calls a second that hold a permit for 20 ms on average keep 2 in use on average,"
                                + " and 0.086 % of them find all 8 taken (Erlang's B formula; only the mean counts, not the p99)."
                                + " Rejections reach 1 % at 156 calls a second, or when the mean rises to 31.3 ms."
                                + " When a call takes 5 s, they keep it to 8 of 200 threads, and practically none of the other"
                                + " calls find the pool full; without a wall it is full after 1.96 s and 60.4 % of them do."
                                + " The others stay below 0.1 % with any wall of up to 188 permits; how much of that to use as"
                                + " headroom for growth is a choice, not a matter of chance."
                                + " The rule of thumb, rate × p99 × 2, says 40 permits, which reject practically none.");
    }

    @Test
    void theLargestWallIsTheLastThatSparesTheOthers() {
        int most = Objects.requireNonNull(Sizing.recommend(HANG).mostPermits());

        assertThat(othersBehind(most)).isLessThanOrEqualTo(0.001);
        assertThat(othersBehind(most + 1)).isGreaterThan(0.001);
    }

    private static double othersBehind(int permits) {
        return SharedPool.of(200)
                .withDependency("slow", INVENTORY.withMeanHeld(Duration.ofSeconds(5)), permits)
                .withDependency("others", Load.of(200, Duration.ofMillis(20)))
                .solve()
                .rejection("others");
    }

    @Test
    void callersThatWaitNeedFewerPermitsAndHoldThreadsWhileTheyWait() {
        Recommendation failFast = Sizing.recommend(HANG);
        Recommendation patient = Sizing.recommend(HANG.withMaxWait(Duration.ofMillis(50)));

        assertThat(patient.permits()).isLessThan(failFast.permits());
        assertThat(patient.rejection())
                .isEqualTo(BoundedWait.rejection(INVENTORY, patient.permits(), Duration.ofMillis(50)));
        assertThat(patient.mostPermits()).isEqualTo(Objects.requireNonNull(failFast.mostPermits()) - 5);
        assertThat(patient.reasoning()).contains("wait 50 ms in vain (M/M/c with bounded patience");
    }

    @Test
    void burstsNeedMorePermits() {
        Recommendation bursts = Sizing.recommend(HANG.withPeakedness(2));

        assertThat(bursts.permits())
                .isEqualTo(Hayward.permits(INVENTORY, 2, 0.001))
                .isGreaterThan(8);
        assertThat(bursts.reasoning()).contains("Hayward's approximation for a peakedness of 2)");
        assertThat(Sizing.recommend(HANG.withPeakedness(2).withMaxWait(Duration.ofMillis(50)))
                        .reasoning())
                .contains("that callers wait is left out, on the safe side");
    }

    @Test
    void aPoolThatIsTooSmallIsSaidToBe() {
        Recommendation tight = Sizing.recommend(Workload.of(INVENTORY)
                .withPool(6)
                .withDegraded(Duration.ofSeconds(5))
                .withTarget(0.0001));

        assertThat(tight.permits()).isEqualTo(10);
        assertThat(tight.mostPermits()).isZero();
        assertThat(tight.reasoning())
                .contains("No wall keeps the others below 0.01 % then: the pool is too small for them.")
                .contains("Careful: in a pool of 6 threads this is no wall");
    }

    @Test
    void aSlowDownThatThePoolBearsIsSaidToBe() {
        Recommendation mild = Sizing.recommend(Workload.of(INVENTORY).withDegraded(Duration.ofMillis(100)));

        assertThat(Objects.requireNonNull(mild.noWall()).poolFullAfter()).isNull();
        assertThat(mild.reasoning())
                .contains("without a wall it does not fill and practically none of them do")
                .contains("The others stay below 0.1 % then with any wall.");
    }

    @Test
    void withoutASlowDownNothingIsSaidOfOne() {
        Recommendation plain = Sizing.recommend(INVENTORY, 0.01);

        assertThat(plain.permits()).isEqualTo(7);
        assertThat(plain.noWall()).isNull();
        assertThat(plain.mostPermits()).isNull();
        assertThat(plain.ruleOfThumb()).isNull();
        assertThat(plain.reasoning()).doesNotContain("wall", "rule of thumb");
    }

    @ParameterizedTest
    @CsvSource({"0.000001, 0.01, 1", "1000000, 0.001, 990000", "20, 0.9999, 1"})
    void extremesHaveAnswers(double load, double target, int atLeast) {
        assertThat(Sizing.recommend(erlangs(load), target).permits()).isGreaterThanOrEqualTo(atLeast);
    }

    @Test
    void aWorkloadThatMakesNoSenseIsRefused() {
        Workload workload = Workload.of(INVENTORY);
        assertThatThrownBy(() -> workload.withDegraded(Duration.ofMillis(20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("degraded must be longer than the healthy mean of PT0.02S, was PT0.02S: give the mean time"
                        + " that a call takes in the slow-down");
        assertThatThrownBy(() -> workload.withPool(0)).hasMessageStartingWith("threads must be at least 1, was 0");
        assertThatThrownBy(() -> workload.withTarget(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> workload.withPeakedness(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> workload.withMaxWait(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> workload.withP99(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("p99 must be above 0, was PT0S: leave it out if it is unknown");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 %",
        "0.00000001, 0.000001 %",
        "0.00000234, 0.00023 %",
        "0.000859, 0.086 %",
        "0.01, 1 %",
        "0.604466, 60.4 %",
        "1, 100 %"
    })
    void writesSharesWithTheDigitsThatMatter(double share, String text) {
        assertThat(Reasoning.percent(share)).isEqualTo(text);
    }
}
