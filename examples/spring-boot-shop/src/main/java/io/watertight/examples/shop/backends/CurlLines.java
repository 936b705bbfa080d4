// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop.backends;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/** Says at start what to try. */
@Component
class CurlLines implements ApplicationListener<WebServerInitializedEvent> {
    private static final String LINES = """

            The shop is open. Try, in another terminal:

              curl localhost:PORT/page/sku-42
              curl -X POST 'localhost:PORT/inventory/hang?delay=5s'
              curl -Z --no-progress-meter --parallel-immediate --parallel-max 250 -o /dev/null -w '%{http_code} after %{time_total}\\n' \\
                  'localhost:PORT/page/sku-[1-250]' | cut -d . -f 1 | sort | uniq -c
              curl localhost:PORT/actuator/bulkheads
              curl -X POST localhost:PORT/inventory/heal

            There are /account, /actuator/health and /actuator/prometheus too.

            """;

    @Override
    public void onApplicationEvent(WebServerInitializedEvent started) {
        if (started.getApplicationContext().getServerNamespace() == null) { // not the management server's own
            System.out.print(LINES.replace(
                    "PORT", Integer.toString(started.getWebServer().getPort())));
        }
    }
}
