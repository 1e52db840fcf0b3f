// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.fairlead.report.Json;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;

/** The result of an experiment as JSON. */
public final class ExperimentJson {
    private ExperimentJson() {}

    public static byte[] bytes(ExperimentResult result) {
        return Json.bytes(node(result));
    }

    static ObjectNode node(ExperimentResult result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("experiment", result.name());
        root.put("source", result.source());
        root.put("scale", result.scale());
        root.put("first_seed", result.firstSeed());
        root.put("seeds", result.seeds());
        ArrayNode tables = root.putArray("tables");
        result.tables().forEach(table -> table(tables.addObject(), table));
        ArrayNode parameters = root.putArray("parameters");
        for (ExperimentResult.Parameter parameter : result.parameters()) {
            ObjectNode node = parameters.addObject();
            node.put("table", parameter.table());
            node.put("name", parameter.name());
            node.put("value", parameter.value());
            node.put("origin", parameter.origin());
        }
        ArrayNode sensitivities = root.putArray("sensitivities");
        for (ExperimentResult.Sensitivity each : result.sensitivities()) {
            ObjectNode node = sensitivities.addObject();
            node.put("table", each.table());
            node.put("parameter", each.parameter());
            node.put("unit", each.unit());
            ArrayNode values = node.putArray("values");
            each.values().forEach(value -> Json.add(values, value));
            Json.put(node, "frozen", each.frozen());
            ObjectNode ratios = node.putObject("mean_over_baseline");
            for (ExperimentResult.Line line : each.lines()) {
                ArrayNode points = ratios.putArray(line.contender());
                line.ratios().forEach(ratio -> Json.add(points, ratio));
            }
        }
        ArrayNode notes = root.putArray("notes");
        result.notes().forEach(notes::add);
        return root;
    }

    private static void table(ObjectNode into, ExperimentTable table) {
        into.put("key", table.key());
        into.put("setting", table.setting());
        ArrayNode metrics = into.putArray("metrics");
        for (Metric metric : table.metrics()) {
            ObjectNode node = metrics.addObject();
            node.put("key", metric.key());
            node.put("label", metric.label());
            node.put("unit", metric.unit());
        }
        ArrayNode contenders = into.putArray("contenders");
        for (Row row : table.rows()) {
            ObjectNode node = contenders.addObject();
            node.put("name", row.contender());
            node.put("kind", row.kind().name().toLowerCase(Locale.ROOT));
            node.put("meaning", row.meaning());
            ObjectNode cells = node.putObject("results");
            for (Metric metric : table.metrics()) {
                table.cell(row, metric).ifPresent(cell -> cell(cells.putObject(metric.key()), table, row, metric));
            }
        }
    }

    private static void cell(ObjectNode into, ExperimentTable table, Row row, Metric metric) {
        ExperimentTable.Cell cell = table.cell(row, metric).orElseThrow();
        Json.put(into, "mean", cell.mean());
        Json.put(into, "half_interval", cell.halfInterval());
        Json.put(into, "over_baseline", 1 + table.change(row, metric));
        table.gain(row, metric).ifPresent(gain -> {
            Json.put(into, "gain", gain.ratio());
            Json.put(into, "gain_low", gain.interval().map(ends -> ends.low()).orElse(Double.NaN));
            Json.put(into, "gain_high", gain.interval().map(ends -> ends.high()).orElse(Double.NaN));
        });
        Json.put(into, "paper", cell.paper());
        Json.put(into, "paper_over_baseline", 1 + table.paperChange(row, metric));
        ArrayNode values = into.putArray("by_seed");
        cell.values().forEach(value -> Json.add(values, value));
    }
}
