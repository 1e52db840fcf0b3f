// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.VersionInfo;

/** What runs on the class path of another Hadoop: places, reads and writes, and prints {@code ok} and the version. */
final class OlderHadoopProbe {
    private OlderHadoopProbe() {}

    public static void main(String[] args) throws Exception {
        boolean well = false;
        try (SmallCluster cluster = SmallCluster.start(Files.createTempDirectory("older-hadoop"), Map.of())) {
            cluster.feed("h4", "h5", "h7");
            List<String> targets = cluster.place("h1");
            cluster.feed("h4", "h5");
            DatanodeInfo[] nodes = {cluster.datanode("h4"), cluster.datanode("h5"), cluster.datanode("h8")};
            cluster.datanodes().getNetworkTopology().sortByDistance(cluster.datanode("h1"), nodes, 3, null);
            FileSystem files = cluster.dfs.getFileSystem();
            Path path = new Path("/file");
            byte[] content = DFSTestUtil.generateSequentialBytes(0, (int) SmallCluster.BLOCK + 1);
            try (OutputStream out = files.create(path)) {
                out.write(content);
            }
            long read;
            try (InputStream in = files.open(path)) {
                read = in.readAllBytes().length;
            }
            SmallCluster.await("transfers end", () -> cluster.runtime().ledger().inFlight() == 0);
            well = targets.size() == 3
                    && targets.stream().noneMatch(List.of("h4", "h5", "h7")::contains)
                    && nodes[0].getHostName().equals("h8")
                    && read == content.length
                    && cluster.runtime().figures().count(DecisionCounters.Outcome.ENFORCED, DecisionCounters.Kind.WRITE)
                            >= 2;
            System.out.println((well ? "ok " : "wrong " + targets) + VersionInfo.getVersion());
        }
        System.exit(well ? 0 : 1);
    }
}
