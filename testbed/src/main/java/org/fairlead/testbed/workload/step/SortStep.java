// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;

/**
 * Texts written to HDFS, each sorted by a job of its own in one Spark application, and written back.
 *
 * @param start of the jobs, which are called like their texts, once all texts are written
 */
record SortStep(GeneratedInput texts, StartTimes start) implements WorkloadStep {
    private static final int MOST_JOBS = 16;
    private static final String NAME = "sort";

    static SortStep from(YamlNode body) {
        body.allow("jobs", "size", "start", "writers", "block-size", "replication", "keep");
        int jobs = body.optional("jobs").map(node -> node.integer(1, MOST_JOBS)).orElse(1);
        long bytes = StepKeys.textBytes(body.required("size"));
        Map<String, Long> texts = new LinkedHashMap<>();
        for (int job = 1; job <= jobs; job++) {
            texts.put(jobs == 1 ? NAME : NAME + "-" + job, bytes);
        }
        return new SortStep(StepKeys.input(StepKind.SORT, body, List.of(), texts), StepKeys.start(body));
    }

    private List<String> names() {
        return List.copyOf(texts.texts().keySet());
    }

    @Override
    public StepKind kind() {
        return StepKind.SORT;
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.jobs(Set.of(""), texts, texts.textBytes());
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> uris = run.put();
        List<DriverRequest.Job> sorts = new ArrayList<>();
        for (String name : names()) {
            sorts.add(DriverRequest.Job.sort(name, uris.get(name), run.output(name))
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
        model.put(texts);
        model.work(NAME, names());
    }
}
