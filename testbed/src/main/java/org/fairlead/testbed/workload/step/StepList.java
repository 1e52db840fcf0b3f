// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.WorkloadStep;

/** A scenario's list of steps, as docs/workloads.md teaches it. */
public final class StepList {
    private StepList() {}

    /**
     * Reads a list of steps.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static List<WorkloadStep> read(YamlNode list) {
        List<WorkloadStep> steps = new ArrayList<>();
        Set<String> written = new LinkedHashSet<>();
        for (YamlNode node : list.sequence()) {
            WorkloadStep step = step(node);
            step.follow(written, node);
            steps.add(step);
        }
        if (steps.isEmpty()) {
            throw list.invalid("no step; a list of " + String.join(", ", StepKind.keys()) + " is expected");
        }
        return List.copyOf(steps);
    }

    /** A mapping with one key, the kind. */
    private static WorkloadStep step(YamlNode node) {
        node.allow(StepKind.keys().toArray(String[]::new));
        if (node.mapping().size() != 1) {
            throw node.invalid("one step is expected here; start each with '- '");
        }
        String key = node.mapping().keySet().iterator().next();
        StepKind kind = Stream.of(StepKind.values())
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
        YamlNode body = node.required(key);
        return switch (kind) {
            case WRITE -> WriteStep.from(body);
            case READ -> ReadStep.from(body);
            case TPCH -> TpchStep.from(body);
            case SORT -> SortStep.from(body);
            case WORD_COUNT -> WordCountStep.from(body);
            case SKEWED -> SkewedStep.from(body);
            case MIX -> MixStep.from(body);
            case APPLICATIONS -> ApplicationsStep.from(body);
            case FLOWS -> FlowsStep.from(body);
            case SUBMIT -> SubmitStep.from(body);
        };
    }
}
