// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;

/**
 * Concurrent HDFS readers of files that an earlier step wrote.
 *
 * @param from name of that step
 * @param files per reader, drawn by seed, one after the other
 */
record ReadStep(HostChoice on, String from, int files, StartTimes start) implements WorkloadStep {
    static ReadStep from(YamlNode body) {
        body.allow("on", "from", "files", "start");
        return new ReadStep(
                StepKeys.hosts(body, "on"), body.required("from").text(), StepKeys.files(body), StepKeys.start(body));
    }

    @Override
    public StepKind kind() {
        return StepKind.READ;
    }

    @Override
    public void follow(Set<String> written, YamlNode node) {
        if (!written.contains(from)) {
            throw node.required(kind().key())
                    .required("from")
                    .invalid("no earlier step writes '" + from + "'"
                            + (written.isEmpty() ? "" : "; accepted: " + String.join(", ", written)));
        }
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.clients(on, 0);
    }

    /** @param written how many files there are */
    private List<WorkModel.Reader> readers(List<String> dataNodes, int written, Random random) {
        List<WorkModel.Reader> readers = new ArrayList<>();
        for (String host : on.choose(dataNodes, random)) {
            double delay = start.seconds(readers.size(), random);
            List<Integer> drawn =
                    Stream.generate(() -> random.nextInt(written)).limit(files).toList();
            readers.add(new WorkModel.Reader(host, delay, drawn));
        }
        return readers;
    }

    @Override
    public void run(StepRun run, Random random) {
        run.read(from, readers(run.dataNodes(), run.files(from), random));
    }

    @Override
    public List<Check> verify(StepRun run) {
        List<String> wrong = run.reads().stream()
                .filter(read -> !read.same())
                .map(read -> read.path() + " on " + read.host())
                .toList();
        return List.of(Check.differences(
                "bytes read are the bytes written (" + from + ")", run.reads().size() + " reads", wrong));
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.read(from, readers(model.dataNodes(), model.files(from), random));
    }
}
