// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import java.io.Serial;
import java.util.Random;
import java.util.function.Consumer;

/** What operations and listeners throw when they are told to, without stack traces. */
final class Faults {
    private Faults() {}

    /** Thrown on purpose. */
    interface Chosen {}

    private static final class Checked extends Exception implements Chosen {
        @Serial
        private static final long serialVersionUID = 1;

        Checked() {
            super("chosen by the soak", null, false, false);
        }
    }

    private static final class Unchecked extends RuntimeException implements Chosen {
        @Serial
        private static final long serialVersionUID = 1;

        Unchecked() {
            super("chosen by the soak", null, false, false);
        }
    }

    private static final class Fatal extends Error implements Chosen {
        @Serial
        private static final long serialVersionUID = 1;

        Fatal() {
            super("chosen by the soak", null, false, false);
        }
    }

    static void throwAny(Random random) throws Exception {
        if (random.nextBoolean()) {
            throw new Checked();
        }
        throwUnchecked(random);
    }

    static void throwUnchecked(Random random) {
        if (random.nextBoolean()) {
            throw new Unchecked();
        }
        throw new Fatal();
    }

    static Throwable any(Random random) {
        return random.nextBoolean() ? new Checked() : new Fatal();
    }

    /** A listener that hears, or throws an exception or an error each time. */
    static Consumer<Object> listener(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> event -> {};
            case 1 ->
                event -> {
                    throw new Unchecked();
                };
            default ->
                event -> {
                    throw new Fatal();
                };
        };
    }
}
