// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterMemory;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.ControllerKind;
import org.fairlead.testbed.cluster.Engines;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.cluster.OwnController;
import org.fairlead.testbed.cluster.PathAgents;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.rate.RateAgents;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.forward.ForwarderInside;
import org.fairlead.testbed.forward.Page;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LabelledFabric;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.network.tcp.MultipathTcp;
import org.fairlead.testbed.sandbox.Lifeline;
import org.fairlead.testbed.sandbox.Parts;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.telemetry.TrafficForecast;
import org.fairlead.testbed.traffic.TrafficFile;
import org.fairlead.testbed.traffic.TrafficGenerator;
import org.fairlead.testbed.traffic.TrafficPlan;

/** The inner process of {@code testbed up}: builds everything, says so, and serves requests until it is told to end. */
public final class LiveTestbed implements AutoCloseable {
    /** The file that says that everything runs. */
    public static final String BUILT = "built";

    private static final int INTERRUPTED = 130;
    private static final long SEED = 1;
    private static final long NETWORK_ONLY_BYTES = 300L << 20;

    private final Options options;
    private final TestbedDirectory directory;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Parts parts = new Parts();
    private Fabric fabric;
    private LinkRates rates;
    private Optional<HdfsCluster> hdfs = Optional.empty();
    private Optional<SparkCluster> spark = Optional.empty();
    private Optional<TelemetryFiles> telemetry = Optional.empty();
    private Optional<TrafficGenerator> traffic = Optional.empty();
    private List<Page> pages = List.of();

    /** What to bring up. */
    public record Options(Topology topology, Queueing queueing, String congestionControl, Optional<Cluster> cluster) {
        public static Options networkOnly(Topology topology, Queueing queueing, String congestionControl) {
            return new Options(topology, queueing, congestionControl, Optional.empty());
        }

        /** What it takes with one Spark application running, in bytes. */
        public long memoryBytes() {
            return cluster.map(wanted -> ClusterRoles.layout(topology, wanted.workers()))
                    .map(layout -> ClusterMemory.estimateBytes(
                            layout.dataNodes().size(), 1, layout.workers().size(), 1, SparkSettings.standard()))
                    .orElse(NETWORK_ONLY_BYTES);
        }
    }

    /**
     * The HDFS and the Spark to bring up.
     *
     * @param workers Spark workers at most
     * @param cache a directory that survives runs
     */
    public record Cluster(RuntimeClasspath classpath, Contender contender, int workers, Path cache) {}

    private LiveTestbed(Options options, TestbedDirectory directory) {
        this.options = options;
        this.directory = directory;
    }

    /**
     * Runs a testbed until it is told to end.
     *
     * @return the exit code
     */
    public static int run(Options options, TestbedDirectory directory) throws IOException, InterruptedException {
        try (LiveTestbed testbed = new LiveTestbed(options, directory)) {
            // Whatever is half built goes with the sandbox, and at once.
            Lifeline.watch(() -> Runtime.getRuntime().halt(INTERRUPTED));
            testbed.start();
            Files.createFile(directory.path().resolve(BUILT));
            testbed.end.await();
            return 0;
        }
    }

    private void start() throws IOException {
        Progress progress = new Progress(System.out);
        progress.step("network: " + options.topology());
        FabricOptions network = new FabricOptions("", options.queueing(), options.congestionControl(), SEED);
        boolean rated = options.cluster()
                .map(Cluster::contender)
                .filter(ControllerKind::allotsRates)
                .isPresent();
        fabric = parts.keep(Fabric.create(new NetworkPlan(options.topology(), rated ? network.forRates() : network)));
        fabric.bindHostNames(directory.path().resolve("hosts"));
        LabelledFabric.install(fabric);
        rates = new LinkRates(options.topology(), parts.keep(fabric.counters()));
        if (options.cluster().isPresent()) {
            startCluster(options.cluster().get(), progress);
        }
        parts.keep(ControlSocket.serve(directory.path(), this::answer));
    }

    private void startCluster(Cluster cluster, Progress progress) throws IOException {
        ClusterLayout layout = ClusterRoles.layout(options.topology(), cluster.workers());
        if (cluster.contender().usesMultipathTcp()) {
            MultipathTcp.install(fabric);
        }
        Engines engines = Engines.prepare(cluster.classpath(), cluster.cache(), progress::step);
        SlowDisks disks = parts.keep(SlowDisks.mount(options.topology(), directory.path()));
        ClusterSite site = new ClusterSite(fabric, layout, engines, directory.path(), disks.mounts());
        progress.step("HDFS " + cluster.classpath().versions().hadoop() + ": NameNode on " + layout.nameNode()
                + ", DataNodes on " + String.join(" ", layout.dataNodes()));
        HdfsSettings settings = HdfsSettings.standard();
        telemetry = Optional.of(TelemetryFiles.write(
                directory.path(), options.topology(), Set.of(layout.nameNode(), fabric.address(layout.nameNode()))));
        SwitchExporter switches = parts.keep(SwitchExporter.start(fabric, telemetry.get(), settings.heartbeat()));
        hdfs = Optional.of(parts.keep(HdfsCluster.start(site, cluster.contender(), 0, settings))
                .awaitReady());
        hdfs.get().controller().ifPresent(controller -> switches.add(layout.nameNode(), controller));
        for (ControllerKind kind : ControllerKind.of(cluster.contender())) {
            parts.keep(OwnController.start(site, settings.heartbeat(), kind));
            switches.add(layout.nameNode(), site.ownController(kind));
            if (kind.plansPaths()) {
                parts.keep(PathAgents.start(site, hdfs.get(), kind));
            }
            if (kind.allotsRates()) {
                parts.keep(RateAgents.start(
                        fabric,
                        telemetry.get(),
                        site.ownController(kind),
                        layout.nameNode(),
                        hdfs.get().blockReads()));
            }
        }
        progress.step("HDFS is ready: " + hdfs.get().uri());
        progress.step("Spark " + cluster.classpath().versions().spark() + ": master on " + layout.sparkMaster()
                + ", workers on " + String.join(" ", layout.workers()));
        spark = Optional.of(
                parts.keep(SparkCluster.start(site, SparkSettings.standard())).awaitReady());
        progress.step("Spark is ready: " + spark.get().masterUrl());
        pages = pages(cluster.contender(), layout, site);
        parts.keep(ForwarderInside.serve(directory.path(), fabric, pages));
    }

    private List<Page> pages(Contender contender, ClusterLayout layout, ClusterSite site) {
        List<Page> all = new ArrayList<>();
        String driver = layout.driver();
        all.add(new Page(
                "Spark application",
                driver,
                fabric.address(driver),
                SparkCluster.APPLICATION_WEB_PORT,
                false,
                "no Spark application runs; start one with: fairlead testbed submit"));
        String master = layout.sparkMaster();
        all.add(new Page(
                "Spark master",
                master,
                fabric.address(master),
                SparkCluster.MASTER_WEB_PORT,
                false,
                "Spark's master does not answer"));
        hdfs.flatMap(HdfsCluster::controller)
                .or(() -> ControllerKind.of(contender).stream().findFirst().map(site::ownController))
                .ifPresent(controller -> all.add(new Page(
                        "Fairlead controller",
                        layout.nameNode(),
                        fabric.address(layout.nameNode()),
                        controller.port(),
                        true,
                        "the controller does not answer")));
        return List.copyOf(all);
    }

    private Object answer(Request request) {
        return switch (request.kind()) {
            case STATUS -> status();
            case PAGES -> pages;
            case DOWN -> {
                end.countDown();
                yield "going down";
            }
            case TRAFFIC_START -> startTraffic(Path.of(request.arguments().get(0)));
            case TRAFFIC_STOP -> stopTraffic();
            case SUBMIT_COMMAND -> submitCommand(request.arguments());
        };
    }

    /** The command line, on the driver's host, and the environment of spark-submit. */
    private Map<String, Object> submitCommand(List<String> arguments) {
        Cluster cluster = options.cluster().orElseThrow(() -> new IllegalStateException("this testbed has no Spark"));
        SparkCluster.SubmitCommand submit =
                spark.orElseThrow().submit(cluster.contender(), hdfs.orElseThrow(), arguments);
        return Map.of("command", submit.command(), "environment", submit.environment());
    }

    private String startTraffic(Path file) {
        TrafficPlan plan = TrafficFile.read(file, options.topology(), SEED);
        stopTraffic();
        try {
            TrafficGenerator generator = TrafficGenerator.start(plan, fabric);
            traffic = Optional.of(generator);
            telemetry.ifPresent(files -> files.announce(TrafficForecast.of(plan, generator.startEpochMillis())));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return "traffic of " + file.getFileName() + " runs: " + plan.flows().size() + " flows";
    }

    private String stopTraffic() {
        boolean ran = traffic.isPresent();
        traffic.ifPresent(TrafficGenerator::close);
        telemetry.ifPresent(files -> files.announce(TrafficForecast.NOTHING));
        traffic = Optional.empty();
        return ran ? "the traffic is off" : "there was no traffic";
    }

    private Status status() {
        List<Status.HostStatus> hosts = options.topology().hosts().stream()
                .map(host -> new Status.HostStatus(host.name(), host.rack(), fabric.address(host.name()), runs(host)))
                .toList();
        return new Status(
                directory.name(),
                options.topology().toString(),
                options.queueing().text(),
                options.congestionControl(),
                hosts,
                linksNow(),
                pages,
                notes());
    }

    private List<Status.LinkStatus> linksNow() {
        try {
            return rates.now();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String runs(Host host) {
        return options.cluster()
                .map(cluster -> ClusterRoles.layout(options.topology(), cluster.workers()))
                .map(layout -> String.join(", ", layout.partsOf(host.name())))
                .orElse("");
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        hdfs.ifPresent(cluster -> notes.add("HDFS: " + cluster.uri()));
        spark.ifPresent(cluster -> notes.add("Spark: " + cluster.masterUrl()));
        traffic.ifPresentOrElse(
                running -> running.progress()
                        .forEach(flow -> notes.add("traffic " + flow.flow() + ": " + flow.from() + " -> " + flow.to()
                                + ", " + flow.sent() / 1_000_000 + " MB sent")),
                () -> notes.add("no traffic"));
        return notes;
    }

    @Override
    public void close() {
        stopTraffic();
        parts.close();
    }
}
