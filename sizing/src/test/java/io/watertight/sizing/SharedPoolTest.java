// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static io.watertight.sizing.Exact.erlangs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.watertight.sizing.SharedPool.Occupancy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SharedPoolTest {
    private static Occupancy pool(int threads, int[] loads, int[] limits) {
        SharedPool pool = SharedPool.of(threads);
        for (int i = 0; i < loads.length; i++) {
            pool = pool.withDependency("d" + i, erlangs(loads[i]), limits[i]);
        }
        return pool.solve();
    }

    static List<Arguments> pools() {
        return List.of(
                Arguments.of(200, new int[] {500, 2, 2}, new int[] {200, 200, 200}),
                Arguments.of(200, new int[] {500, 2, 2}, new int[] {198, 200, 200}),
                Arguments.of(200, new int[] {500, 2, 2}, new int[] {190, 200, 200}),
                Arguments.of(200, new int[] {500, 2, 2}, new int[] {40, 200, 200}),
                Arguments.of(200, new int[] {500, 2, 2}, new int[] {40, 1, 300}),
                Arguments.of(200, new int[] {500, 400, 300}, new int[] {200, 200, 200}),
                Arguments.of(200, new int[] {5_000, 5_000, 5_000, 1}, new int[] {150, 150, 200, 3}),
                Arguments.of(50, new int[] {10, 20, 30}, new int[] {50, 20, 10}),
                Arguments.of(1, new int[] {1, 1}, new int[] {1, 1}),
                Arguments.of(7, new int[] {3}, new int[] {7}),
                Arguments.of(7, new int[] {3}, new int[] {4}));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void meetsExactArithmetic(int threads, int[] loads, int[] limits) {
        Occupancy occupancy = pool(threads, loads, limits);

        List<Exact> exact = Exact.sharedPool(threads, loads, limits);
        for (int i = 0; i < loads.length; i++) {
            exact.get(i).isMetBy(occupancy.rejection("d" + i), 1e-12);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void sumsToOneAndObeysLittle(int threads, int[] loads, int[] limits) {
        Occupancy occupancy = pool(threads, loads, limits);

        double carried = IntStream.range(0, loads.length)
                .mapToDouble(i -> loads[i] * (1 - occupancy.rejection("d" + i)))
                .sum();
        assertThat(occupancy.busy()).hasSize(threads + 1);
        assertThat(occupancy.busy().stream().mapToDouble(p -> p).sum()).isCloseTo(1, within(1e-12));
        assertThat(occupancy.meanBusy()).isCloseTo(carried, withinPercentage(1e-8));
        assertThat(occupancy.full()).isEqualTo(occupancy.busy().get(threads));
    }

    @ParameterizedTest
    @CsvSource({
        "200, 0.604466, 0.604466",
        "198, 0.451492, 0.606294",
        "190, 0.00381437, 0.621215",
        "40, 7.65064e-191, 0.920173"
    })
    void theInventoryHangHasThePublishedDigits(int permits, double others, double inventory) {
        Load healthy = Load.of(100, Duration.ofMillis(20));
        Occupancy hang = SharedPool.of(200)
                .withDependency("inventory", healthy.withMeanHeld(Duration.ofSeconds(5)), permits)
                .withDependency("user", healthy)
                .withDependency("payment", healthy)
                .solve();

        assertThat(hang.rejection("user")).isCloseTo(others, withinPercentage(1e-3));
        assertThat(hang.rejection("payment")).isEqualTo(hang.rejection("user"));
        assertThat(hang.rejection("inventory")).isCloseTo(inventory, withinPercentage(1e-3));
    }

    @ParameterizedTest
    @CsvSource({"20, 20, 20", "20, 20, 30", "40, 3, 5", "1000, 990, 1000"})
    void oneDependencyIsErlangB(int threads, double load, int permits) {
        assertThat(SharedPool.of(threads)
                        .withDependency("only", erlangs(load), permits)
                        .solve()
                        .rejection("only"))
                .isCloseTo(ErlangB.rejection(erlangs(load), Math.min(threads, permits)), withinPercentage(1e-10));
    }

    @Test
    void dependenciesWithoutWallsAreOne() {
        Occupancy apart = SharedPool.of(60)
                .withDependency("a", erlangs(25))
                .withDependency("b", erlangs(30))
                .solve();

        assertThat(apart.full()).isCloseTo(ErlangB.rejection(erlangs(55), 60), withinPercentage(1e-10));
    }

    /** Products of weights of this pool are below 1e-308 unless they are scaled to its size. */
    @Test
    void aPoolOfManyThreadsUnderExtremeLoadKeepsItsDigits() {
        Occupancy occupancy = SharedPool.of(20_000)
                .withDependency("a", erlangs(1e6))
                .withDependency("b", erlangs(1e5))
                .withDependency("c", erlangs(10), 20)
                .solve();

        assertThat(occupancy.rejection("a")).isEqualTo(occupancy.full());
        assertThat(occupancy.full()).isCloseTo(1 - 20_000 / 1_100_000.0, within(1e-5));
        assertThat(occupancy.busy().stream().mapToDouble(p -> p).sum()).isCloseTo(1, within(1e-12));
    }

    @Test
    void whatIsWrongIsNamedWithTheRemedy() {
        SharedPool pool = SharedPool.of(10).withDependency("user", erlangs(2));
        assertThatThrownBy(() -> SharedPool.of(0))
                .hasMessage("threads must be at least 1, was 0: a pool without threads rejects every call");
        assertThatThrownBy(() -> SharedPool.of(100_001))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("threads must be at most 100000, was 100001: ");
        assertThatThrownBy(() -> pool.withDependency("user", erlangs(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must not be blank or given twice, was \"user\": name each dependency once");
        assertThatThrownBy(() -> pool.withDependency(" ", erlangs(3))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pool.withDependency("slow", erlangs(3), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("permits must be at least 1, was 0");
        assertThatThrownBy(() -> SharedPool.of(10).solve())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withDependency");
        assertThatThrownBy(() -> pool.solve().rejection("usr"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no dependency \"usr\"; there are user");
    }
}
