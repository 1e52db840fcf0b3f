package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.workload.ClusterHandles;
import org.fairlead.testbed.workload.RoundResult;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.Workloads;

/** A small cluster inside a sandbox: a main class, since a JVM cannot move into a sandbox. Prints results as JSON. */
final class MiniCluster {
    private MiniCluster() {}

    /**
     * @param args Hadoop's version, directory, cache, number of DataNodes, number of workers, rounds, contender files
     *     separated by commas, workload as YAML
     */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[1]);
        Path cache = Path.of(args[2]);
        List<WorkloadStep> steps = WorkloadStep.listFrom(Yaml.parse("workload", args[7]));
        RuntimeClasspath classpath =
                RuntimeClasspath.resolve(new Versions(args[0], Versions.SPARK), cache, System.err::println);
        Map<String, String> racks = new LinkedHashMap<>(Map.of("head", "rack0"));
        for (int i = 0; i < Integer.parseInt(args[3]); i++) {
            racks.put("h" + i, "rack" + i / 2);
        }
        List<String> names = List.copyOf(racks.keySet());
        List<String> dataNodes =
                names.stream().filter(name -> !name.equals("head")).toList();
        ClusterLayout layout = new ClusterLayout(
                racks, "head", dataNodes, "head", dataNodes.subList(0, Integer.parseInt(args[4])), "head");
        long start = System.nanoTime();
        ClusterSite site = new ClusterSite(
                new DevelopmentHosts(names), layout, Engines.prepare(classpath, cache, System.err::println), directory);
        List<Contender> contenders = List.of(args[6].split(",", -1)).stream()
                .map(file -> ContenderFile.read(Path.of(file)))
                .toList();
        Optional<SparkCluster> spark = Workloads.needSpark(steps)
                ? Optional.of(SparkCluster.start(site, SparkSettings.standard()))
                : Optional.empty();
        Map<String, ClusterHandles> handles = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            int index = handles.size();
            HdfsCluster hdfs = HdfsCluster.start(site, contender, index, HdfsSettings.standard())
                    .awaitReady();
            spark.ifPresent(SparkCluster::awaitReady);
            Optional<SparkApplication> application = spark.map(cluster ->
                    SparkApplication.start(cluster, contender, hdfs, index).awaitReady(Duration.ofMinutes(3)));
            handles.put(contender.name(), new ClusterHandles(contender, hdfs, spark, application));
        }
        System.err.println("up after " + (System.nanoTime() - start) / 1e9);
        ObjectMapper json = new ObjectMapper();
        Workloads workloads = Workloads.prepare(site, steps, 7, System.err::println);
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

    /** Processor time of everything that was started here. */
    private static Duration cpu() {
        return ProcessHandle.current()
                .descendants()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
