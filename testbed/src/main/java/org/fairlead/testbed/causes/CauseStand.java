// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.Engines;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.machine.ProcessorTime;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.sandbox.Parts;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.workload.ClusterHandles;
import org.fairlead.testbed.workload.SparkApplication;
import org.fairlead.testbed.workload.WorkloadRounds;

/** Network, HDFS and Spark, which all applications share; each has its own driver and executors. */
final class CauseStand implements AutoCloseable {
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

    private final CausesOptions options;
    private final Progress progress;
    private final Parts parts = new Parts();
    private final CausedWork work;
    private ClusterSite site;
    private HdfsCluster hdfs;
    private SparkCluster spark;
    private WorkloadRounds workloads;
    private int started;

    private CauseStand(CausesOptions options, CausedWork work, Progress progress) {
        this.options = options;
        this.work = work;
        this.progress = progress;
    }

    /**
     * @param testbed the testbed's directory
     * @param directory where all files go, in it or the same
     */
    static CauseStand build(CausesOptions options, Path testbed, Path directory, Progress progress) throws IOException {
        CauseStand stand = new CauseStand(options, new CausedWork(options.kinds()), progress);
        boolean complete = false;
        try {
            stand.build(testbed, directory);
            complete = true;
            return stand;
        } finally {
            if (!complete) {
                stand.close();
            }
        }
    }

    private void build(Path testbed, Path directory) throws IOException {
        ClusterLayout layout = options.layout();
        progress.step("network: " + options.topology());
        Fabric fabric = parts.keep(
                Fabric.create(new NetworkPlan(options.topology(), FabricOptions.of(Queueing.FIFO, options.seed()))));
        fabric.bindHostNames(directory.resolve("hosts"));
        Engines engines = Engines.prepare(options.classpath(), RuntimeClasspath.userCache(), progress::step);
        SlowDisks disks = parts.keep(SlowDisks.mount(options.topology(), testbed, directory));
        TelemetryFiles.write(directory, options.topology(), Set.of(layout.nameNode()));
        site = new ClusterSite(fabric, layout, engines, directory, disks.mounts());
        progress.step("HDFS: DataNodes on " + String.join(" ", layout.dataNodes()));
        hdfs = parts.keep(HdfsCluster.start(site, options.contender(), 0, HdfsSettings.standard()))
                .awaitReady();
        progress.step("Spark: workers on " + String.join(" ", layout.workers()));
        spark = parts.keep(SparkCluster.start(site, SparkSettings.standard())).awaitReady();
        CausePlanter.Hosts hosts =
                new CausePlanter.Hosts(layout.workers(), this::processesOf, options.processorsPerHost());
        work.on(new CausePlanter(options.topology(), fabric, disks, hosts, testbed, options.seed()));
        workloads = parts.keep(WorkloadRounds.prepare(
                site, new CableFailures(fabric, Optional.empty()), List.of(work), options.seed(), progress::step));
        progress.step("writing the input");
        workloads.keep(new ClusterHandles(options.contender(), hdfs, Optional.of(spark), Map.of()), options.seed());
    }

    /** All of Hadoop's and Spark's on a host. */
    private List<ProcessHandle> processesOf(String host) {
        return Stream.concat(hdfs.dataNode(host).processes().stream(), spark.worker(host).processes().stream())
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /**
     * Runs one application to its end.
     *
     * @param label names its files
     * @param directory existing; Spark's event log and the file of decisions go there
     * @return what was not done right
     */
    List<Check> run(HiddenCause cause, String label, Path directory) throws IOException {
        Map<String, String> values = new LinkedHashMap<>(options.contender().spark());
        values.putAll(ApplicationSettings.of(cause, directory));
        Contender contender = ApplicationSettings.contender(options.contender(), values, cause);
        SparkApplication application = SparkApplication.start(spark, contender, hdfs, started++);
        boolean done = false;
        try {
            application.awaitReady(STARTS_WITHIN);
            work.next(cause);
            ProcessorTime before = ProcessorTime.now();
            List<Check> checks = workloads
                    .run(
                            new ClusterHandles(contender, hdfs, Optional.of(spark), Map.of("", application)),
                            label,
                            options.seed())
                    .checks();
            progress.step("  the machine's processors were %.0f %% busy"
                    .formatted(100 * ProcessorTime.now().busyShareSince(before)));
            application.finish(ENDS_WITHIN);
            done = true;
            return new ArrayList<>(
                    checks.stream().filter(check -> !check.passed()).toList());
        } finally {
            if (!done) {
                application.close();
            }
        }
    }

    /** The same while a host has no slots; its DataNode stays. */
    List<Check> runWithout(String host, HiddenCause cause, String label, Path directory) throws IOException {
        spark.stopWorker(host);
        try {
            return run(cause, label, directory);
        } finally {
            spark.startWorker(host);
        }
    }

    /** @throws org.fairlead.testbed.cluster.process.ClusterException when a daemon that should run has ended */
    void requireAlive() {
        hdfs.requireAlive();
        spark.requireAlive();
    }

    @Override
    public void close() {
        parts.close();
    }
}
