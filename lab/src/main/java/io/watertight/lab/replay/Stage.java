// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Database;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Pool;
import io.watertight.lab.scenario.Scenario.Variant;
import java.util.Objects;
import java.util.function.Consumer;

/** What all variants of a scenario play on: it stands from before the first until after the last. */
interface Stage extends AutoCloseable {
    /** Starts a service for one variant. */
    Service open(Variant variant, RunClock clock);

    @Override
    void close();

    /** Checks what the scenario names, and starts what its variants share. */
    static Stage set(Scenario scenario, Consumer<Progress> progress) throws InterruptedException {
        Database database = scenario.database();
        if (database == null) {
            RunningServices.check(scenario);
            return new Loopback(
                    scenario, Objects.requireNonNull(scenario.pool(), "a scenario has a pool or a database"));
        }
        progress.accept(Progress.preparing("PostgreSQL starts", scenario.duration()));
        return new PostgresStage(scenario, database, PostgresServer.start());
    }

    /** Every variant starts its own dependencies, so there is nothing to share. */
    record Loopback(Scenario scenario, Pool pool) implements Stage {
        @Override
        public Service open(Variant variant, RunClock clock) {
            Dependencies dependencies = Dependencies.start(scenario, clock);
            try {
                return new PageService(scenario, pool, variant, clock, dependencies);
            } catch (RuntimeException e) {
                dependencies.close();
                throw e;
            }
        }

        @Override
        public void close() {
            // nothing stands
        }
    }
}
