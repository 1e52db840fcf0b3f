// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;

/**
 * Text written to HDFS, sorted by Spark and written back.
 *
 * @param jobs so many sorts at the same time in one application, each of an input of its own
 * @param bytes of each job's input
 * @param start of the jobs, once all inputs are written
 * @param blockBytes 0 for the cluster's
 * @param replication of the inputs; 0 for the cluster's
 * @param keep whether the inputs are written once a repetition, before its traffic, for all contenders on the same HDFS
 */
record SortStep(
        int jobs, long bytes, StartTimes start, HostChoice writers, long blockBytes, int replication, boolean keep)
        implements WorkloadStep {
    private static final int MOST_JOBS = 16;
    private static final String NAME = "sort";

    static SortStep from(YamlNode body) {
        body.allow("jobs", "size", "start", "writers", "block-size", "replication", "keep");
        return new SortStep(
                body.optional("jobs").map(node -> node.integer(1, MOST_JOBS)).orElse(1),
                StepKeys.textBytes(body.required("size")),
                StepKeys.start(body),
                StepKeys.hosts(body, "writers"),
                StepKeys.blockBytes(body),
                StepKeys.replication(body),
                StepKeys.keep(body));
    }

    /** Names of the inputs, one for each job; also what the jobs are called. */
    List<String> names() {
        return jobs == 1
                ? List.of(NAME)
                : IntStream.rangeClosed(1, jobs).mapToObj(job -> NAME + "-" + job).toList();
    }

    @Override
    public StepKind kind() {
        return StepKind.SORT;
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
        return 2 * texts().textBytes(); // what is sorted, and the result
    }

    private GeneratedInput texts() {
        return GeneratedInput.ofTexts(names(), bytes, writers, blockBytes, replication, keep);
    }

    @Override
    public Optional<GeneratedInput> input() {
        return Optional.of(texts());
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> texts = run.put();
        List<DriverRequest.Job> sorts = new ArrayList<>();
        for (String name : names()) {
            sorts.add(DriverRequest.Job.sort(name, texts.get(name), run.output(name))
                    .after(start.seconds(sorts.size(), random)));
        }
        run.spark("app_time", NAME, sorts);
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of(run.keepsEveryByte(NAME, "", names(), ""));
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.put(texts());
        model.work(NAME, names());
    }
}
