// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.HostFaults;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.workload.SparkApplication;
import org.fairlead.testbed.workload.driver.DriverReply;
import org.fairlead.testbed.workload.driver.DriverRequest;

/**
 * Has hosts of a real cluster fall silent, one after the other, while files are written and then while jobs run, and prints for each a line of JSON: a main class, since a JVM cannot move into a sandbox. What counts
 * comes from the NameNode's own log and from the client, not from us.
 */
final class SilenceDrill {
    /** From the cut, or from the moment at which a host hears nothing more, to the moment from which nothing may go there. */
    private static final Duration NOTICED = Duration.ofSeconds(3);
    /** A host whose processes hang, or whose packets are dropped, shows no missing carrier: its DataNode has to miss two heartbeats. */
    private static final Duration NOTICED_BY_SILENCE = Duration.ofMillis(7500);

    /** From the end of a host's silence. */
    private static final Duration UNTIL_IT_GETS_TASKS_AGAIN = Duration.ofSeconds(15);

    /** Hosts that hear nothing more, in turn: one that fell silent just now gets few tasks. */
    private static final List<String> DEAF = List.of("h5", "h2", "h6", "h3");

    /** Of a job's usual time: all or some of its map output has been written everywhere, and its reduce task has just begun, or not. With one cut the first of them alone. */
    private static final double[] LATE = {0.8, 0.5};

    /** A job that takes longer than this has waited for something: its line then has what ran late, and what the driver said. */
    private static final double LONG_SECONDS = 30;

    private final Fabric fabric;
    private final HostFaults faults;
    private final Random random;
    private final SilenceFiles files;

    private SilenceDrill(Fabric fabric, long seed) {
        this.fabric = fabric;
        faults = new HostFaults(fabric);
        random = new Random(seed);
        files = new SilenceFiles(fabric, random);
    }

    /** @param args directory, cache, directory with the shipped contenders, cuts, cuts with stock beside, seed, jobs during which a host hears nothing more */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path cache = Path.of(args[1]);
        RuntimeClasspath classpath = RuntimeClasspath.resolve(Versions.standard(), cache, System.err::println);
        Topology topology =
                ClusterRoles.withServiceHosts(Topologies.tree(new Topology.Builder("silence"), 3, 2, 12.5e6, 1)
                        .build());
        Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
        fabric.bindHostNames(directory.resolve("hosts"));
        ClusterLayout layout = ClusterRoles.layout(topology, topology.hosts().size());
        TelemetryFiles telemetry =
                TelemetryFiles.write(directory, topology, Set.of(layout.nameNode(), fabric.address(layout.nameNode())));
        ClusterSite site = new ClusterSite(
                fabric, layout, Engines.prepare(classpath, cache, System.err::println), directory, Map.of());
        HdfsSettings settings = HdfsSettings.standard();
        Contender fairlead = ContenderFile.read(Path.of(args[2], "fairlead.yaml"));
        Contender stock = ContenderFile.read(Path.of(args[2], "stock.yaml"));
        HdfsCluster ours = HdfsCluster.start(site, fairlead, 0, settings).awaitReady();
        SwitchExporter switches = SwitchExporter.start(fabric, telemetry, settings.heartbeat());
        switches.add("master", ours.controller().orElseThrow());
        Thread.sleep(5000);
        SilenceDrill drill = new SilenceDrill(fabric, Long.parseLong(args[5]));
        int stockCuts = Integer.parseInt(args[4]);
        List<HdfsCluster> stocks = stockCuts > 0
                ? List.of(HdfsCluster.start(site, stock, 1, settings).awaitReady())
                : List.of();
        drill.writes(ours, stocks, Integer.parseInt(args[3]), stockCuts);
        List<HdfsCluster> clusters = new ArrayList<>(List.of(ours));
        clusters.addAll(stocks);
        drill.jobs(
                site,
                stocks.isEmpty() ? List.of(fairlead) : List.of(fairlead, stock),
                clusters,
                Integer.parseInt(args[6]),
                Arrays.copyOf(LATE, Math.min(LATE.length, Integer.parseInt(args[3]))));
        System.exit(0);
    }

    /** @param stocks at most one */
    private void writes(HdfsCluster ours, List<HdfsCluster> stocks, int cuts, int stockCuts) throws Exception {
        List<Double> undisturbed = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String path = files.write(ours, undisturbed);
            files.read(ours, path, "");
        }
        undisturbed.remove(0); // the first opens connections and compiles
        double usual = undisturbed.stream().mapToDouble(s -> s).average().orElseThrow();
        print(Map.of("kind", "undisturbed", "seconds", undisturbed));
        List<Double> stockUsual = new ArrayList<>();
        for (HdfsCluster stock : stocks) {
            files.write(stock, stockUsual);
            files.write(stock, stockUsual);
            print(Map.of("kind", "undisturbed-stock", "seconds", stockUsual.subList(1, 2)));
        }
        List<String> hosts = others();
        for (int cut = 0; cut < cuts; cut++) {
            String host = hosts.get(random.nextInt(hosts.size()));
            Thread.sleep(random.nextInt(1000));
            faults.cut(host);
            episode("cut " + cut, host, ours, usual, NOTICED);
            if (cut < stockCuts) {
                measure("cut " + cut + " stock", host, stocks.get(0), stockUsual.get(1), "");
            }
            faults.mend(host);
            Thread.sleep(3000);
        }
        String hung = hosts.get(0);
        signal(ours, hung, "-STOP");
        episode("datanode stopped", hung, ours, usual, NOTICED_BY_SILENCE);
        signal(ours, hung, "-CONT");
        faults.drop(hosts.get(1), true, true);
        episode("packets dropped", hosts.get(1), ours, usual, NOTICED_BY_SILENCE);
        faults.dropNoMore(hosts.get(1));
        for (int oneWay = 0; oneWay < cuts; oneWay++) {
            String host = hosts.get(random.nextInt(hosts.size()));
            Thread.sleep(3000 + random.nextInt(3000)); // DataNodes and agents are at any phase
            faults.drop(host, true, false);
            episode("incoming packets dropped " + oneWay, host, ours, usual, NOTICED);
            faults.dropNoMore(host);
        }
        Thread.sleep(3000);
        List<HdfsCluster> flapped = new ArrayList<>(stocks);
        flapped.add(ours);
        flap(hosts.get(3), ours, flapped);
    }

    private List<String> others() {
        return fabric.topology().hosts().stream()
                .map(Host::name)
                .filter(name -> name.startsWith("h") && !name.equals(SilenceFiles.WRITER))
                .toList();
    }

    private void episode(String kind, String host, HdfsCluster hdfs, double usual, Duration noticed) throws Exception {
        Thread.sleep(noticed.toMillis());
        measure(kind, host, hdfs, usual, "after " + noticed.toMillis() + " ms");
    }

    /** A file written and read again while a host is silent. */
    private void measure(String kind, String host, HdfsCluster hdfs, double usual, String when) throws Exception {
        long offset = Files.size(log(hdfs));
        List<Double> seconds = new ArrayList<>();
        String path = files.write(hdfs, seconds);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", kind);
        line.put("host", host);
        line.put("begun", when);
        line.put("seconds", seconds.get(0));
        line.put("of_undisturbed", seconds.get(0) / usual);
        line.put("blocks_for_it", allocatedTo(hdfs, host, offset));
        line.put("reads_first_from_it", files.firstFrom(hdfs, host));
        line.put("read_seconds", files.read(hdfs, path, host));
        print(line);
    }

    /** Files are written all the time while a host is down for 2 s and up for 5 s, three times, for each HDFS. */
    private void flap(String host, HdfsCluster ours, List<HdfsCluster> clusters) throws Exception {
        for (HdfsCluster hdfs : clusters) {
            Thread flapping = new Thread(() -> {
                try {
                    for (int i = 0; i < 3; i++) {
                        faults.cut(host);
                        Thread.sleep(2000);
                        faults.mend(host);
                        Thread.sleep(5000);
                    }
                } catch (IOException | InterruptedException e) {
                    System.err.println("flapping ended: " + e.getMessage());
                }
            });
            flapping.start();
            List<Double> seconds = new ArrayList<>();
            while (flapping.isAlive()) {
                files.write(hdfs, seconds);
            }
            flapping.join();
            print(Map.of(
                    "kind",
                    hdfs == ours ? "flapping" : "flapping-stock",
                    "files",
                    seconds.size(),
                    "mean_seconds",
                    seconds.stream().mapToDouble(s -> s).average().orElseThrow(),
                    "longest_seconds",
                    seconds.stream().mapToDouble(s -> s).max().orElseThrow()));
            Thread.sleep(3000);
        }
    }

    /** A job on each, undisturbed and with a worker's host cut while it runs. */
    private void jobs(
            ClusterSite site,
            List<Contender> contenders,
            List<HdfsCluster> clusters,
            int oneWayJobs,
            double[] lateMoments)
            throws Exception {
        SparkCluster spark = SparkCluster.start(site, SparkSettings.standard()).awaitReady();
        for (int i = 0; i < contenders.size(); i++) {
            HdfsCluster hdfs = clusters.get(i);
            if (i > 0) {
                Thread.sleep(5000); // until what the one before used is free
            }
            String text = hdfs.uri() + files.writeText(hdfs);
            try (SparkApplication application = SparkApplication.start(spark, contenders.get(i), hdfs, i)) {
                application.awaitReady(Duration.ofMinutes(3));
                List<Double> usual = new ArrayList<>();
                for (int run = 0; run < 3; run++) {
                    usual.add(
                            job(application, "usual-" + run, text).jobs().get(0).seconds());
                }
                String kind = "job of " + contenders.get(i).name();
                Running running = new Running(
                        application, text, usual, site.directory().resolve("spark/logs/driver-" + i + ".log"));
                jobsWhile(kind, running, "h4", 500, faults::cut);
                faults.mend("h4");
                String oneWay = kind + ", incoming packets dropped";
                for (int cut = 0; cut < oneWayJobs; cut++) {
                    Thread.sleep(UNTIL_IT_GETS_TASKS_AGAIN.toMillis());
                    long after = cut == 0 ? 500 : random.nextInt((int) (1000 * usual.get(usual.size() - 1)));
                    String deaf = DEAF.get(cut % DEAF.size());
                    jobsWhile(oneWay, running, deaf, after, host -> faults.drop(host, true, false));
                    faults.dropNoMore(deaf);
                }
                for (double share : lateMoments) {
                    Thread.sleep(UNTIL_IT_GETS_TASKS_AGAIN.toMillis());
                    long late = (long) (share * 1000 * usual.get(usual.size() - 1));
                    jobsWhile(kind + ", late", running, "h3", late, faults::cut);
                    faults.mend("h3");
                }
            }
        }
    }

    /**
     * Jobs that are like each other, one after the other.
     *
     * @param text that they read
     * @param usual seconds of those that nothing disturbed
     * @param log the driver's
     */
    private record Running(SparkApplication application, String text, List<Double> usual, Path log) {}

    private interface Fault {
        void on(String host) throws IOException;
    }

    /** A job during which a worker's host is cut off, and the next. */
    private void jobsWhile(String kind, Running running, String host, long afterMillis, Fault fault) throws Exception {
        long cutMillis = System.currentTimeMillis() + afterMillis;
        Thread cutter = new Thread(() -> {
            try {
                Thread.sleep(afterMillis);
                fault.on(host);
            } catch (IOException | InterruptedException e) {
                System.err.println("the cut failed: " + e.getMessage());
            }
        });
        cutter.start();
        long offset = Files.size(running.log());
        DriverReply during = job(running.application(), "cut-" + host, running.text());
        cutter.join();
        DriverReply after = job(running.application(), "after-" + host, running.text());
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", kind);
        line.put("host", host);
        line.put("after_millis", afterMillis);
        line.put("usual_seconds", running.usual());
        line.put("seconds_when_cut_while_it_ran", during.jobs().get(0).seconds());
        line.put("seconds_of_the_next", after.jobs().get(0).seconds());
        line.put("tasks_begun_there_3_s_after_the_cut", begunThere(host, cutMillis + 3000, during, after));
        if (during.jobs().get(0).seconds() > LONG_SECONDS) {
            line.put("tasks", lateTasks(cutMillis, during));
            line.put("driver_said", saidSince(running.log(), offset));
        }
        print(line);
    }

    /** Those that ended long after the cut, and where. */
    private static List<String> lateTasks(long cutMillis, DriverReply reply) {
        return reply.tasks().stream()
                .filter(task -> task.endMillis() > cutMillis + 1000 * LONG_SECONDS / 2)
                .map(task -> task.label() + " on " + task.host() + " from " + (task.startMillis() - cutMillis) + " to "
                        + (task.endMillis() - cutMillis) + " ms")
                .toList();
    }

    /** What a log says that may explain a wait. */
    private static List<String> saidSince(Path log, long offset) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        return new String(bytes, (int) offset, bytes.length - (int) offset, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches(".*( WARN | ERROR |airlead|Lost|Killed|Starting task|Finished task).*"))
                .map(line -> line.substring(0, Math.min(line.length(), 200)))
                .limit(80)
                .toList();
    }

    private static long begunThere(String host, long fromMillis, DriverReply... replies) {
        return Arrays.stream(replies)
                .flatMap(reply -> reply.tasks().stream())
                .filter(task -> task.host().equals(host) && task.startMillis() >= fromMillis)
                .count();
    }

    private static DriverReply job(SparkApplication application, String name, String text) {
        return application.run(
                new DriverRequest(List.of(DriverRequest.Job.wordCount(name, text))), Duration.ofMinutes(5));
    }

    private static Path log(HdfsCluster hdfs) throws IOException {
        try (var logs = Files.list(hdfs.configurationDirectory().resolveSibling("logs"))) {
            return logs.filter(file -> file.getFileName().toString().startsWith("namenode"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** How many of the blocks that the NameNode has allocated since have a replica on a host. */
    private long allocatedTo(HdfsCluster hdfs, String host, long sinceOffset) throws IOException {
        byte[] log = Files.readAllBytes(log(hdfs));
        String address = fabric.address(host) + ":";
        return new String(log, (int) sinceOffset, log.length - (int) sinceOffset, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("BLOCK* allocate") && line.contains(address))
                .count();
    }

    private static void signal(HdfsCluster hdfs, String host, String signal) throws IOException, InterruptedException {
        for (ProcessHandle process : hdfs.dataNode(host).processes()) {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    private static void print(Map<String, Object> line) throws IOException {
        System.out.println(new ObjectMapper().writeValueAsString(line));
        System.out.flush();
    }
}
