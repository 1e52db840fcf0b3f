// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;

/** Text written to HDFS and its words counted by Spark. */
record WordCountStep(GeneratedInput text) implements WorkloadStep {
    private static final String NAME = "word-count";

    static WordCountStep from(YamlNode body) {
        body.allow("size", "writers", "block-size");
        long bytes = StepKeys.textBytes(body.required("size"));
        return new WordCountStep(StepKeys.input(StepKind.WORD_COUNT, body, List.of(), Map.of(NAME, bytes)));
    }

    @Override
    public StepKind kind() {
        return StepKind.WORD_COUNT;
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.jobs(Set.of(""), text, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        String uri = run.put().get(NAME);
        run.spark("app_time", NAME, List.of(DriverRequest.Job.wordCount(NAME, uri)));
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.put(text);
        model.work(NAME, List.of(NAME));
    }
}
