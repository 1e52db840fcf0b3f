// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.objects.StoreService;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.objects.ObjectStore;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.workload.ClusterHandles;
import org.fairlead.testbed.workload.RoundResult;
import org.fairlead.testbed.workload.SparkApplication;
import org.fairlead.testbed.workload.WorkloadRounds;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.step.StepList;

/** A small cluster inside a sandbox: a main class, since a JVM cannot move into a sandbox. Prints results as JSON. */
final class MiniCluster {
    private MiniCluster() {}

    /**
     * @param args Hadoop's version, directory, cache, number of racks of two DataNodes, number of workers, rounds, contender files
     *     separated by commas, workload as YAML
     */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[1]);
        Path cache = Path.of(args[2]);
        List<WorkloadStep> steps = StepList.read(Yaml.parse("workload", args[7]));
        RuntimeClasspath classpath = classpath(args[0], cache, steps);
        Topology.Builder tree = Topologies.tree(new Topology.Builder("mini"), Integer.parseInt(args[3]), 2, 125e6, 1);
        boolean readsObjects = WorkloadRounds.needObjects(steps);
        if (readsObjects) {
            tree.host("store", "r1", Set.of("objects"), Optional.empty()).cable("store", "e1", 125e6);
        }
        Topology topology = ClusterRoles.withServiceHosts(tree.build());
        ClusterLayout layout = ClusterRoles.layout(topology, Integer.parseInt(args[4]));
        Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
        fabric.bindHostNames(directory.resolve("hosts"));
        TelemetryFiles.write(directory, topology, Set.of(layout.nameNode(), fabric.address(layout.nameNode())));
        long start = System.nanoTime();
        ClusterSite site = new ClusterSite(
                fabric, layout, Engines.prepare(classpath, cache, System.err::println), directory, Map.of());
        List<Contender> contenders = List.of(args[6].split(",", -1)).stream()
                .map(file -> ContenderFile.read(Path.of(file)))
                .toList();
        if (readsObjects) {
            ObjectStore.start(site, new StoreService(Duration.ofMillis(5), Double.POSITIVE_INFINITY))
                    .awaitReady();
        }
        Map<String, String> hadoop = readsObjects ? ObjectStore.clientConfiguration(site) : Map.of();
        Optional<SparkCluster> spark = WorkloadRounds.needSpark(steps)
                ? Optional.of(SparkCluster.start(site, SparkSettings.standard(), hadoop))
                : Optional.empty();
        Map<String, ClusterHandles> handles = new LinkedHashMap<>();
        int started = 0;
        for (Contender contender : contenders) {
            int index = handles.size();
            HdfsCluster hdfs = HdfsCluster.start(site, contender, index, HdfsSettings.standard())
                    .awaitReady();
            spark.ifPresent(SparkCluster::awaitReady);
            Map<String, SparkApplication> applications = new LinkedHashMap<>();
            for (String name : WorkloadRounds.applications(steps)) {
                SparkApplication application =
                        SparkApplication.start(spark.orElseThrow(), contender.forApplication(name), hdfs, started++);
                applications.put(name, application.awaitReady(Duration.ofMinutes(3)));
            }
            handles.put(contender.name(), new ClusterHandles(contender, hdfs, spark, applications));
        }
        System.err.println("up after " + (System.nanoTime() - start) / 1e9);
        ObjectMapper json = new ObjectMapper();
        WorkloadRounds workloads = WorkloadRounds.prepare(
                site, new CableFailures(fabric, Optional.empty()), steps, 7, System.err::println);
        {
            for (int round = 0; round < Integer.parseInt(args[5]); round++) {
                for (ClusterHandles handle : handles.values()) {
                    Duration cpu = cpu();
                    RoundResult result = workloads.run(
                            handle, "round-" + round + "-" + handle.contender().name(), round);
                    System.err.println("round " + result.durationSeconds() + " s, cpu s "
                            + MiniCluster.cpu().minus(cpu).toMillis() / 1e3);
                    System.out.println(json.writeValueAsString(result));
                }
            }
        }
        System.exit(0);
    }

    /** What the steps need; resolved anew where it is not in the cache yet. */
    static RuntimeClasspath classpath(String hadoop, Path cache, List<WorkloadStep> steps) {
        RuntimeClasspath classpath =
                RuntimeClasspath.resolve(new Versions(hadoop, Versions.SPARK), cache, System.err::println);
        return WorkloadRounds.needObjects(steps) ? classpath.withObjects(cache, System.err::println) : classpath;
    }

    /** Processor time of everything that was started here. */
    private static Duration cpu() {
        return ProcessHandle.current()
                .descendants()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
