// SPDX-License-Identifier: Apache-2.0

/** Watertight in a Spring Boot application. */
module io.watertight.spring {
    requires transitive io.watertight;
    requires transitive spring.boot;
    requires spring.beans;
    requires spring.boot.autoconfigure;
    requires spring.context;
    requires spring.core;
    requires static org.jspecify;

    exports io.watertight.spring;

    opens io.watertight.spring;
}
