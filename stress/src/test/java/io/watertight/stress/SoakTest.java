// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many threads use one bulkhead in every way at once, at random. {@code -Dstress.seed=N} repeats the choices of one
 * seed (not the interleaving), {@code -Dstress.soaks=N} makes more rounds.
 */
class SoakTest {
    static LongStream seeds() {
        Long seed = Long.getLong("stress.seed");
        return seed != null
                ? LongStream.of(seed)
                : ThreadLocalRandom.current().longs(Integer.getInteger("stress.soaks", 12), 0, 1_000_000_000);
    }

    @ParameterizedTest(name = "-Dstress.seed={0}")
    @MethodSource("seeds")
    void keepsTheLimitAndLosesNothing(long seed) throws InterruptedException {
        Soak soak = new Soak(seed);
        assertThat(soak.run()).as("-Dstress.seed=%d: %s", seed, soak).isEmpty();
    }
}
