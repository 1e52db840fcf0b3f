// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;

/**
 * Runs a scenario's work round by round: input is generated once, HDFS clients live as long as the run, and each round
 * works in a directory of its own, which is removed after it.
 */
public final class Workloads implements AutoCloseable {
    private final ClusterSite site;
    private final List<WorkloadStep> steps;
    private final Map<Integer, List<InputFiles.Part>> inputs;
    private final Map<Integer, List<String>> writers;
    private final HdfsClients clients;
    private final Map<HdfsCluster, Kept> keptOn = new LinkedHashMap<>();

    /** Input that all rounds of a repetition read. */
    private record Kept(long seed, Round round) {}

    private Workloads(
            ClusterSite site,
            List<WorkloadStep> steps,
            Map<Integer, List<InputFiles.Part>> inputs,
            Map<Integer, List<String>> writers,
            HdfsClients clients) {
        this.site = site;
        this.steps = List.copyOf(steps);
        this.inputs = inputs;
        this.writers = writers;
        this.clients = clients;
    }

    /**
     * Generates input below the site's directory and starts the HDFS clients.
     *
     * @param seed decides the writers of generated input, which are the same in every round
     */
    public static Workloads prepare(ClusterSite site, List<WorkloadStep> steps, long seed, Consumer<String> progress) {
        Map<Integer, List<InputFiles.Part>> inputs = new LinkedHashMap<>();
        Map<Integer, List<String>> writers = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            WorkloadStep step = steps.get(i);
            var directory = site.directory().resolve("input").resolve("step-" + i);
            Random random = new Random(seed + i);
            if (step instanceof WorkloadStep.Tpch tpch) {
                writers.put(i, tpch.writers().choose(site.layout().dataNodes(), random));
                inputs.put(
                        i,
                        InputFiles.tpch(
                                tpch.queries(), tpch.scale(), writers.get(i).size(), directory, progress));
            } else if (step instanceof WorkloadStep.Sort sort) {
                writers.put(i, sort.writers().choose(site.layout().dataNodes(), random));
                inputs.put(
                        i,
                        InputFiles.text(
                                sort.names(), sort.bytes(), writers.get(i).size(), directory, seed));
            } else if (step instanceof WorkloadStep.WordCount count) {
                writers.put(i, count.writers().choose(site.layout().dataNodes(), random));
                inputs.put(
                        i,
                        InputFiles.text(
                                List.of("word-count"),
                                count.bytes(),
                                writers.get(i).size(),
                                directory,
                                seed));
            } else if (step instanceof Applications applications) {
                writers.put(i, applications.writers().choose(site.layout().dataNodes(), random));
                inputs.put(i, inputs(applications, writers.get(i).size(), directory, seed, progress));
            }
        }
        return new Workloads(site, steps, inputs, writers, HdfsClients.start(site));
    }

    private static List<InputFiles.Part> inputs(
            Applications step, int writers, Path directory, long seed, Consumer<String> progress) {
        List<InputFiles.Part> parts = new ArrayList<>();
        if (!step.queries().isEmpty()) {
            parts.addAll(InputFiles.tpch(step.queries(), step.scale(), writers, directory, progress));
        }
        step.texts()
                .forEach((name, bytes) -> parts.addAll(
                        InputFiles.text(List.of(name), bytes, writers, directory, seed * 31 + name.hashCode())));
        return List.copyOf(parts);
    }

    /** Names of the long-lived Spark applications that the steps run on; that of a step which names none is empty. */
    public static Set<String> applications(List<WorkloadStep> steps) {
        Set<String> names = new TreeSet<>();
        for (WorkloadStep step : steps) {
            if (step instanceof Applications several) {
                several.applications().forEach(application -> names.add(application.name()));
            } else if (step.onSpark() && !(step instanceof WorkloadStep.Submit)) {
                names.add("");
            }
        }
        return names;
    }

    /** Whether any step needs Spark. */
    public static boolean needSpark(List<WorkloadStep> steps) {
        return steps.stream().anyMatch(WorkloadStep::onSpark);
    }

    /**
     * Writes the input that a repetition's rounds on an HDFS share, unless that was done, in place of that of the repetition before.
     *
     * @param seed the repetition's
     */
    public void keep(ClusterHandles handles, long seed) {
        Kept before = keptOn.get(handles.hdfs());
        if (before != null && before.seed() == seed) {
            return;
        }
        if (before != null) {
            before.round().clean();
        }
        Round round = new Round(site, handles, clients, "/kept-" + seed, null);
        for (int i = 0; i < steps.size(); i++) {
            WorkloadStep step = steps.get(i);
            if (step.keep()) {
                round.lay(step, inputs.get(i), writers.get(i), "step-" + i);
            }
        }
        round.requireStored();
        keptOn.put(handles.hdfs(), new Kept(seed, round));
    }

    /**
     * Runs all steps once, verifies what they did and removes it.
     *
     * @param round its name, unique within the run: letters, digits and dashes
     * @param seed decides hosts and start times; give paired rounds the same
     * @throws org.fairlead.testbed.cluster.ClusterException when a step fails
     */
    public RoundResult run(ClusterHandles handles, String round, long seed) {
        keep(handles, seed);
        Round running = new Round(
                site, handles, clients, "/" + round, keptOn.get(handles.hdfs()).round());
        try {
            for (int i = 0; i < steps.size(); i++) {
                running.step(
                        steps.get(i),
                        inputs.getOrDefault(i, List.of()),
                        writers.getOrDefault(i, List.of()),
                        "step-" + i,
                        new Random(seed + i));
            }
            running.worked();
            running.verify();
            return running.result();
        } finally {
            running.clean();
        }
    }

    @Override
    public void close() {
        clients.close();
    }
}
