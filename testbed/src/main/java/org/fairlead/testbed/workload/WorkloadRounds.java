// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.objects.ObjectStore;

/**
 * Runs a scenario's work round by round: input is generated once, HDFS clients live as long as the run, and each round
 * works in a directory of its own, which is removed after it.
 */
public final class WorkloadRounds implements AutoCloseable {
    private final ClusterSite site;
    private final List<WorkloadStep> steps;
    /** Of each step. */
    private final List<Optional<GeneratedInput.Prepared>> inputs;

    private final HdfsClients clients;
    private final CableFailures cables;
    private final Map<HdfsCluster, Kept> keptOn = new LinkedHashMap<>();

    /** Input that all rounds of a repetition read. */
    private record Kept(long seed, Round round) {}

    private WorkloadRounds(
            ClusterSite site,
            List<WorkloadStep> steps,
            List<Optional<GeneratedInput.Prepared>> inputs,
            HdfsClients clients,
            CableFailures cables) {
        this.site = site;
        this.steps = List.copyOf(steps);
        this.inputs = List.copyOf(inputs);
        this.clients = clients;
        this.cables = cables;
    }

    /**
     * Generates input below the site's directory and starts the HDFS clients.
     *
     * @param cables those of the network, which steps may have fail
     * @param seed decides the writers of generated input, which are the same in every round
     */
    public static WorkloadRounds prepare(
            ClusterSite site, CableFailures cables, List<WorkloadStep> steps, long seed, Consumer<String> progress) {
        List<Optional<GeneratedInput.Prepared>> inputs = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            String name = name(i);
            Random random = new Random(seed + i);
            inputs.add(steps.get(i)
                    .needs()
                    .input()
                    .map(input -> input.prepare(
                            site.layout().dataNodes(), directory(site, input).resolve(name), random, seed, progress)));
        }
        return new WorkloadRounds(site, steps, inputs, HdfsClients.start(site), cables);
    }

    private static Path directory(ClusterSite site, GeneratedInput input) {
        return input.store() == InputStore.OBJECTS
                ? ObjectStore.input(site)
                : site.directory().resolve("input");
    }

    private static String name(int step) {
        return "step-" + step;
    }

    /** Names of the long-lived Spark applications that the steps run on; that of a step which names none is empty. */
    public static Set<String> applications(List<WorkloadStep> steps) {
        Set<String> names = new TreeSet<>();
        steps.forEach(step -> names.addAll(step.needs().applications()));
        return names;
    }

    /** Whether any step needs Spark. */
    public static boolean needSpark(List<WorkloadStep> steps) {
        return steps.stream().anyMatch(step -> step.needs().spark());
    }

    /** Whether any step generates input. */
    public static boolean generateInput(List<WorkloadStep> steps) {
        return steps.stream().anyMatch(step -> step.needs().input().isPresent());
    }

    /** Whether any step's input lies in an object store. */
    public static boolean needObjects(List<WorkloadStep> steps) {
        return steps.stream()
                .flatMap(step -> step.needs().input().stream())
                .anyMatch(input -> input.store() == InputStore.OBJECTS);
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
        Round round = new Round(site, handles, clients, cables, "/kept-" + seed);
        for (int i = 0; i < steps.size(); i++) {
            String name = name(i);
            inputs.get(i).filter(prepared -> prepared.input().keep()).ifPresent(prepared -> round.put(prepared, name));
        }
        round.requireStored();
        keptOn.put(handles.hdfs(), new Kept(seed, round));
    }

    /**
     * Runs all steps once, verifies what they did and removes it.
     *
     * @param round its name, unique within the run: letters, digits and dashes
     * @param seed decides hosts and start times; give paired rounds the same
     * @throws org.fairlead.testbed.cluster.process.ClusterException when a step fails
     */
    public RoundResult run(ClusterHandles handles, String round, long seed) {
        keep(handles, seed);
        Round kept = keptOn.get(handles.hdfs()).round();
        Round running = new Round(site, handles, clients, cables, "/" + round);
        try {
            for (int i = 0; i < steps.size(); i++) {
                StepRun run = new StepRun(running, kept, name(i), inputs.get(i));
                running.mark();
                steps.get(i).run(run, new Random(seed + i));
                running.checked(steps.get(i).verify(run));
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
