// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ThreadMemoryTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void measuresBothKindsOfThreads() {
        assertThat(run("--calls", "10")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("10 blocked calls")
                .containsPattern("\\| platform threads \\| [1-9][\\d,]* \\([1-9][\\d.]*\\) \\|")
                .contains("| virtual threads |");
    }

    @Test
    void refusesNoCalls() {
        assertThat(run("--calls", "0")).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("ThreadMemory: --calls 0 is too few: use at least 1");
    }

    private int run(String... arguments) {
        return ThreadMemory.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
