// SPDX-License-Identifier: Apache-2.0

/** A compartment for each destination of an HTTP client: {@code java.net.http} and Apache HttpClient 5. */
module io.watertight.http {
    requires transitive io.watertight;
    requires transitive java.net.http;
    requires static com.google.errorprone.annotations;
    requires static org.apache.httpcomponents.client5.httpclient5;
    requires static org.apache.httpcomponents.core5.httpcore5;
    requires static org.jspecify;

    exports io.watertight.http;
}
