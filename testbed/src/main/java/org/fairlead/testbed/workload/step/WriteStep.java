// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.protocol.Quantities;
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
 * Concurrent HDFS writers.
 *
 * @param name under which a later {@code read} finds the files
 * @param files per writer, one after the other
 */
record WriteStep(String name, HostChoice on, int files, WorkModel.FileForm form, StartTimes start)
        implements WorkloadStep {
    static WriteStep from(YamlNode body) {
        body.allow("name", "on", "files", "size", "block-size", "replication", "start");
        YamlNode size = body.required("size");
        long bytes = size.as(Quantities::bytes);
        if (bytes < 1) {
            throw size.invalid("'" + size.text() + "' must be above 0");
        }
        return new WriteStep(
                body.optional("name").map(YamlNode::text).orElse("write"),
                StepKeys.hosts(body, "on"),
                StepKeys.files(body),
                new WorkModel.FileForm(bytes, StepKeys.blockBytes(body), StepKeys.replication(body)),
                StepKeys.start(body));
    }

    @Override
    public StepKind kind() {
        return StepKind.WRITE;
    }

    @Override
    public void follow(Set<String> written, YamlNode node) {
        if (!written.add(name)) {
            throw node.invalid("a second step writes '" + name + "'; give it another name");
        }
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.clients(on, form.bytes() * files);
    }

    private List<WorkModel.Writer> writers(List<String> dataNodes, Random random) {
        List<WorkModel.Writer> writers = new ArrayList<>();
        for (String host : on.choose(dataNodes, random)) {
            double delay = start.seconds(writers.size(), random);
            List<Long> seeds = Stream.generate(random::nextLong).limit(files).toList();
            writers.add(new WorkModel.Writer(host, delay, seeds));
        }
        return writers;
    }

    @Override
    public void run(StepRun run, Random random) {
        run.write(name, writers(run.dataNodes(), random), form);
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.write(name, writers(model.dataNodes(), random), form);
    }
}
