// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.watertight.snippets.Snippets;
import io.watertight.snippets.SnippetsContract;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java for this module compiles without a warning and runs. */
class SnippetsTest extends SnippetsContract {
    SnippetsTest() {
        super(new Snippets("jdbc", "io.watertight.jdbc.*", "java.sql.*", "javax.sql.*"), "docs", "Partitions.java");
    }

    @ParameterizedTest
    @ValueSource(classes = {Partitions.class, PartitionSettings.class, ConnectionBudget.class})
    void theReferenceNamesEveryOption(Class<?> configuration) throws IOException {
        assertNamesEveryMethod(reference("jdbc"), configuration);
    }
}
