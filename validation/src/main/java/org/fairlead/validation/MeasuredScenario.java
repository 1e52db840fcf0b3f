// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.report.Json;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.report.ReportJson;

/** What the testbed measured in a scenario: the rounds that count, each metric's mean in each. */
final class MeasuredScenario {
    private static final List<String> BY_KIND = List.of("query_time", "app_time");
    private static final String BY_GROUP = "job_time";
    private static final String BY_OPERATION = "operation_time";
    /** Small copies say none. */
    private static final String SCHEMA = "schema";

    private static final String SEED = "seed";
    private static final String REPETITIONS = "repetitions";
    private static final Pattern METRIC = Pattern.compile("([^\\[]*)(?:\\[(.*)])?");

    private final Path report;
    private final String baseline;
    private final String again;
    /** Of what it was measured on and with. */
    private final JsonNode environment;
    /** Of the run: its seed and repetitions, where the report says them. */
    private final ObjectNode run;
    /** By contender, then by repetition the means by metric. */
    private final Map<String, Map<Integer, Map<String, Double>>> rounds;

    private MeasuredScenario(
            Path report,
            String baseline,
            String again,
            JsonNode environment,
            ObjectNode run,
            Map<String, Map<Integer, Map<String, Double>>> rounds) {
        this.report = report;
        this.baseline = baseline;
        this.again = again;
        this.environment = environment;
        this.run = run;
        this.rounds = rounds;
    }

    /**
     * @param report a {@code report.json}
     * @throws InvalidFileException when it is none, or one of a later version
     */
    static MeasuredScenario read(Path report) throws IOException {
        JsonNode root = ReportJson.tree(report);
        if (root.has(SCHEMA)) {
            ReportJson.requireSchema(root, report);
        }
        if (!root.path("rounds").isArray() || !root.path("baseline").isTextual()) {
            throw new InvalidFileException(
                    report.toString(), 1, "rounds", "this is no report.json of 'fairlead testbed run'");
        }
        Map<String, Map<Integer, Map<String, Double>>> rounds = new LinkedHashMap<>();
        for (JsonNode round : root.path("rounds")) {
            if (round.path("not_counted_because").asText().isEmpty()) {
                rounds.computeIfAbsent(round.path("contender").asText(), name -> new LinkedHashMap<>())
                        .put(round.path("repetition").asInt(), means(round.path("samples")));
            }
        }
        return new MeasuredScenario(
                report,
                root.path("baseline").asText(),
                root.path("aa_pair").asText(),
                root.path("environment"),
                run(root.path("scenario")),
                rounds);
    }

    private static ObjectNode run(JsonNode scenario) {
        ObjectNode run = new ObjectMapper().createObjectNode();
        for (String key : List.of(SEED, REPETITIONS)) {
            if (scenario.path(key).isIntegralNumber()) {
                run.set(key, scenario.path(key));
            }
        }
        return run;
    }

    /** Of what was drawn in the run; empty where the report does not say it. */
    Optional<Long> seed() {
        return run.has(SEED) ? Optional.of(run.get(SEED).asLong()) : Optional.empty();
    }

    /**
     * The scenario as it ran: with the contenders that were measured, and as many repetitions as there were. Whose input costs no network is
     * left out: the simulator does not know that.
     *
     * @throws InvalidFileException when the baseline of the run is none of its contenders: nothing could be compared
     */
    Scenario asRun(Scenario scenario) {
        List<String> contenders =
                scenario.contenders().stream().map(Contender::name).toList();
        if (!contenders.contains(baseline)) {
            throw new InvalidFileException(
                    report.toString(),
                    0,
                    "baseline",
                    "'" + baseline + "' is no contender of scenario " + scenario.name() + "; its contenders: "
                            + String.join(", ", contenders));
        }
        Scenario some = scenario.onlyContenders(scenario.contenders().stream()
                .filter(contender -> !contender.readsLocalInput())
                .map(Contender::name)
                .filter(rounds::containsKey)
                .toList());
        return run.has(REPETITIONS) ? some.with(run.get(REPETITIONS).asInt(), some.queueing()) : some;
    }

    /** All that {@link #read} takes from a report, a few kilobytes instead of megabytes: one sample of each metric and round, the mean. */
    ObjectNode kept() {
        ObjectNode root =
                new ObjectMapper().createObjectNode().put("baseline", baseline).put("aa_pair", again);
        if (environment.isObject()) {
            root.set("environment", environment);
        }
        if (!run.isEmpty()) {
            root.set("scenario", run);
        }
        ArrayNode all = root.putArray("rounds");
        rounds.forEach((contender, byRepetition) -> byRepetition.forEach((repetition, means) -> {
            ArrayNode samples = all.addObject()
                    .put("contender", contender)
                    .put("repetition", repetition)
                    .putArray("samples");
            means.forEach((metric, mean) -> {
                Matcher name = METRIC.matcher(metric);
                if (name.matches()) {
                    ObjectNode sample = samples.addObject().put("metric", name.group(1));
                    if (name.group(2) != null) {
                        sample.put("subject", name.group(2));
                    }
                    Json.putShort(sample, "value", mean);
                }
            });
        }));
        return root;
    }

    private static Map<String, Double> means(JsonNode samples) {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        List<Double> jobs = new ArrayList<>();
        for (JsonNode sample : samples) {
            String metric = sample.path("metric").asText();
            String subject = sample.path("subject").asText();
            double value = sample.path("value").asDouble();
            values.computeIfAbsent(name(metric, subject), key -> new ArrayList<>())
                    .add(value);
            if (BY_GROUP.equals(metric)) {
                jobs.add(value);
            }
        }
        if (!jobs.isEmpty()) {
            values.putIfAbsent(BY_GROUP, jobs); // a small copy has it already
        }
        Map<String, Double> means = new LinkedHashMap<>();
        values.forEach((metric, list) -> means.put(metric, mean(list)));
        return means;
    }

    /** Of one operation, of all pieces of work of a kind, or of all jobs of an application or of a group. */
    private static String name(String metric, String subject) {
        if (subject.isEmpty()) {
            return metric;
        }
        if (BY_GROUP.equals(metric)) {
            return metric + "[" + subject.replaceAll("/.*", "") + "]";
        }
        if (BY_KIND.contains(metric)) {
            // Jobs of one kind at the same time are numbered: sort-1, sort-2.
            return metric + "[" + subject.replaceAll("-\\d+$", "") + "]";
        }
        return BY_OPERATION.equals(metric) ? metric + "[" + subject + "]" : metric;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    String baseline() {
        return baseline;
    }

    /** Mean over the rounds of a contender; over both runs of the baseline, where it ran twice. Empty when nothing was measured. */
    Optional<Double> mean(String contender, String metric) {
        List<Double> values = values(contender, metric);
        if (contender.equals(baseline)) {
            values.addAll(values(again, metric));
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(mean(values));
    }

    /** How far the baseline's two means are apart, as a share of them; empty when it ran once. */
    Optional<Double> spread(String metric) {
        List<Double> once = values(baseline, metric);
        List<Double> twice = values(again, metric);
        if (once.isEmpty() || twice.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(2 * Math.abs(mean(once) - mean(twice)) / (mean(once) + mean(twice)));
    }

    private List<Double> values(String contender, String metric) {
        List<Double> values = new ArrayList<>();
        rounds.getOrDefault(contender, Map.of()).values().forEach(round -> {
            if (round.containsKey(metric)) {
                values.add(round.get(metric));
            }
        });
        return values;
    }
}
