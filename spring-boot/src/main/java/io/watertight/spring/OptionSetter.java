// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Sets the options of one immutable thing, and blames the property whose value it refuses. */
final class OptionSetter<P> {
    private final Bound<?> bound;
    private P policy;

    OptionSetter(Bound<?> bound, P policy) {
        this.bound = bound;
        this.policy = policy;
    }

    <T> OptionSetter<P> set(String option, @Nullable T value, BiFunction<P, T, P> wither) {
        if (value != null) {
            try {
                policy = wither.apply(policy, value);
            } catch (IllegalArgumentException refused) {
                bound.refuse(option, String.valueOf(refused.getMessage()), "Correct " + bound.nameOf(option));
            }
        }
        return this;
    }

    P get() {
        return policy;
    }
}
