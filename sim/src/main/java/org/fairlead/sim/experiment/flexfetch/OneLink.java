// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.Workload.StoredFile;

/**
 * The situation of figure 10: four fetches for tasks that start at 20 s share the link into one worker, and from 9 s on a shuffle into the same worker takes more than half of it.
 *
 * <p>Published: four fetches, the shuffle from 9 s on, several flows of it. Ours: the deadline; 500 MB each, so that together they need 0.8 of 1 Gbit/s until then; eight senders of 2.5 GB, which share the link with the fetches flow by flow.
 * Costs are left out: nothing else happens.
 */
final class OneLink {
    static final String FETCHING = "fetching";
    static final String SHUFFLING = "shuffling";
    static final long MEMORY = 4_000_000_000L;

    private static final int FETCHES = 4;
    private static final int SENDERS = 8;
    private static final double LINK = 125e6;
    private static final double BUSY_SECONDS = 20;
    private static final double SHUFFLE_SECONDS = 9;
    private static final long BLOCK = 500_000_000;
    private static final long SHUFFLED = 2_500_000_000L;
    private static final String WORKER = "h1";

    private OneLink() {}

    /** The first host computes, the next four store, the others send the shuffle. */
    static Cluster cluster() {
        Topology topology = Topologies.tree(new Topology.Builder("one link"), 1, 1 + FETCHES + SENDERS, LINK, 1)
                .build();
        List<Cluster.Disk> disks = List.of(new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1));
        return new Cluster(
                "one link",
                topology,
                IntStream.range(0, topology.hosts().size())
                        .mapToObj(host -> new Cluster.Machine(
                                topology.hosts().get(host).index(),
                                host == 0 ? FETCHES : 0,
                                host == 0 ? 1 : 0,
                                2 * FETCHES,
                                disks,
                                host >= 1 && host <= FETCHES,
                                -1))
                        .toList(),
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK, 1),
                new Cluster.Costs(0.1, FETCHES, 0.05, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0),
                List.of());
    }

    static Workload workload() {
        List<String> stores = new ArrayList<>();
        List<String> senders = new ArrayList<>();
        for (int host = 0; host < FETCHES + SENDERS; host++) {
            (host < FETCHES ? stores : senders).add("h" + (host + 2));
        }
        Stage busy = stage(FETCHES, new Input.None(), BUSY_SECONDS, new Output.None(), List.of());
        Stage reads = stage(FETCHES, new Input.File("input"), 0, new Output.None(), List.of());
        Stage sends = stage(SENDERS, new Input.None(), SHUFFLE_SECONDS, new Output.Shuffle(SHUFFLED), senders);
        Stage receives = new Stage(
                1, new Input.Shuffle(List.of()), 0, 0, new Output.None(), List.of(0), List.of(WORKER), List.of());
        return new Workload(
                "one link",
                List.of(new StoredFile("input", FETCHES * BLOCK, BLOCK, 1, stores)),
                List.of(
                        new Job("busy", "busy", "default", 0, List.of(busy)),
                        new Job(FETCHING, FETCHING, "default", 0, List.of(reads)),
                        new Job(SHUFFLING, SHUFFLING, "default", 0, List.of(sends, receives))));
    }

    private static Stage stage(int tasks, Input input, double seconds, Output output, List<String> hosts) {
        return new Stage(tasks, input, 0, seconds, output, List.of(), hosts, List.of());
    }
}
