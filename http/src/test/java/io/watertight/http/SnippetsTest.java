// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.snippets.Snippets;
import io.watertight.snippets.SnippetsContract;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java for this module compiles without a warning and runs. */
class SnippetsTest extends SnippetsContract {
    SnippetsTest() {
        super(
                new Snippets(
                        "http",
                        "io.watertight.http.*",
                        "java.io.InputStream",
                        "java.net.URI",
                        "java.net.http.*",
                        "java.net.http.HttpResponse.BodyHandlers",
                        "org.apache.hc.client5.http.classic.methods.HttpGet",
                        "org.apache.hc.client5.http.impl.classic.*",
                        "org.apache.hc.client5.http.impl.io.*",
                        "org.apache.hc.core5.http.io.entity.EntityUtils"),
                "docs/how-to",
                "docs/reference",
                "HttpBulkheads.java",
                "BulkheadExecHandler.java");
    }

    @ParameterizedTest
    @ValueSource(classes = {HttpBulkheads.class, BulkheadExecHandler.class})
    void theReferenceNamesEveryOption(Class<?> type) throws IOException {
        assertNamesEveryMethod(reference("http"), type);
    }
}
