// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML text as nested maps, lists and strings, with the line of every key.
 *
 * <p>Scalars stay the strings that were written, since {@code 20ms} or {@code 0.5%} mean something only to the key they
 * belong to, and an error must quote what the user wrote.
 *
 * @param root the outermost value: a map, a list or a string
 * @param origin where each key stands
 */
record YamlDocument(Object root, Origin origin) {
    private static final int DEEPEST = 12; // a scenario needs 5; an alias that contains itself has no end

    static YamlDocument parse(String file, String text) {
        Map<String, Integer> lines = new HashMap<>();
        Origin origin = new Origin(file, lines);
        try {
            Object root = new Compose(LoadSettings.builder().setLabel(file).build())
                    .composeString(text)
                    .map(node -> new Walk(origin, lines).value(node, "", 0))
                    .orElse("");
            return new YamlDocument(root, origin);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(YamlDocument::line).orElse(1);
            throw new ScenarioException(file + ":" + line + ": not valid YAML: " + oneLine(e.getProblem()) + context(e)
                    + "; correct the indentation or the quotes there");
        } catch (YamlEngineException e) {
            throw new ScenarioException(file + ":1: not valid YAML: " + oneLine(String.valueOf(e.getMessage()))
                    + "; a scenario is one YAML mapping");
        }
    }

    private static String context(MarkedYamlEngineException e) {
        return e.getContextMark()
                .map(mark -> " " + oneLine(e.getContext()) + " that begins in line " + line(mark))
                .orElse("");
    }

    private static String oneLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }

    /** One pass over the nodes that notes the lines as it goes. */
    private record Walk(Origin origin, Map<String, Integer> lines) {
        Object value(Node node, String path, int depth) {
            if (depth > DEEPEST) {
                throw origin.problem(path, "nested deeper than " + DEEPEST + " levels; no scenario needs that");
            }
            return switch (node) {
                case MappingNode mapping -> mapping(mapping, path, depth);
                case SequenceNode sequence -> sequence(sequence, path, depth);
                case ScalarNode scalar -> scalar.getValue();
                default -> throw origin.problem(path, "a " + node.getNodeType() + " has no place in a scenario");
            };
        }

        private Map<String, Object> mapping(MappingNode mapping, String path, int depth) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (NodeTuple entry : mapping.getValue()) {
                if (!(entry.getKeyNode() instanceof ScalarNode keyNode)) {
                    throw origin.problem(path, "a key must be plain text; write it as \"key: value\"");
                }
                String key = keyNode.getValue();
                String keyPath = path.isEmpty() ? key : path + "." + key;
                int line = keyNode.getStartMark().map(YamlDocument::line).orElse(1);
                Integer first = lines.putIfAbsent(keyPath, line);
                if (values.containsKey(key)) {
                    throw new ScenarioException(origin.file() + ":" + line + ": " + keyPath
                            + ": stands twice, first in line " + first + "; rename or remove one");
                }
                values.put(key, value(entry.getValueNode(), keyPath, depth + 1));
            }
            return values;
        }

        private List<Object> sequence(SequenceNode sequence, String path, int depth) {
            List<Object> values = new ArrayList<>();
            for (Node node : sequence.getValue()) {
                String itemPath = path + "[" + values.size() + "]";
                lines.putIfAbsent(
                        itemPath, node.getStartMark().map(YamlDocument::line).orElse(1));
                values.add(value(node, itemPath, depth + 1));
            }
            return values;
        }
    }
}
