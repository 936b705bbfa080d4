// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.bulkhead.Bulkhead;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.pool.ConnPoolControl;

/** Whether a client's own connection pool is the tighter limit, which nobody sees and which holds permits. */
final class PoolCheck {
    private static final System.Logger LOG = System.getLogger("io.watertight.http");

    private PoolCheck() {}

    static void warn(Compartments compartments, ConnPoolControl<HttpRoute> pool) {
        compartments
                .byKey()
                .forEach((key, compartment) -> perRoute(compartment.bulkhead(), "to " + key, maxPerRoute(pool, key)));
        perRoute(compartments.others().bulkhead(), "to any other host", pool.getDefaultMaxPerRoute());
        total(compartments, pool.getMaxTotal());
    }

    private static void perRoute(Bulkhead bulkhead, String where, int connections) {
        if (connections < bulkhead.maxConcurrentCalls()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Bulkhead '" + bulkhead.name() + "' admits " + bulkhead.maxConcurrentCalls() + " exchanges " + where
                            + ", but the connection pool has only " + connections
                            + " connections for the route: the others would wait in the pool, unseen, each with a permit."
                            + " Set the pool's max per route to " + bulkhead.maxConcurrentCalls() + " or more");
        }
    }

    private static void total(Compartments compartments, int connections) {
        Set<Bulkhead> all = Collections.newSetFromMap(new IdentityHashMap<>());
        compartments.byKey().values().forEach(compartment -> all.add(compartment.bulkhead()));
        all.add(compartments.others().bulkhead());
        long limits = all.stream().mapToLong(Bulkhead::maxConcurrentCalls).sum();
        if (connections < limits) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The bulkheads admit " + limits + " exchanges in total, but the connection pool has only "
                            + connections
                            + " connections: a destination that hangs can take those of the others. Set the pool's max total"
                            + " to " + limits + " or more");
        }
    }

    /** Of the routes that a host and port can stand for, the wider one: no warning that may be wrong. */
    private static int maxPerRoute(ConnPoolControl<HttpRoute> pool, String key) {
        int colon = key.lastIndexOf(':');
        if (colon < 0) {
            return pool.getDefaultMaxPerRoute();
        }
        String host = key.substring(0, colon);
        int port;
        try {
            port = Integer.parseInt(key.substring(colon + 1));
        } catch (NumberFormatException notHostAndPort) {
            return pool.getDefaultMaxPerRoute();
        }
        var plain = new HttpRoute(new HttpHost("http", host, port));
        var secure = new HttpRoute(new HttpHost("https", host, port), null, true);
        return Math.max(pool.getMaxPerRoute(plain), pool.getMaxPerRoute(secure));
    }
}
