// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Staleness;

/**
 * A real NameNode with nine real DataNodes h1 to h9 in three racks, in this process; the view is the test's. A client here looks
 * like any of the DataNodes (all have one address), so that a test which needs a writer asks the block manager itself.
 */
final class SmallCluster implements AutoCloseable {
    static final long BLOCK = 4L << 20;
    static final double LINK = 125e6;
    static final String[] HOSTS = {"h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9"};
    static final String[] RACKS = {"/r1", "/r1", "/r1", "/r2", "/r2", "/r2", "/r3", "/r3", "/r3"};

    final MiniDFSCluster dfs;
    // Above what the embedded controller counts, which hears of nobody here.
    private long version = 1L << 62;

    private SmallCluster(MiniDFSCluster dfs) {
        this.dfs = dfs;
    }

    static SmallCluster start(Path directory, Map<String, String> settings) throws IOException {
        return start(configuration(directory, settings));
    }

    static SmallCluster start(Configuration conf) throws IOException {
        MiniDFSCluster dfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(HOSTS.length)
                .hosts(HOSTS)
                .racks(RACKS)
                .storagesPerDatanode(1)
                .build();
        SmallCluster cluster = new SmallCluster(dfs);
        dfs.waitActive();
        return cluster;
    }

    static Configuration configuration(Path directory, Map<String, String> settings) {
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.toString());
        conf.setLong("dfs.blocksize", BLOCK);
        conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
        conf.set("dfs.namenode.plugins", "org.fairlead.hdfs.FairleadNameNodePlugin");
        conf.set("dfs.block.replicator.classname", "org.fairlead.hdfs.placement.FairleadPlacementPolicy");
        conf.set("dfs.block.placement.ec.classname", "org.fairlead.hdfs.placement.FairleadErasureCodingPolicy");
        conf.set("dfs.net.topology.impl", "org.fairlead.hdfs.read.FairleadNetworkTopology");
        conf.set("fairlead.write.mode", "enforce");
        conf.set("fairlead.read.mode", "enforce");
        conf.set("fairlead.link.host", "1gbit");
        conf.set("fairlead.controller.bind", "127.0.0.1:0");
        // Nine DataNodes and this test share two processors.
        conf.set("fairlead.decision.budget", "500ms");
        settings.forEach(conf::set);
        return conf;
    }

    DatanodeManager datanodes() {
        return dfs.getNamesystem().getBlockManager().getDatanodeManager();
    }

    DecisionRuntime runtime() {
        return NameNodeRuntimes.of(datanodes().getNetworkTopology()).orElseThrow();
    }

    /** Waits until the runtime knows all DataNodes. */
    Topology topology() {
        try {
            await("all hosts are known", () -> runtime()
                    .state()
                    .filter(state -> state.topology().hosts().size() == HOSTS.length)
                    .filter(state -> state.table().unmatched() == 0)
                    .isPresent());
        } catch (AssertionError e) {
            String known = runtime()
                    .state()
                    .map(state ->
                            state.topology() + ", unmatched: " + state.table().unmatched())
                    .orElse("nothing");
            throw new AssertionError(e.getMessage() + "; known is " + known, e);
        }
        return runtime().state().orElseThrow().topology();
    }

    DatanodeDescriptor datanode(String host) {
        Topology topology = topology();
        return runtime()
                .state()
                .orElseThrow()
                .table()
                .datanode(topology.host(host))
                .orElseThrow();
    }

    /** A view in which everything is idle, but for the links of these hosts, which are full both ways. */
    void feed(String... busy) {
        feedAged(0, busy);
    }

    void feedAged(long ageNanos, String... busy) {
        Topology topology = topology();
        int links = topology.links().size();
        double[] load = new double[links];
        long[] at = new long[links];
        Arrays.fill(at, System.nanoTime() - ageNanos);
        Origin[] origins = new Origin[links];
        Arrays.fill(origins, Origin.HOST);
        NodeStatus[] statuses = new NodeStatus[topology.nodes().size()];
        Arrays.fill(statuses, NodeStatus.NONE);
        Set<String> busyHosts = Set.of(busy);
        for (Link link : topology.links()) {
            if (busyHosts.contains(link.from().name())
                    || busyHosts.contains(link.to().name())) {
                load[link.index()] = link.bytesPerSecond();
            }
        }
        runtime()
                .observe(new ClusterView(
                        topology, version++, Staleness.STANDARD, load, load.clone(), at, origins, statuses));
    }

    /** Hosts chosen for a new block of a file that is written from a host. */
    List<String> place(String writer) {
        return place(datanode(writer), "/f" + version++, 3);
    }

    /** The same where the client favors some hosts. */
    List<String> placeFavoring(String writer, String... favored) {
        return place(
                datanode(writer),
                "/f" + version++,
                3,
                Arrays.stream(favored).map(host -> datanode(host).getXferAddr()).toList());
    }

    List<String> place(Node writer, String path, int replicas) {
        return place(writer, path, replicas, List.of());
    }

    private List<String> place(Node writer, String path, int replicas, List<String> favored) {
        try {
            DatanodeStorageInfo[] targets = dfs.getNamesystem()
                    .getBlockManager()
                    .chooseTarget4NewBlock(
                            path,
                            replicas,
                            writer,
                            new HashSet<>(),
                            BLOCK,
                            favored,
                            HdfsConstants.HOT_STORAGE_POLICY_ID,
                            BlockType.CONTIGUOUS,
                            null,
                            EnumSet.noneOf(AddBlockFlag.class));
            List<String> hosts = new ArrayList<>();
            for (DatanodeStorageInfo target : targets) {
                hosts.add(target.getDatanodeDescriptor().getHostName());
            }
            return hosts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within 30 s: " + what);
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void close() {
        dfs.shutdown(true);
    }
}
