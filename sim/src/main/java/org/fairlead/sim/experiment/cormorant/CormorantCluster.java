// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostShares;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;

/**
 * The cluster of section IV (figure 5): four edge switches with two hosts each under two core switches, six workers, and twelve background flows between the other two hosts and the
 * workers, each on one path that a draw decides. The same machines on other networks.
 *
 * <p>Published: the network, links of 1 Gbit/s, six workers, three slots for maps and three for reduces, one replica, chunks of 512 MB; four flows of 800 Mbit/s and between which hosts,
 * eight of 50 Mbit/s. Ours: between which hosts these eight go, that flows do not yield (iperf was given rates), the disk, and costs of Hadoop's release.
 */
final class CormorantCluster {
    static final long BLOCK_BYTES = 512_000_000;

    private static final int SLOTS = 3;
    private static final int PROCESSORS = 6;
    private static final double HEARTBEAT_SECONDS = 0.3;
    /** Of a link, background flows that meet there take at most so much: nothing is held up for ever. */
    private static final double MOST_BACKGROUND = 0.9;

    private CormorantCluster() {}

    /**
     * @param replicas of a block
     * @param traffic whether the background flows run
     * @param seed decides the path of each, and where the paper does not say it, between which hosts it goes
     */
    static Cluster cluster(
            CormorantNetwork network, int replicas, CormorantConditions conditions, boolean traffic, long seed) {
        Cluster.Disk disk = new Cluster.Disk(conditions.diskBytesPerSecond(), 0.05, 0.5);
        List<Cluster.Machine> machines = network.workers().stream()
                .map(host -> new Cluster.Machine(host.index(), SLOTS, SLOTS, PROCESSORS, List.of(disk), true, -1))
                .toList();
        return new Cluster(
                network.key(),
                network.topology(),
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK_BYTES, replicas),
                costs(),
                traffic ? background(network, seed) : List.of());
    }

    /** Hadoop 1's with the heartbeat of release 1.2. */
    private static Cluster.Costs costs() {
        Cluster.Costs usual = Cluster.Costs.usual(Cluster.Framework.HADOOP);
        return new Cluster.Costs(
                HEARTBEAT_SECONDS,
                usual.tasksPerHeartbeat(),
                usual.reduceStart(),
                usual.statusSeconds(),
                usual.statusDelaySeconds(),
                usual.taskLaunchSeconds(),
                usual.taskEndSeconds(),
                usual.jobStartSeconds(),
                usual.blockSetupSeconds(),
                usual.blockEndSeconds(),
                usual.readSetupSeconds(),
                usual.spillShare(),
                usual.mapSpillShare(),
                usual.wireShare(),
                usual.blockSetupProcessorSeconds());
    }

    static List<BackgroundLoad> background(CormorantNetwork network, long seed) {
        Topology topology = network.topology();
        Draw draw = new Draw(Draw.mixed(seed, "background".hashCode()));
        Map<Integer, Double> loads = new TreeMap<>();
        for (CormorantNetwork.Flow flow : network.flows(draw)) {
            List<Path> paths = topology.paths(flow.from(), flow.to());
            Optional<Path> one = Optional.of(paths.get(draw.below(paths.size())));
            EqualCostShares.of(topology, flow.from(), flow.to(), one)
                    .forEach((link, share) -> loads.merge(link.index(), share * flow.bytesPerSecond(), Double::sum));
        }
        List<BackgroundLoad> all = new ArrayList<>();
        loads.forEach((link, load) -> all.add(new BackgroundLoad(
                link,
                0,
                Math.min(load, MOST_BACKGROUND * topology.links().get(link).bytesPerSecond()))));
        return all;
    }
}
