// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.fairlead.report.Json;
import org.fairlead.sim.calibration.Constants;

/** A validation for programs: {@code validation.json}. */
final class ValidationJson {
    private ValidationJson() {}

    static ObjectNode of(Validation validation, Constants constants) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        root.put("holds", validation.failures().isEmpty());
        ObjectNode summary = root.putObject("summary");
        Json.putShort(summary, "times", validation.times().size());
        Json.putShort(summary, "median_error", Validation.quantile(validation.times(), 0.5));
        Json.putShort(summary, "p95_error", Validation.quantile(validation.times(), 0.95));
        Json.putShort(summary, "ratios", validation.ratios().size());
        Json.putShort(summary, "largest_ratio_error", Validation.quantile(validation.ratios(), 1));
        ObjectNode bounds = root.putObject("bounds");
        Json.putShort(bounds, "median_error", validation.bounds().median());
        Json.putShort(bounds, "p95_error", validation.bounds().p95());
        Json.putShort(bounds, "ratio_error", validation.bounds().ratio());
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
            Json.putShort(node, "measured", each.measured());
            Json.putShort(node, "predicted", each.predicted());
            Json.putShort(node, "error", each.error());
            Json.putShort(node, "aa_spread", each.spread().orElse(Double.NaN));
        }
        ObjectNode used = root.putObject("constants");
        constants.all().forEach((name, constant) -> {
            ObjectNode node = used.putObject(name);
            Json.putShort(node, "value", constant.value());
            node.put("unit", constant.unit());
            node.put("origin", constant.origin());
            node.put("fitted", constant.fit().isPresent());
        });
        return root;
    }
}
