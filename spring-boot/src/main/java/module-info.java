// SPDX-License-Identifier: Apache-2.0

/** Watertight in a Spring Boot application. */
module io.watertight.spring {
    requires transitive io.watertight;
    requires transitive spring.boot;
    requires org.slf4j;
    requires spring.aop;
    requires spring.beans;
    requires spring.boot.autoconfigure;
    requires spring.context;
    requires spring.core;
    // What an application may have; each part is there only with it.
    requires static com.fasterxml.jackson.annotation;
    requires static context.propagation;
    requires static io.watertight.http;
    requires static io.watertight.jdbc;
    requires static io.watertight.micrometer;
    requires static micrometer.core;
    requires static org.jspecify;
    requires static org.reactivestreams;
    requires static reactor.core;
    requires static spring.boot.actuator;
    requires static spring.boot.actuator.autoconfigure;
    requires static spring.boot.health;
    requires static spring.boot.http.client;
    requires static spring.boot.jdbc;
    requires static spring.web;

    exports io.watertight.spring;
    exports io.watertight.spring.guarded;

    opens io.watertight.spring;
    opens io.watertight.spring.actuate;
    opens io.watertight.spring.guarded;
}
