// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import picocli.CommandLine;

/**
 * Makes picocli's commands, and gives those that write a report the terminal.
 *
 * @param terminal where they write
 */
record TerminalFactory(Terminal terminal) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == ReplayCommand.class) {
            return type.cast(new ReplayCommand(terminal));
        }
        if (type == SizeCommand.class) {
            return type.cast(new SizeCommand(terminal));
        }
        if (type == SoakCommand.class) {
            return type.cast(new SoakCommand(terminal));
        }
        return type == ScenariosCommand.class
                ? type.cast(new ScenariosCommand(terminal))
                : CommandLine.defaultFactory().create(type);
    }
}
