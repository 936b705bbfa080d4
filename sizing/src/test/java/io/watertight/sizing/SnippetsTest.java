// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import io.watertight.snippets.Snippets;
import io.watertight.snippets.SnippetsContract;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java for this module compiles without a warning and runs, and the reference names every method. */
class SnippetsTest extends SnippetsContract {
    SnippetsTest() {
        super(new Snippets("sizing", "io.watertight.sizing.*"), "docs/how-to", "docs/reference", "ErlangB.java");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Load.class,
                LittlesLaw.class,
                ErlangB.class,
                ErlangC.class,
                BoundedWait.class,
                BoundedQueue.class,
                SharedPool.class,
                Hayward.class,
                Retries.class,
                Workload.class,
                Sizing.class
            })
    void theReferenceNamesEveryMethod(Class<?> type) throws IOException {
        String reference = reference("sizing");
        String section =
                reference.split("(?m)^## `" + type.getSimpleName() + "`$", 2)[1].split("(?m)^## ", 2)[0];
        assertNamesEveryMethod(section, type);
    }
}
