// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import java.util.Random;

/** Makes policies of one kind with random settings. */
@FunctionalInterface
public interface Kind {
    /**
     * Makes one.
     *
     * @param name what to call the policy
     * @param random chooses its settings
     * @return a policy nobody has used yet
     */
    Subject make(String name, Random random);
}
