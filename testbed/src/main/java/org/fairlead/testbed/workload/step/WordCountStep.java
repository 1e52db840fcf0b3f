// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;

/**
 * Text written to HDFS and its words counted by Spark.
 *
 * @param blockBytes 0 for the cluster's
 */
record WordCountStep(long bytes, HostChoice writers, long blockBytes) implements WorkloadStep {
    private static final String NAME = "word-count";

    static WordCountStep from(YamlNode body) {
        body.allow("size", "writers", "block-size");
        return new WordCountStep(
                StepKeys.textBytes(body.required("size")),
                StepKeys.hosts(body, "writers"),
                StepKeys.blockBytes(body));
    }

    @Override
    public StepKind kind() {
        return StepKind.WORD_COUNT;
    }

    @Override
    public boolean onSpark() {
        return true;
    }

    @Override
    public Set<String> applications() {
        return Set.of("");
    }

    @Override
    public List<String> namedHosts() {
        return writers.named();
    }

    @Override
    public long bytesWritten(List<String> dataNodes) {
        return bytes;
    }

    private GeneratedInput text() {
        return GeneratedInput.ofTexts(List.of(NAME), bytes, writers, blockBytes, 0, false);
    }

    @Override
    public Optional<GeneratedInput> input() {
        return Optional.of(text());
    }

    @Override
    public void run(StepRun run, Random random) {
        run.spark(
                "app_time",
                NAME,
                List.of(DriverRequest.Job.wordCount(NAME, run.put().get(NAME))));
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.put(text());
        model.work(NAME, List.of(NAME));
    }
}
