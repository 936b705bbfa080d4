// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How destinations are written, and what a request's is. */
final class Keys {
    private static final Pattern HOST_AND_PORT = Pattern.compile("[^\\s/]+:\\d{1,5}");

    private Keys() {}

    /** The key of a destination as it stands in the configuration. */
    static String parse(String destination) {
        Objects.requireNonNull(destination, "destination must not be null: write host:port or https://host");
        if (destination.isBlank()) {
            throw new IllegalArgumentException(
                    "destination must not be blank, was \"" + destination + "\": write host:port or https://host");
        }
        return destination.contains("://") ? ofAddress(destination) : destination.toLowerCase(Locale.ROOT);
    }

    private static String ofAddress(String destination) {
        URI uri;
        try {
            uri = URI.create(destination);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("destination '" + destination + "' is no address: " + e.getMessage(), e);
        }
        String beyond = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?");
        if (uri.getHost() == null || uri.getRawUserInfo() != null || beyond.length() > 1) {
            throw new IllegalArgumentException("destination '" + destination
                    + "' must be no more than scheme, host and port: write host:port or https://host");
        }
        String key = of(uri);
        if (key == null) {
            throw new IllegalArgumentException(
                    "destination '" + destination + "' has a scheme without a known port: " + "write host:port");
        }
        return key;
    }

    /** Host and port of a request, or null if there is no telling. */
    static @Nullable String of(URI uri) {
        return of(uri.getScheme(), uri.getHost(), uri.getPort());
    }

    /** The same, where no port is below 0. */
    static @Nullable String of(@Nullable String scheme, @Nullable String host, int port) {
        int known = port >= 0 ? port : defaultPort(scheme);
        return host == null || known < 0 ? null : host.toLowerCase(Locale.ROOT) + ':' + known;
    }

    private static int defaultPort(@Nullable String scheme) {
        return switch (scheme == null ? "" : scheme.toLowerCase(Locale.ROOT)) {
            case "http", "ws" -> 80;
            case "https", "wss" -> 443;
            default -> -1;
        };
    }

    /** Refuses what no host and port could ever equal. */
    static void requireHostAndPort(Collection<String> keys) {
        for (String key : keys) {
            if (!HOST_AND_PORT.matcher(key).matches()) {
                throw new IllegalArgumentException(
                        "destination '" + key + "' can never be met, since requests go by host"
                                + " and port here: write " + key + ":443 or https://" + key
                                + ", or give the client a function that names destinations");
            }
        }
    }
}
