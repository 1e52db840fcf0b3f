// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostShares;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;

/**
 * The cluster of section IV (figure 5): four edge switches with two hosts each under two core switches, six workers, and twelve background flows between the other two hosts and the
 * workers, each on one path that a draw decides.
 *
 * <p>Published: the network, links of 1 Gbit/s, six workers, three slots for maps and three for reduces, one replica, chunks of 512 MB; four flows of 800 Mbit/s and between which hosts,
 * eight of 50 Mbit/s. Ours: between which hosts these eight go, that flows do not yield (iperf was given rates), the disk, and costs of Hadoop's release.
 */
final class CormorantCluster {
    static final long BLOCK_BYTES = 512_000_000;

    private static final double GIGABIT = 125e6;
    private static final double LARGE = 0.8;
    private static final double SMALL = 0.05;
    private static final int SLOTS = 3;
    private static final int PROCESSORS = 6;
    private static final double HEARTBEAT_SECONDS = 0.3;

    private static final List<String> WORKERS = List.of("h2", "h3", "h4", "h6", "h7", "h8");

    private record Flow(String from, String to, double share) {}

    private static final List<Flow> FLOWS = List.of(
            new Flow("h4", "h1", LARGE),
            new Flow("h8", "h5", LARGE),
            new Flow("h1", "h3", LARGE),
            new Flow("h5", "h7", LARGE),
            new Flow("h1", "h2", SMALL),
            new Flow("h2", "h1", SMALL),
            new Flow("h1", "h6", SMALL),
            new Flow("h6", "h1", SMALL),
            new Flow("h5", "h6", SMALL),
            new Flow("h6", "h5", SMALL),
            new Flow("h5", "h2", SMALL),
            new Flow("h2", "h5", SMALL));

    private CormorantCluster() {}

    static Topology topology() {
        return Topologies.multiRooted(new Topology.Builder("cormorant"), 4, 2, 2, GIGABIT, GIGABIT)
                .build();
    }

    /**
     * @param traffic whether the background flows run
     * @param seed decides the path of each
     */
    static Cluster cluster(CormorantConditions conditions, boolean traffic, long seed) {
        Topology topology = topology();
        Cluster.Disk disk = new Cluster.Disk(conditions.diskBytesPerSecond(), 0.05, 0.5);
        List<Cluster.Machine> machines = WORKERS.stream()
                .map(name -> new Cluster.Machine(
                        topology.host(name).index(), SLOTS, SLOTS, PROCESSORS, List.of(disk), true, -1))
                .toList();
        return new Cluster(
                "cormorant",
                topology,
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK_BYTES, 1),
                costs(),
                traffic ? background(topology, seed) : List.of());
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

    static List<BackgroundLoad> background(Topology topology, long seed) {
        Draw draw = new Draw(Draw.mixed(seed, "background".hashCode()));
        Map<Integer, Double> loads = new TreeMap<>();
        for (Flow flow : FLOWS) {
            Host from = topology.host(flow.from());
            Host to = topology.host(flow.to());
            List<Path> paths = topology.paths(from, to);
            Optional<Path> one = Optional.of(paths.get(draw.below(paths.size())));
            EqualCostShares.of(topology, from, to, one)
                    .forEach((link, share) -> loads.merge(link.index(), share * flow.share() * GIGABIT, Double::sum));
        }
        List<BackgroundLoad> all = new ArrayList<>();
        loads.forEach((link, load) -> all.add(new BackgroundLoad(link, 0, Math.min(load, GIGABIT))));
        all.sort(Comparator.comparingInt(BackgroundLoad::link));
        return all;
    }
}
