// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileOutputStream;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.StaticMapping;
import org.apache.hadoop.util.VersionInfo;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Staleness;

/**
 * How many create and addBlock a second a real NameNode does with many simulated DataNodes, stock (mode off) and ours (enforce)
 * in turns, in one process and without RPC. After Hadoop's NNThroughputBenchmark, which has no addBlock of its own. Prints JSON.
 * Arguments: DataNodes (3000), racks (150), rounds (5), files a round (20000), threads (4), budget (5ms). The edit log is synced to disk, as Hadoop's
 * benchmark does, unless -Dskip.fsync=true.
 */
final class NameNodeThroughput {
    private static final long BLOCK = 128L << 20;

    private final DecisionRuntime runtime;
    private final NamenodeProtocols rpc;
    // Above what the embedded controller counts, which hears of nobody here.
    private long version = 1L << 62;

    private NameNodeThroughput(NameNode nameNode) {
        this.rpc = nameNode.getRpcServer();
        this.runtime = NameNodeRuntimes.of(nameNode.getNamesystem()
                        .getBlockManager()
                        .getDatanodeManager()
                        .getNetworkTopology())
                .orElseThrow();
    }

    public static void main(String[] args) throws Exception {
        int datanodes = argument(args, 0, 3000);
        int racks = argument(args, 1, 150);
        int rounds = argument(args, 2, 5);
        int files = argument(args, 3, 20_000);
        int threads = argument(args, 4, 4);
        Path directory = Files.createTempDirectory("fairlead-throughput");
        Configuration conf = new HdfsConfiguration();
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
        conf.set("dfs.namenode.http-address", "127.0.0.1:0");
        conf.set("dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
        conf.set("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        conf.set("net.topology.node.switch.mapping.impl", StaticMapping.class.getName());
        conf.set("dfs.namenode.plugins", FairleadNameNodePlugin.class.getName());
        conf.set("dfs.block.replicator.classname", "org.fairlead.hdfs.placement.FairleadPlacementPolicy");
        conf.set("dfs.net.topology.impl", "org.fairlead.hdfs.read.FairleadNetworkTopology");
        conf.set("fairlead.link.host", "10gbit");
        conf.set("fairlead.link.rack", "40gbit");
        conf.set("fairlead.controller.bind", "127.0.0.1:0");
        conf.set("fairlead.decision.budget", args.length > 5 ? args[5] : "5ms");
        conf.set("fairlead.modes.file", directory.resolve("modes.yaml").toString());
        DefaultMetricsSystem.setMiniClusterMode(true);
        EditLogFileOutputStream.setShouldSkipFsyncForTesting(Boolean.getBoolean("skip.fsync"));
        DFSTestUtil.formatNameNode(conf);
        NameNode nameNode = NameNode.createNameNode(new String[0], conf);
        NameNodeThroughput bench = new NameNodeThroughput(nameNode);
        try {
            bench.register(datanodes, racks);
            bench.run(directory.resolve("modes.yaml"), rounds, files, threads, datanodes);
        } finally {
            nameNode.stop();
        }
        System.exit(0);
    }

    private static int argument(String[] args, int place, int standard) {
        return args.length > place ? Integer.parseInt(args[place]) : standard;
    }

    private void register(int datanodes, int racks) throws IOException {
        NamespaceInfo namespace = rpc.versionRequest();
        for (int i = 0; i < datanodes; i++) {
            String host = "h" + i;
            StaticMapping.addNodeToRack(host, "/rack" + i % racks);
            String address = "127." + (1 + i / 62_500) + "." + i / 250 % 250 + "." + (1 + i % 250);
            StaticMapping.addNodeToRack(address, "/rack" + i % racks);
            DatanodeID id = new DatanodeID(address, host, "uuid-" + i, 9866, 9864, 0, 9867);
            DatanodeRegistration registration = new DatanodeRegistration(
                    id, storageInfo(namespace), new ExportedBlockKeys(), VersionInfo.getVersion());
            registration.setNamespaceInfo(namespace);
            DatanodeRegistration registered = rpc.registerDatanode(registration);
            DatanodeStorage storage = new DatanodeStorage("storage-" + i);
            long capacity = 1L << 55;
            StorageReport[] reports = {new StorageReport(storage, false, capacity, 0, capacity, 0, 0)};
            rpc.sendHeartbeat(
                    registered,
                    reports,
                    0,
                    0,
                    0,
                    0,
                    0,
                    null,
                    true,
                    SlowPeerReports.EMPTY_REPORT,
                    SlowDiskReports.EMPTY_REPORT);
            rpc.blockReport(
                    registered,
                    namespace.getBlockPoolID(),
                    new StorageBlockReport[] {new StorageBlockReport(storage, BlockListAsLongs.EMPTY)},
                    new BlockReportContext(1, 0, System.nanoTime(), 0));
        }
    }

    private static StorageInfo storageInfo(NamespaceInfo namespace) {
        return new StorageInfo(
                DataNodeLayoutVersion.getCurrentLayoutVersion(),
                namespace.getNamespaceID(),
                namespace.getClusterID(),
                namespace.getCTime(),
                NodeType.DATA_NODE);
    }

    private void run(Path modes, int rounds, int files, int threads, int datanodes) throws Exception {
        SmallCluster.await("the topology is known", () -> runtime.state()
                .filter(state -> state.topology().hosts().size() == datanodes)
                .isPresent());
        Thread feeder = new Thread(this::feed, "feeder");
        feeder.setDaemon(true);
        feeder.start();
        List<Double> stock = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        for (int round = -1; round < rounds; round++) {
            boolean oursFirst = round % 2 == 0;
            for (int turn = 0; turn < 2; turn++) {
                boolean enforce = oursFirst == (turn == 0);
                Files.writeString(modes, enforce ? "all: enforce\n" : "all: off\n");
                String wanted = enforce ? "enforce" : "off";
                SmallCluster.await("mode", () -> runtime.modes().write().label().equals(wanted));
                System.gc();
                double rate = files / seconds("/" + wanted + round, files, threads);
                if (round >= 0) {
                    (enforce ? ours : stock).add(rate);
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "{\"datanodes\": %d, \"threads\": %d, \"files\": %d, \"stock\": %s, \"enforce\": %s, \"ratio\": %.3f}%n",
                datanodes,
                threads,
                files,
                stock,
                ours,
                median(ours) / median(stock));
        System.out.println(new String(runtime.metrics().text(), StandardCharsets.UTF_8));
    }

    private double seconds(String directory, int files, int threads) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Callable<Void>> work = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            work.add(() -> {
                for (int i = number; i < files; i += threads) {
                    String path = directory + "/" + number + "/f" + i;
                    String client = "client" + number;
                    rpc.create(
                            path,
                            FsPermission.getDefault(),
                            client,
                            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                            true,
                            (short) 3,
                            BLOCK,
                            null,
                            null,
                            null);
                    rpc.addBlock(path, client, null, null, 0, null, null);
                }
                return null;
            });
        }
        long start = System.nanoTime();
        for (Future<Void> done : pool.invokeAll(work)) {
            done.get();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        pool.shutdown();
        return seconds;
    }

    /** A view a second, with every link at a load of its own. */
    private void feed() {
        Random random = new Random(1);
        while (true) {
            runtime.state().ifPresent(state -> runtime.observe(view(state.topology(), random)));
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private ClusterView view(Topology topology, Random random) {
        double[] load = new double[topology.links().size()];
        Arrays.setAll(
                load, link -> random.nextDouble() * topology.links().get(link).bytesPerSecond());
        long[] at = new long[load.length];
        Arrays.fill(at, System.nanoTime());
        Origin[] origins = new Origin[load.length];
        Arrays.fill(origins, Origin.HOST);
        NodeStatus[] statuses = new NodeStatus[topology.nodes().size()];
        Arrays.fill(statuses, NodeStatus.NONE);
        return new ClusterView(topology, version++, Staleness.STANDARD, load, load.clone(), at, origins, statuses);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
