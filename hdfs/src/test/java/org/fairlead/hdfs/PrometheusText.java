// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A strict reader of Prometheus' text format 0.0.4: what stands otherwise than the format's page has it fails. */
final class PrometheusText {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\"\\\\n])*\"";
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") ((?:[^\\\\\n]|\\\\[\\\\n])+)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram)");
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + ")(\\{" + LABEL + "(?:," + LABEL
            + ")*})? ([-+]?(?:[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|Inf)|NaN)");
    private static final Pattern BOUND = Pattern.compile("(.*?),?le=\"([^\"]*)\"}");

    private final Map<String, String> help = new LinkedHashMap<>();
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final Map<String, Double> lastBucket = new HashMap<>();
    private final Map<String, Double> infinite = new HashMap<>();
    private String family = "";

    private PrometheusText() {}

    static PrometheusText read(String text) {
        assertThat(text).endsWith("\n");
        PrometheusText read = new PrometheusText();
        text.lines().forEach(read::line);
        assertThat(read.types.keySet()).isEqualTo(read.help.keySet());
        read.infinite.forEach((histogram, all) -> assertThat(read.values).containsEntry(histogram, all));
        return read;
    }

    /** HELP by metric. */
    Map<String, String> help() {
        return help;
    }

    /** Of a series as it stands in the text, labels included. */
    double value(String series) {
        return values.get(series);
    }

    private void line(String line) {
        Matcher helps = HELP.matcher(line);
        Matcher type = TYPE.matcher(line);
        Matcher sample = SAMPLE.matcher(line);
        if (helps.matches()) {
            family = helps.group(1);
            assertThat(help.put(family, helps.group(2))).as(line).isNull();
        } else if (type.matches()) {
            assertThat(type.group(1)).as("HELP stands before: " + line).isEqualTo(family);
            assertThat(types.put(family, type.group(2))).as(line).isNull();
        } else {
            assertThat(sample.matches()).as(line).isTrue();
            sample(sample.group(1), sample.group(2) == null ? "" : sample.group(2), number(sample.group(3)), line);
        }
    }

    private void sample(String name, String labels, double value, String line) {
        String type = types.getOrDefault(family, "none");
        assertThat(values.put(name + labels, value)).as("once: " + line).isNull();
        switch (type) {
            case "counter" -> {
                assertThat(name).as(line).isEqualTo(family).endsWith("_total");
                assertThat(value).as(line).isNotNegative();
            }
            case "gauge" -> assertThat(name).as(line).isEqualTo(family).doesNotEndWith("_total");
            case "histogram" -> histogram(name, labels, value, line);
            default -> throw new AssertionError("no TYPE stands before: " + line);
        }
    }

    private void histogram(String name, String labels, double value, String line) {
        assertThat(name).as(line).matches(Pattern.quote(family) + "_(bucket|sum|count)");
        if (name.endsWith("_bucket")) {
            Matcher bound = BOUND.matcher(labels);
            assertThat(bound.matches()).as(line).isTrue();
            String series = family + "_count" + (bound.group(1).equals("{") ? "" : bound.group(1) + "}");
            assertThat(value)
                    .as("buckets add up: " + line)
                    .isGreaterThanOrEqualTo(lastBucket.getOrDefault(series, 0.0));
            lastBucket.put(series, value);
            if (number(bound.group(2)) == Double.POSITIVE_INFINITY) {
                infinite.put(series, value);
            }
        }
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("Inf", "Infinity"));
    }
}
