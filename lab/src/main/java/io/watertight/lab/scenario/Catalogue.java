// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Where scenarios are found: those that come with Watertight, by name, and the user's own, by file. */
public final class Catalogue {
    private static final List<String> BUILT_IN = List.of("inventory-hang", "reports-starve-oltp");
    private static final long LARGEST_FILE = 1 << 20;

    private Catalogue() {}

    /**
     * Returns the scenarios that come with Watertight.
     *
     * @return in the order in which to show them
     */
    public static List<Scenario> builtIn() {
        return BUILT_IN.stream().map(Catalogue::read).toList();
    }

    /**
     * Finds a scenario.
     *
     * @param nameOrFile the name of a built-in one, or a file; what ends in {@code .yaml} or {@code .yml} or has a
     *     directory in it is a file
     * @return the scenario
     * @throws ScenarioException if there is none, or it is wrong
     */
    public static Scenario find(String nameOrFile) {
        if (BUILT_IN.contains(nameOrFile)) {
            return read(nameOrFile);
        }
        Path file = Path.of(nameOrFile);
        if (!looksLikeFile(nameOrFile) && !Files.isRegularFile(file)) {
            throw new ScenarioException("no scenario \"" + nameOrFile + "\"; " + Nearest.hint(nameOrFile, BUILT_IN)
                    + " \"watertight scenarios\" lists them, your own is a file that ends in .yaml");
        }
        return ScenarioReader.parse(stem(file), nameOrFile, text(file));
    }

    private static boolean looksLikeFile(String nameOrFile) {
        return nameOrFile.endsWith(".yaml") || nameOrFile.endsWith(".yml") || nameOrFile.contains("/");
    }

    private static String stem(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private static String text(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(file.toString());
            }
            if (Files.size(file) > LARGEST_FILE) {
                throw new ScenarioException(file + ": larger than 1 MB; that is no scenario, name another file");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ScenarioException(file + ": no such file; check the path, or see \"watertight scenarios\"");
        } catch (CharacterCodingException e) {
            throw new ScenarioException(file + ": not UTF-8 text; save it as UTF-8");
        } catch (IOException e) {
            throw new ScenarioException(file + ": cannot be read (" + e + "); check its permissions");
        }
    }

    private static Scenario read(String name) {
        String file = name + ".yaml";
        try (InputStream in = Catalogue.class.getResourceAsStream("/scenarios/" + file)) {
            if (in == null) {
                throw new IllegalStateException("scenario " + file + " is missing from the class path");
            }
            return ScenarioReader.parse(name, file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("scenario " + file + " cannot be read", e);
        }
    }
}
