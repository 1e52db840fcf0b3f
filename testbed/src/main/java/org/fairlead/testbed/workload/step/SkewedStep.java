// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.SkewedRows;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.driver.SkewedOperation;

/**
 * Rows whose keys are skewed, written to HDFS; then Spark's operations that shuffle them by key, one after the other, each on the rows of each
 * exponent. Where the time of their tasks went is measured, too.
 *
 * @param input a text of rows for each exponent, called by it
 */
record SkewedStep(List<SkewedOperation> operations, GeneratedInput input) implements WorkloadStep {
    private static final double MOST_EXPONENT = 5;
    private static final int USUAL_KEYS = 2_000;
    private static final int MOST_KEYS = 1_000_000;
    private static final int USUAL_PAYLOAD = 100;
    private static final int MOST_PAYLOAD = 1 << 16;

    SkewedStep {
        operations = List.copyOf(operations);
    }

    static SkewedStep from(YamlNode body) {
        body.allow("operation", "exponent", "size", "keys", "payload", "writers", "block-size", "replication", "keep");
        List<SkewedOperation> operations = new ArrayList<>();
        each(body.required("operation"), String.join(", ", SkewedOperation.keys()), node -> {
            SkewedOperation operation = SkewedOperation.named(node.oneOf(SkewedOperation.keys()));
            if (operations.contains(operation)) {
                throw node.invalid("a second time operation '" + operation.key() + "'; once is accepted");
            }
            operations.add(operation);
        });
        long bytes = StepKeys.textBytes(body.required("size"));
        int keys = body.optional("keys").map(node -> node.integer(1, MOST_KEYS)).orElse(USUAL_KEYS);
        int payload = body.optional("payload").map(SkewedStep::payload).orElse(USUAL_PAYLOAD);
        Map<String, SkewedRows> rows = new LinkedHashMap<>();
        each(body.required("exponent"), "numbers from 0 to " + MOST_EXPONENT, node -> {
            double exponent = node.number(0, MOST_EXPONENT);
            String name = BigDecimal.valueOf(exponent).stripTrailingZeros().toPlainString();
            if (rows.put(name, new SkewedRows(exponent, keys, payload, bytes)) != null) {
                throw node.invalid("a second time exponent " + name + "; once is accepted");
            }
        });
        return new SkewedStep(operations, StepKeys.input(StepKind.SKEWED, body, rows));
    }

    /** One value, or a list of them. */
    private static void each(YamlNode values, String accepted, Consumer<YamlNode> take) {
        List<YamlNode> all = values.isSequence() ? values.sequence() : List.of(values);
        if (all.isEmpty()) {
            throw values.invalid("none; accepted: " + accepted);
        }
        all.forEach(take);
    }

    private static int payload(YamlNode node) {
        long bytes = node.as(Quantities::bytes);
        if (bytes < 1 || bytes > MOST_PAYLOAD) {
            throw node.invalid("'" + node.text() + "' is not from 1B to 64KiB");
        }
        return (int) bytes;
    }

    /** An operation on the rows of an exponent, as reports call it: {@code sort-0.8}. */
    private static String subject(SkewedOperation operation, String exponent) {
        return operation.key() + "-" + exponent;
    }

    @Override
    public StepKind kind() {
        return StepKind.SKEWED;
    }

    @Override
    public void follow(Set<String> files, YamlNode node) {
        for (SkewedOperation operation : operations) {
            for (String exponent : input.rows().keySet()) {
                String subject = subject(operation, exponent);
                if (!files.add(kind().key() + " " + subject)) {
                    throw node.invalid("a second time '" + subject + "'; once is accepted");
                }
            }
        }
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.jobs(Set.of(""), input, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> uris = run.put();
        for (SkewedOperation operation : operations) {
            input.rows().forEach((exponent, rows) -> {
                String subject = subject(operation, exponent);
                run.sparkWithTaskTimes(
                        "operation_time",
                        DriverRequest.Job.skewed(subject, operation, uris.get(exponent), rows.keys()));
            });
        }
    }

    @Override
    public List<Check> verify(StepRun run) {
        List<Check> checks = new ArrayList<>();
        for (SkewedOperation operation : operations) {
            input.rows()
                    .forEach((exponent, rows) ->
                            checks.add(run.keepsEveryRow(subject(operation, exponent), exponent, rows.lineBytes())));
        }
        return checks;
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.put(input);
        for (SkewedOperation operation : operations) {
            for (String exponent : input.rows().keySet()) {
                model.skewed(subject(operation, exponent), operation, exponent);
            }
        }
    }
}
