// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.util.Map;

/**
 * Where a scenario was read from: the file, and the line of every key, so that whatever is found wrong later, while the
 * replay starts, still names its place.
 *
 * @param file as the user named it
 * @param lines the line of each key by its path, such as {@code pool.threads} or {@code dependencies.user.changes[0].at}
 */
public record Origin(String file, Map<String, Integer> lines) {
    /**
     * Returns the exception that says what is wrong with the value at a path.
     *
     * @param path the path of the key; where the file lacks it, the line is that of the nearest enclosing key
     * @param problem the value, what is wrong with it and the remedy
     * @return to be thrown
     */
    public ScenarioException problem(String path, String problem) {
        String where = path.isEmpty() ? "" : path + ": ";
        return new ScenarioException(file + ":" + line(path) + ": " + where + problem);
    }

    private int line(String path) {
        String nearest = path;
        while (!lines.containsKey(nearest)) {
            int end = Math.max(nearest.lastIndexOf('.'), nearest.lastIndexOf('['));
            if (end < 0) {
                return 1;
            }
            nearest = nearest.substring(0, end);
        }
        return lines.getOrDefault(nearest, 1);
    }
}
