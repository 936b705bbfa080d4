// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.snippets.Snippets;
import io.watertight.snippets.SnippetsContract;

/** Every block of Java that the documentation shows for this module compiles without a warning. */
class SnippetsTest extends SnippetsContract {
    SnippetsTest() {
        super(
                new Snippets(
                        "spring-boot",
                        "io.watertight.registry.*",
                        "io.watertight.spring.guarded.Guarded",
                        "org.springframework.beans.factory.annotation.Qualifier",
                        "org.springframework.http.HttpStatus",
                        "org.springframework.stereotype.Component",
                        "org.springframework.web.bind.annotation.*"),
                "docs",
                "Guarded.java");
    }
}
