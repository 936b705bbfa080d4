// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.io.Serial;

/** Says in one line what is wrong with a scenario: file, line, key, value and remedy. */
public final class ScenarioException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * A fault of the scenario or of what it names.
     *
     * @param message the whole line
     */
    public ScenarioException(String message) {
        super(message, null, false, false);
    }
}
