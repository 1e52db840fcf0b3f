// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.report.WholeFile;
import org.fairlead.testbed.results.RunRecord;

/**
 * {@code report.json}: a {@link RunRecord} with snake_case keys in the order of its components. docs/report.md is its
 * schema.
 */
public final class ReportJson {
    /** The version of the shape that {@link #write} writes and {@link #read} reads. */
    public static final int SCHEMA = 1;

    /** Keys of later versions of the same schema are skipped; a key that is missing is an error. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private ReportJson() {}

    /** Whole or not at all. */
    public static void write(RunRecord run, Path file) throws IOException {
        WholeFile.write(file, out -> {
            OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
            MAPPER.writer(new Layout())
                    .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                    .writeValue(buffered, run);
            buffered.write('\n');
            buffered.flush();
        });
    }

    /** @throws InvalidFileException that names the file and what is wrong with it */
    public static RunRecord read(Path file) throws IOException {
        JsonNode tree = tree(file);
        requireSchema(tree, file);
        if (tree instanceof ObjectNode report) {
            addWhatOlderReportsLack(report);
        }
        try {
            return MAPPER.treeToValue(tree, RunRecord.class);
        } catch (JsonProcessingException e) {
            throw notAReport(file, e);
        }
    }

    /** @throws InvalidFileException when it is no valid JSON */
    public static JsonNode tree(Path file) throws IOException {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw notAReport(file, e);
        }
    }

    /** @throws InvalidFileException when it is of another version than {@link #SCHEMA} */
    public static void requireSchema(JsonNode tree, Path file) {
        if (tree.path("schema").asInt(-1) != SCHEMA) {
            throw new InvalidFileException(
                    file.toString(),
                    0,
                    "schema",
                    "is " + (tree.has("schema") ? tree.get("schema").toString() : "missing") + "; this version reads "
                            + SCHEMA);
        }
    }

    private static InvalidFileException notAReport(Path file, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return new InvalidFileException(
                file.toString(), at == null ? 0 : at.getLineNr(), "", "not a report: " + e.getOriginalMessage());
    }

    private static void addWhatOlderReportsLack(ObjectNode report) {
        if (!report.has("gaps")) {
            report.put("bound", "").putArray("gaps");
        }
        if (!report.has("slowdowns")) {
            report.putArray("slowdowns");
        }
        if (!report.has("pairs")) {
            report.putArray("pairs");
        }
        if (!report.has("not_measured")) {
            report.putArray("not_measured");
        }
        addWhereMissing("processor_bound", report.withArray("rounds"), round -> round.put("processor_bound", false));
        addWhereMissing(
                "processor_bound", report.withArray("comparisons"), comparison -> comparison.put("processor_bound", 0));
        addWhereMissing("task_times", report.withArray("rounds"), round -> round.putArray("task_times"));
    }

    private static void addWhereMissing(String key, ArrayNode all, Consumer<ObjectNode> add) {
        for (JsonNode each : all) {
            if (each instanceof ObjectNode object && !object.has(key)) {
                add.accept(object);
            }
        }
    }

    /**
     * A line per sample, span, link and check: deeper than that everything stays on its line, so that a series of rates
     * takes one line and not hundreds, and {@code grep} finds whole samples.
     */
    private static final class Layout extends DefaultPrettyPrinter {
        private static final long serialVersionUID = 1;
        private static final int DEEPEST = 4;

        Layout() {
            super(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""));
            Indenter shallow = new ShallowIndenter();
            indentObjectsWith(shallow);
            indentArraysWith(shallow);
        }

        private Layout(Layout other) {
            super(other);
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator generator) throws IOException {
            if (_nesting > DEEPEST) {
                generator.writeRaw(", ");
            } else {
                super.writeObjectEntrySeparator(generator);
            }
        }

        // The indenter is asked with the level outside, where it would begin a new line for the bracket alone.
        @Override
        public void writeEndObject(JsonGenerator generator, int entries) throws IOException {
            if (_nesting > DEEPEST) {
                _nesting--;
                generator.writeRaw('}');
            } else {
                super.writeEndObject(generator, entries);
            }
        }

        @Override
        public void writeEndArray(JsonGenerator generator, int values) throws IOException {
            if (_nesting > DEEPEST) {
                _nesting--;
                generator.writeRaw(']');
            } else {
                super.writeEndArray(generator, values);
            }
        }

        @Override
        public DefaultPrettyPrinter createInstance() {
            return new Layout(this);
        }
    }

    private static final class ShallowIndenter implements DefaultPrettyPrinter.Indenter {
        private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

        @Override
        public void writeIndentation(JsonGenerator generator, int level) throws IOException {
            if (level <= Layout.DEEPEST) {
                LINES.writeIndentation(generator, level);
            }
        }

        @Override
        public boolean isInline() {
            return false;
        }
    }
}
