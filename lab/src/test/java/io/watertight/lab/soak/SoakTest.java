// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SoakTest {
    /** Enough for a broken policy to show itself, on a busy machine too. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    static LongStream seeds() {
        return LongStream.of(1, ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyInvariantHolds(long seed) throws InterruptedException {
        var soak = new Soak(Kinds.all(), seed, 16);

        boolean held = soak.run(Duration.ofSeconds(2), progress -> {});

        assertThat(held).as(soak.report()).isTrue();
        assertThat(soak.report())
                .contains("0 lost, 0 above the limit, 0 started after it was given up", "seed " + seed)
                .doesNotContain("VIOLATED");
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(
                        BrokenKinds.aboveItsLimit(),
                        "above the limit: 2 operations were active at once, the limit is 1"),
                Arguments.of(BrokenKinds.leaky(), "lost: long after the last call"),
                Arguments.of(BrokenKinds.secretlyLeaky(), "permits only"),
                Arguments.of(BrokenKinds.deaf(), "started after it was given up: an operation was started although"),
                Arguments.of(BrokenKinds.mixedUp(), "lost: a call "));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("broken")
    void aBrokenPolicyIsSeen(Kind broken, String violation) throws InterruptedException {
        var soak = new Soak(List.of(broken), 1, 8, Duration.ofMillis(500));

        assertThat(soak.run(LONGEST, progress -> {})).as(soak.report()).isFalse();

        assertThat(soak.report()).contains("VIOLATED: ", violation, "again: --seed ");
    }

    @Test
    void aPolicyThatThrowsInPlaceOfAFailedFutureIsSeen() throws InterruptedException {
        Kind throwing = (name, random) -> Subject.unlimited("throwing", "throws", new BrokenKinds.Throwing());
        var soak = new Soak(List.of(throwing), 1, 4, Duration.ofMillis(500));

        assertThat(soak.run(LONGEST, progress -> {})).isFalse();

        assertThat(soak.report()).contains("a future: in its place the caller was thrown");
    }

    @Test
    void aCallThatNeverEndsIsExplainedWithAThreadDump() throws InterruptedException {
        Kind stuck = (name, random) -> Subject.unlimited("stuck", "never ends", new NeverEnding());
        var soak = new Soak(List.of(stuck), 1, 4, Duration.ofMillis(500));

        assertThat(soak.run(LONGEST, progress -> {})).isFalse();

        assertThat(soak.report()).contains("do not end", "threads.txt");
    }
}
