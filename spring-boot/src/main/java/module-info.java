// SPDX-License-Identifier: Apache-2.0

/** Watertight in a Spring Boot application. */
module io.watertight.spring {
    requires transitive io.watertight;
    requires spring.boot;
    requires spring.boot.autoconfigure;
    requires static org.jspecify;

    exports io.watertight.spring;

    opens io.watertight.spring;
}
