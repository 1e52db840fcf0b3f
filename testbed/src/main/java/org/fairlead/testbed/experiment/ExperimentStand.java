// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.objects.StoreService;
import org.fairlead.protocol.Quantities;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.ClusterLayout;
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
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.rate.RateAgents;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LabelledFabric;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.PathCounters;
import org.fairlead.testbed.network.tcp.MultipathTcp;
import org.fairlead.testbed.objects.ObjectStore;
import org.fairlead.testbed.sandbox.Parts;
import org.fairlead.testbed.slow.HostSlowing;
import org.fairlead.testbed.slow.SlowHost;
import org.fairlead.testbed.slow.SlowHosts;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.telemetry.TrafficForecast;
import org.fairlead.testbed.traffic.TrafficGenerator;
import org.fairlead.testbed.traffic.TrafficPlan;
import org.fairlead.testbed.workload.ClusterHandles;
import org.fairlead.testbed.workload.SparkApplication;
import org.fairlead.testbed.workload.WorkloadRounds;

/**
 * Everything that stands during a run: the network, its decoy where a contender needs one, the clusters, and the processes
 * that do the work.
 */
final class ExperimentStand implements AutoCloseable {
    private static final Duration APPLICATION_STARTS_WITHIN = Duration.ofMinutes(3);

    private final Scenario scenario;
    private final Parts parts = new Parts();
    private Fabric fabric;
    private Optional<Fabric> decoy = Optional.empty();
    private Optional<PathCounters> paths = Optional.empty();
    private final Map<Contender.SparkKey, SparkApplication> applications = new LinkedHashMap<>();
    private final Map<HdfsCluster, Map<ControllerKind, PathAgents>> agents = new LinkedHashMap<>();
    private final Map<HdfsCluster, RateAgents> rates = new LinkedHashMap<>();
    private TelemetryFiles telemetry;
    private SwitchExporter switches;
    private SlowDisks disks;
    private ClusterSite site;
    private ClusterPool clusters;
    private int applicationsStarted;
    private Optional<ObjectStore> objects = Optional.empty();
    private Optional<SparkCluster> spark = Optional.empty();
    private WorkloadRounds workloads;

    private ExperimentStand(Scenario scenario) {
        this.scenario = scenario;
    }

    static ExperimentStand build(
            Scenario scenario, RuntimeClasspath classpath, Path cache, Path directory, Progress progress)
            throws IOException {
        ExperimentStand stand = new ExperimentStand(scenario);
        boolean complete = false;
        try {
            stand.build(classpath, cache, directory, progress);
            complete = true;
            return stand;
        } finally {
            if (!complete) {
                stand.close();
            }
        }
    }

    private void build(RuntimeClasspath classpath, Path cache, Path directory, Progress progress) throws IOException {
        progress.step(
                "network: " + scenario.topology() + ", " + scenario.queueing().text() + " queues");
        FabricOptions options =
                new FabricOptions("", scenario.queueing(), scenario.congestionControl(), scenario.seed());
        if (scenario.contenders().stream().anyMatch(ControllerKind::allotsRates)) {
            options = options.forRates();
        }
        fabric = parts.keep(Fabric.create(new NetworkPlan(scenario.topology(), options)));
        fabric.bindHostNames(directory.resolve("hosts"));
        Optional<LabelledFabric> labels = Optional.empty();
        if (scenario.contenders().stream().anyMatch(ExperimentStand::keepsPaths)) {
            labels = Optional.of(LabelledFabric.install(fabric));
            paths = Optional.of(PathCounters.install(labels.get()));
        }
        if (scenario.contenders().stream().anyMatch(Contender::usesMultipathTcp)) {
            MultipathTcp.install(fabric);
        }
        if (scenario.contenders().stream().anyMatch(ExperimentStand::wantsDecoy)
                && !scenario.points().stream().allMatch(point -> point.traffic().isEmpty())) {
            decoy = Optional.of(parts.keep(Fabric.create(
                    new NetworkPlan(scenario.topology(), options.withPrefix(FabricOptions.DECOY_PREFIX)))));
        }
        ClusterLayout layout = ClusterRoles.layout(scenario.topology(), scenario.workers());
        Engines engines = Engines.prepare(classpath, cache, progress::step);
        disks = parts.keep(SlowDisks.mount(scenario.topology(), directory));
        telemetry = TelemetryFiles.write(
                directory, scenario.topology(), Set.of(layout.nameNode(), fabric.address(layout.nameNode())));
        switches = parts.keep(SwitchExporter.start(fabric, telemetry, scenario.heartbeat()));
        site = new ClusterSite(fabric, layout, engines, directory, disks.mounts());
        Set<ControllerKind> kinds = EnumSet.noneOf(ControllerKind.class);
        scenario.contenders().forEach(contender -> kinds.addAll(ControllerKind.of(contender)));
        for (ControllerKind kind : kinds) {
            parts.keep(OwnController.start(site, scenario.heartbeat(), kind));
            switches.add(layout.nameNode(), site.ownController(kind));
        }
        int clustersAtATime = MachineNeeds.clustersAtATime(scenario, layout);
        MachineNeeds.memoryWarning(scenario, layout, clustersAtATime, Preflight.availableMemory())
                .ifPresent(progress::step);
        clusters = parts.keep(new ClusterPool(
                site, HdfsSettings.standard().withHeartbeat(scenario.heartbeat()), clustersAtATime, this::release));
        if (scenario.hasObjectStore()) {
            StoreService service = scenario.objectService();
            progress.step("object store on " + layout.objectStore().orElse("no host") + ", latency "
                    + service.latency().toMillis() + " ms"
                    + (service.hasRate() ? ", each answer at " + Quantities.rateText(service.bytesPerSecond()) : ""));
            objects = Optional.of(parts.keep(ObjectStore.start(site, service)).awaitReady());
        }
        if (WorkloadRounds.needSpark(scenario.workload())) {
            progress.step("Spark " + classpath.versions().spark() + ": master on " + layout.sparkMaster()
                    + ", workers on " + String.join(" ", layout.workers()));
            Map<String, String> hadoop = objects.isPresent() ? ObjectStore.clientConfiguration(site) : Map.of();
            spark = Optional.of(parts.keep(SparkCluster.start(site, MachineNeeds.spark(scenario), hadoop))
                    .awaitReady());
        }
        workloads = parts.keep(WorkloadRounds.prepare(
                site, new CableFailures(fabric, labels), scenario.workload(), scenario.seed(), progress::step));
    }

    /** @throws org.fairlead.testbed.cluster.process.ClusterException when a daemon that should run has ended */
    void requireAlive() {
        objects.ifPresent(ObjectStore::requireAlive);
        clusters.requireAlive();
        spark.ifPresent(SparkCluster::requireAlive);
    }

    /** Whether everything that a contender works on runs already. */
    boolean isReady(Contender contender) {
        return !clusters.isNew(contender)
                && applicationNames().stream().allMatch(name -> applications.containsKey(contender.sparkKey(name)));
    }

    /** What a contender works on; started when it does not run yet. */
    ClusterHandles handles(Contender contender, Progress progress) {
        if (clusters.isNew(contender)) {
            progress.step(contender.name() + ": starting HDFS");
        }
        HdfsCluster hdfs = clusters.get(contender);
        hdfs.controller().ifPresent(controller -> switches.add(site.layout().nameNode(), controller));
        startPathAgents(contender, hdfs);
        startRateAgents(contender, hdfs);
        Map<String, SparkApplication> own = new LinkedHashMap<>();
        for (String name : applicationNames()) {
            own.put(name, application(contender, name, hdfs, progress));
        }
        return new ClusterHandles(contender, hdfs, spark, own);
    }

    /** Whether paths are planned for it. */
    private static boolean keepsPaths(Contender contender) {
        return contender.dataNodesKeepPaths()
                || ControllerKind.of(contender).stream().anyMatch(ControllerKind::plansPaths);
    }

    /** Those of one HDFS serve all contenders on it. */
    private void startPathAgents(Contender contender, HdfsCluster hdfs) {
        for (ControllerKind kind : ControllerKind.of(contender)) {
            if (kind.plansPaths() && !agents.getOrDefault(hdfs, Map.of()).containsKey(kind)) {
                PathAgents started = parts.keep(PathAgents.start(site, hdfs, kind));
                agents.computeIfAbsent(hdfs, unused -> new LinkedHashMap<>()).put(kind, started);
            }
        }
    }

    /** Those of one HDFS serve all contenders on it, and none on another: a device has one driver of rates. */
    private void startRateAgents(Contender contender, HdfsCluster hdfs) {
        for (ControllerKind kind : ControllerKind.of(contender)) {
            if (kind.allotsRates() && !rates.containsKey(hdfs)) {
                rates.put(
                        hdfs,
                        parts.keep(RateAgents.start(
                                fabric,
                                telemetry,
                                site.ownController(kind),
                                site.layout().nameNode(),
                                hdfs.blockReads())));
            }
        }
    }

    private Set<String> applicationNames() {
        return WorkloadRounds.applications(scenario.workload());
    }

    private SparkApplication application(Contender contender, String name, HdfsCluster hdfs, Progress progress) {
        Contender.SparkKey key = contender.sparkKey(name);
        if (!applications.containsKey(key)) {
            progress.step(contender.name() + ": starting "
                    + (name.isEmpty() ? "a Spark application" : "application " + name));
            SparkApplication started = parts.keep(SparkApplication.start(
                    spark.orElseThrow(), contender.forApplication(name), hdfs, applicationsStarted++));
            started.awaitReady(APPLICATION_STARTS_WITHIN);
            applications.put(key, started);
        }
        return applications.get(key);
    }

    /** An application reads from one HDFS cluster; when that has to make room, it goes, too, and so do reports to its controller. */
    private void release(Contender.HdfsKey hdfs, HdfsCluster cluster) {
        cluster.controller().ifPresent(switches::remove);
        Optional.ofNullable(agents.remove(cluster)).ifPresent(ofCluster -> {
            ofCluster.values().forEach(parts::end);
        });
        Optional.ofNullable(rates.remove(cluster)).ifPresent(parts::end);
        applications.entrySet().removeIf(entry -> {
            boolean affected = entry.getKey().hdfs().equals(hdfs);
            if (affected) {
                parts.end(entry.getValue());
            }
            return affected;
        });
    }

    /** Has what lies on slow disks read from there, also what was written a moment ago. */
    void forgetCached() throws IOException {
        disks.forgetCached();
    }

    Fabric fabric() {
        return fabric;
    }

    /** What counts by path, where switches have labels. */
    Optional<PathCounters> paths() {
        return paths;
    }

    WorkloadRounds workloads() {
        return workloads;
    }

    /** Makes hosts slow, unless this contender is to have nothing of what disturbs the others. */
    SlowHosts startSlow(ClusterHandles handles, List<SlowHost> hosts) throws IOException {
        HostSlowing slowing =
                new HostSlowing(scenario.topology(), disks, host -> processes(handles, host), site.directory());
        return SlowHosts.begin(wantsDecoy(handles.contender()) ? List.of() : hosts, slowing);
    }

    /** Of a host's DataNode and worker. */
    private List<ProcessHandle> processes(ClusterHandles handles, String host) {
        List<ProcessHandle> processes = new ArrayList<>();
        if (site.layout().dataNodes().contains(host)) {
            processes.addAll(handles.hdfs().dataNode(host).processes());
        }
        if (handles.spark().isPresent() && site.layout().workers().contains(host)) {
            processes.addAll(handles.spark().get().worker(host).processes());
        }
        return processes;
    }

    /** Starts the background traffic where this contender wants it. */
    TrafficGenerator startTraffic(Contender contender, TrafficPlan plan) throws IOException {
        TrafficGenerator generator =
                TrafficGenerator.start(plan, wantsDecoy(contender) ? decoy.orElse(fabric) : fabric);
        telemetry.announce(
                wantsDecoy(contender)
                        ? TrafficForecast.NOTHING
                        : TrafficForecast.of(plan, generator.startEpochMillis()));
        return generator;
    }

    private static boolean wantsDecoy(Contender contender) {
        return contender.traffic() == Contender.Traffic.DECOY;
    }

    @Override
    public void close() {
        parts.close();
    }
}
