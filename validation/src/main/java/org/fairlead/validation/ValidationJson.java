// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import org.fairlead.sim.calibration.Constants;

/** A validation for programs: {@code validation.json}. */
final class ValidationJson {
    /** Far more than either side is exact to. */
    private static final MathContext ROUNDED = new MathContext(6);

    private ValidationJson() {}

    static ObjectNode of(Validation validation, Constants constants) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        root.put("holds", validation.failures().isEmpty());
        ObjectNode summary = root.putObject("summary");
        put(summary, "times", validation.times().size());
        put(summary, "median_error", Validation.quantile(validation.times(), 0.5));
        put(summary, "p95_error", Validation.quantile(validation.times(), 0.95));
        put(summary, "ratios", validation.ratios().size());
        put(summary, "largest_ratio_error", Validation.quantile(validation.ratios(), 1));
        ObjectNode bounds = root.putObject("bounds");
        put(bounds, "median_error", validation.bounds().median());
        put(bounds, "p95_error", validation.bounds().p95());
        put(bounds, "ratio_error", validation.bounds().ratio());
        ArrayNode failures = root.putArray("failures");
        validation.failures().forEach(failures::add);
        ArrayNode comparisons = root.putArray("comparisons");
        for (ComparedFigure each : validation.comparisons()) {
            ObjectNode node = comparisons.addObject();
            node.put("scenario", each.scenario());
            node.put("calibrating", each.calibrating());
            node.put("contender", each.contender());
            node.put("metric", each.metric());
            node.put("kind", each.ratio() ? "ratio" : "seconds");
            put(node, "measured", each.measured());
            put(node, "predicted", each.predicted());
            put(node, "error", each.error());
            put(node, "aa_spread", each.spread().orElse(Double.NaN));
        }
        ObjectNode used = root.putObject("constants");
        constants.all().forEach((name, constant) -> {
            ObjectNode node = used.putObject(name);
            put(node, "value", constant.value());
            node.put("unit", constant.unit());
            node.put("origin", constant.origin());
            node.put("fitted", constant.fit().isPresent());
        });
        return root;
    }

    private static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, new BigDecimal(value).round(ROUNDED).stripTrailingZeros());
        } else {
            node.putNull(name);
        }
    }

    static byte[] bytes(ObjectNode root) {
        try {
            String text = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
            return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
