// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTableTest {
    private static final Summary SUMMARY = new Summary(
            List.of("open", "walled", "timed"),
            List.of(
                    new Summary.Row(
                            "Healthy endpoints served", "healthy served", false, List.of("58 %", "100 %", "100 %")),
                    new Summary.Row("p99", null, true, List.of("no page", "20 ms", "21 ms")),
                    new Summary.Row("Calls rejected", "rejected", false, List.of("–", "431", "271"))));

    private static String at(int columns) {
        return TerminalTable.render(SUMMARY, new Ink(false), columns);
    }

    @Test
    void aColumnForEachVariantWhereThatFits() {
        assertThat(at(60)).isEqualTo("""
                                                open   walled   timed
                Healthy endpoints served        58 %    100 %   100 %
                  p99                        no page    20 ms   21 ms
                Calls rejected                     –      431     271
                """);
    }

    @Test
    void aRowForEachVariantWhereOnlyThatFits() {
        assertThat(at(40)).isEqualTo("""
                        healthy
                         served  rejected
                open       58 %         –
                walled    100 %       431
                timed     100 %       271
                """);
    }

    @Test
    void severalTablesOtherwise() {
        assertThat(at(20).lines().filter(line -> line.startsWith("Calls rejected")))
                .hasSize(3);
        assertThat(at(20)).contains("open", "walled", "timed");
    }
}
