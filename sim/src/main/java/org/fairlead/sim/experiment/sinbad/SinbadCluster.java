// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.SinbadWriters;

/**
 * A cluster of racks and the span for which jobs are submitted to it.
 *
 * @param name of the setting
 * @param oversubscription what a rack's hosts can send together over what its link carries
 * @param hostsAreHot whether others load the hosts' links; else those between racks
 * @param submitSeconds for so long jobs are submitted
 * @param mostWriters of a job
 */
record SinbadCluster(
        String name,
        int racks,
        int hostsOfRack,
        double hostBytesPerSecond,
        double oversubscription,
        int mapSlots,
        int reduceSlots,
        double processors,
        int disks,
        double diskBytesPerSecond,
        boolean hostsAreHot,
        double submitSeconds,
        int mostWriters) {
    private static final double GIGABIT = 125e6;
    private static final double DISK = 55e6;
    private static final long BLOCK_BYTES = 256L << 20;
    private static final int REPLICATION = 3;
    /** Others' loads change for so many times as long as jobs are submitted. */
    private static final double SPANS_OF_LOADS = 10;

    /** What a writer of {@link SinbadWriters} writes on average. */
    static final double BYTES_OF_WRITER = 1.42e8;

    static SinbadCluster simulation() {
        return new SinbadCluster("simulation", 150, 20, GIGABIT, 10, 6, 4, 8, 4, DISK, false, 120, 100);
    }

    /** A tenth of the racks. */
    static SinbadCluster smallSimulation() {
        return new SinbadCluster("simulation", 15, 20, GIGABIT, 10, 6, 4, 8, 4, DISK, false, 120, 30);
    }

    /** The paper's 100 nodes; racks are not known, and every node's link is the one that matters. */
    static SinbadCluster ec2() {
        return new SinbadCluster("ec2", 10, 10, 0.7 * GIGABIT, 1, 4, 2, 4, 4, DISK, true, 120, 30);
    }

    /** The same for a longer or shorter time. */
    SinbadCluster submitting(double seconds) {
        return new SinbadCluster(
                name,
                racks,
                hostsOfRack,
                hostBytesPerSecond,
                oversubscription,
                mapSlots,
                reduceSlots,
                processors,
                disks,
                diskBytesPerSecond,
                hostsAreHot,
                seconds,
                mostWriters);
    }

    /** Those that others load, in both directions. */
    List<Integer> hotLinks(Topology topology) {
        return hostsAreHot ? LinkHotSpots.ofHosts(topology.routes()) : LinkHotSpots.betweenRacks(topology.routes());
    }

    /** @param unlimited whether the network is so wide that it never limits, and nobody else uses it */
    Cluster cluster(SinbadConditions conditions, long seed, boolean unlimited) {
        double host = hostBytesPerSecond * (unlimited ? 1e4 : 1);
        Topology topology = Topologies.tree(
                        new Topology.Builder("sinbad"), racks, hostsOfRack, host, unlimited ? 1 : oversubscription)
                .build();
        List<Cluster.Machine> machines = new ArrayList<>();
        Cluster.Disk disk = new Cluster.Disk(diskBytesPerSecond, 0, 1);
        for (Host each : topology.hosts()) {
            machines.add(new Cluster.Machine(
                    each.index(), mapSlots, reduceSlots, processors, Collections.nCopies(disks, disk), true, -1));
        }
        return new Cluster(
                name,
                topology,
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK_BYTES, REPLICATION),
                Cluster.Costs.usual(Cluster.Framework.HADOOP),
                unlimited
                        ? List.of()
                        : LinkHotSpots.loads(
                                topology, hotLinks(topology), conditions, SPANS_OF_LOADS * submitSeconds, seed));
    }

    /** Jobs whose writers ask for the share of the racks' links that the conditions say. */
    Workload workload(SinbadConditions conditions, long seed) {
        double linkBytesPerSecond = hostsOfRack * hostBytesPerSecond / oversubscription;
        double bytes = conditions.writeShare() * racks * linkBytesPerSecond * submitSeconds;
        double writers = (mostWriters - 1) / StrictMath.log(mostWriters) - 0.5;
        int jobs = (int) Math.max(1, Math.round(bytes / (BYTES_OF_WRITER * Math.max(1, writers))));
        Workload drawn = SinbadWriters.workload(new SinbadWriters.Options(jobs, submitSeconds, mostWriters), seed);
        return new Workload(
                drawn.name(),
                drawn.files(),
                drawn.jobs().stream()
                        .map(job -> computing(job, conditions.computeFactor()))
                        .toList());
    }

    /** The same job with writers that compute for so many times as long. */
    private static Job computing(Job job, double factor) {
        List<Stage> stages = job.stages().stream()
                .map(stage -> stage.output() instanceof Stage.Output.Files ? computing(stage, factor) : stage)
                .toList();
        return new Job(job.name(), job.kind(), job.application(), job.pool(), job.submitSeconds(), stages);
    }

    private static Stage computing(Stage stage, double factor) {
        return new Stage(
                stage.tasks(),
                stage.input(),
                stage.computeSecondsPerByte() * factor,
                stage.computeSeconds(),
                stage.output(),
                stage.parents(),
                stage.hosts(),
                stage.delaysSeconds());
    }
}
