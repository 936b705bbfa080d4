// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Writes all figures as JSON; the keys are the names of the records' components. */
public final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonReport() {}

    /**
     * Renders figures.
     *
     * @param figures records of numbers and texts
     * @return a JSON object
     */
    public static String render(Record figures) {
        try {
            return MAPPER.writeValueAsString(figures) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the figures cannot be written as JSON", e);
        }
    }
}
