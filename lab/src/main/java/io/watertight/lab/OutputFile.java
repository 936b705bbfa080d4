// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.scenario.ScenarioException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A file that a command will write: checked before the work, so that nobody waits for figures that cannot be written.
 *
 * @param path where
 */
record OutputFile(Path path) {
    static OutputFile named(String option, String name) {
        try {
            return at(option, Path.of(name));
        } catch (InvalidPathException e) {
            throw new ScenarioException(option + ": \"" + name + "\" is no path; name another file");
        }
    }

    static OutputFile at(String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new ScenarioException(option + ": \"" + file + "\" is not a file in a folder that exists; create the"
                    + " folder or name another file");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new ScenarioException(
                    option + ": \"" + file + "\" cannot be written; correct its permissions or name another file");
        }
        return new OutputFile(file);
    }

    void write(String text, PrintStream progress) {
        try {
            Files.writeString(path, text);
            progress.println("Wrote " + path);
        } catch (IOException e) {
            throw new IllegalStateException(path + " could not be written: " + e, e);
        }
    }
}
