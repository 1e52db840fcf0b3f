// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.Engines;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LinkFaults;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.sandbox.Parts;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** The cluster that is broken: network, HDFS and Spark with a contender, and two hosts with file systems of their own. */
final class ChaosStand implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofMillis(500);
    private static final int DISKS = 2;
    /** Rates of a disk that nobody has slowed down: above what the links bring. */
    private static final double DISK_BYTES_PER_SECOND = 100e6;

    private static final String MEMORY_DISK_SIZE = "size=700m";
    /** So that what is measured after a cut is not TCP's patience. */
    private static final int LONGEST_RETRY_MILLIS = 1000;

    /** Clients that wait for a NameNode, silence that is noticed in seconds. */
    private static final Map<String, String> PATIENT = Map.of(
            "dfs.client.retry.policy.enabled", "true",
            "dfs.client.retry.policy.spec", "500,600",
            "dfs.namenode.heartbeat.recheck-interval", "2000",
            "dfs.heartbeat.interval", "1");

    private final Parts parts = new Parts();
    private final Path directory;
    private final Contender contender;
    private Fabric fabric;
    private LinkFaults links;
    private SlowDisks slowDisks;
    private final Map<String, Path> disks = new LinkedHashMap<>();
    private TelemetryFiles telemetry;
    private SwitchExporter switches;
    private ClusterSite site;
    private HdfsCluster hdfs;
    private SparkCluster spark;

    private ChaosStand(Path directory, Contender contender) {
        this.directory = directory;
        this.contender = withFaults(contender, directory);
    }

    static ChaosStand build(ChaosOptions options, Path directory, Progress progress) throws IOException {
        ChaosStand stand = new ChaosStand(directory, options.contender());
        boolean complete = false;
        try {
            stand.build(options, progress);
            complete = true;
            return stand;
        } finally {
            if (!complete) {
                stand.close();
            }
        }
    }

    /** The contender with what a run of chaos needs besides; what it decides stays as it is. */
    private static Contender withFaults(Contender contender, Path directory) {
        Map<String, String> hdfs = new LinkedHashMap<>(contender.hdfs());
        hdfs.putAll(PATIENT);
        Map<String, String> spark = new LinkedHashMap<>(contender.spark());
        if (hdfs.containsKey("fairlead.controllers")) {
            String both = hdfs.get("fairlead.controllers") + ",${testbed.controllers}";
            String fault = "file:" + faultFile(directory);
            hdfs.put("fairlead.controllers", both);
            hdfs.put("fairlead.fault.policy", fault);
            if (spark.containsKey("spark.fairlead.controllers")) {
                spark.put("spark.fairlead.controllers", both);
                spark.put("spark.fairlead.fault.policy", fault);
            }
        }
        return contender.withHdfs(hdfs).withSpark(spark);
    }

    /** What it says befalls every decision, from then on. */
    static Path faultFile(Path directory) {
        return directory.resolve("fault").toAbsolutePath();
    }

    private void build(ChaosOptions options, Progress progress) throws IOException {
        ClusterLayout layout = ClusterRoles.layout(options.topology(), ChaosOptions.WORKERS);
        List<String> withDisk = layout.dataNodes().stream()
                .filter(host -> !host.equals(layout.nameNode()))
                .limit(DISKS)
                .toList();
        Topology topology = options.slowDisks() ? withDisks(options.topology(), withDisk) : options.topology();
        progress.step("network: " + topology);
        fabric = parts.keep(Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, options.seed()))));
        fabric.bindHostNames(directory.resolve("hosts"));
        links = new LinkFaults(fabric);
        if (!links.limitRetries(LONGEST_RETRY_MILLIS)) {
            progress.step("  this kernel cannot bound TCP's waits (6.15 can): what was cut may come back late");
        }
        Engines engines = Engines.prepare(options.classpath(), RuntimeClasspath.userCache(), progress::step);
        slowDisks = parts.keep(SlowDisks.mount(topology, directory));
        disks.putAll(slowDisks.mounts());
        if (!options.slowDisks()) {
            for (String host : withDisk) {
                mountMemory(host);
            }
        }
        telemetry =
                TelemetryFiles.write(directory, topology, Set.of(layout.nameNode(), fabric.address(layout.nameNode())));
        switches = parts.keep(SwitchExporter.start(fabric, telemetry, HEARTBEAT));
        site = new ClusterSite(fabric, layout, engines, directory, disks);
        progress.step("HDFS of " + contender.name() + ": NameNode on " + layout.nameNode() + ", DataNodes on "
                + String.join(" ", layout.dataNodes()));
        hdfs = parts.keep(HdfsCluster.start(
                        site, contender, 0, HdfsSettings.standard().withHeartbeat(HEARTBEAT)))
                .awaitReady();
        hdfs.controller().ifPresent(controller -> switches.add(layout.nameNode(), controller));
        progress.step(
                "Spark: master on " + layout.sparkMaster() + ", workers on " + String.join(" ", layout.workers()));
        spark = parts.keep(SparkCluster.start(site, SparkSettings.standard())).awaitReady();
    }

    private static Topology withDisks(Topology topology, List<String> hosts) {
        Topology.Builder builder = new Topology.Builder(topology.name());
        Optional<Host.Disk> disk = Optional.of(new Host.Disk(DISK_BYTES_PER_SECOND, DISK_BYTES_PER_SECOND));
        topology.hosts()
                .forEach(host -> builder.host(
                        host.name(), host.rack(), host.roles(), hosts.contains(host.name()) ? disk : host.disk()));
        topology.switches().forEach(each -> builder.switchNode(each.name()));
        topology.links()
                .forEach(link -> builder.link(link.from().name(), link.to().name(), link.bytesPerSecond()));
        return builder.build();
    }

    private void mountMemory(String host) throws IOException {
        Path mount = Files.createDirectories(directory.resolve("disks").resolve(host));
        Command.run(List.of("mount", "-t", "tmpfs", "-o", MEMORY_DISK_SIZE, "tmpfs", mount.toString()));
        disks.put(host, mount);
        parts.keep(() -> Command.run(List.of("umount", "--lazy", mount.toString())));
    }

    /** Where faults of this stand can strike. */
    FaultPlan.Targets targets(boolean rates) {
        return new FaultPlan.Targets(
                site.layout().dataNodes(), site.layout().workers(), List.copyOf(disks.keySet()), rates);
    }

    Contender contender() {
        return contender;
    }

    Fabric fabric() {
        return fabric;
    }

    LinkFaults links() {
        return links;
    }

    ClusterSite site() {
        return site;
    }

    HdfsCluster hdfs() {
        return hdfs;
    }

    SparkCluster spark() {
        return spark;
    }

    TelemetryFiles telemetry() {
        return telemetry;
    }

    SwitchExporter switches() {
        return switches;
    }

    Duration heartbeat() {
        return HEARTBEAT;
    }

    /** Where the file system of a host with its own one is. */
    Path disk(String host) {
        return disks.get(host);
    }

    /** @param factor how many times slower; 1: as fast as it is */
    void slowDisk(String host, double factor) throws IOException {
        slowDisks.throttle(host, new Host.Disk(DISK_BYTES_PER_SECOND / factor, DISK_BYTES_PER_SECOND / factor));
    }

    /** The controller inside the NameNode; empty when the contender has none. */
    Optional<Endpoint> controller() {
        return hdfs.controller();
    }

    /** Says what befalls every decision from now on. */
    void policyFault(String fault) {
        try {
            Files.writeString(faultFile(directory), fault + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
