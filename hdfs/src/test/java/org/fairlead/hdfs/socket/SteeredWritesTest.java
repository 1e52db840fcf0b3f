// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.fairlead.network.port.PortTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real client writes to three real DataNodes: which sockets Hadoop has the factory make. */
@Tag("testbed")
@Tag("untimed")
class SteeredWritesTest {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 4;
    private static final int REPLICATION = 3;
    private static final int FIRST = 20_000;
    private static final int PORTS = 64;

    @TempDir
    private Path directory;

    @Test
    void everyHopOfAPipelineIsSteeredAndWhatIsWrittenIsRead() throws Exception {
        Path table = directory.resolve("ports");
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.toString());
        conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
        conf.setLong("dfs.blocksize", BLOCK);
        for (String whose : List.of("ClientProtocol", "default")) {
            conf.set("hadoop.rpc.socket.factory.class." + whose, FairleadSocketFactory.class.getName());
        }
        conf.set(FairleadSocketFactory.FILE, table.toString());
        byte[] content = new byte[BLOCKS * BLOCK];
        new Random(1).nextBytes(content);

        try (MiniDFSCluster dfs =
                new MiniDFSCluster.Builder(conf).numDataNodes(REPLICATION).build()) {
            dfs.waitActive();
            Files.writeString(table, table(dfs.getDataNodes()));
            FairleadSocketFactory factory = new FairleadSocketFactory();
            factory.setConf(conf);
            PortTable.Counts before = factory.counts();
            FileSystem files = dfs.getFileSystem();
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/written");

            try (OutputStream out = files.create(file, (short) REPLICATION)) {
                out.write(content);
            }

            PortTable.Counts after = factory.counts();
            assertThat(after.steered() - before.steered())
                    .as("client to first, first to second, second to third DataNode, for each block")
                    .isEqualTo(BLOCKS * REPLICATION);
            assertThat(after.failed()).isEqualTo(before.failed());
            try (InputStream in = files.open(file)) {
                assertThat(in.readAllBytes()).isEqualTo(content);
            }
        }
    }

    private static String table(List<DataNode> dataNodes) {
        String ports =
                IntStream.range(FIRST, FIRST + PORTS).mapToObj(String::valueOf).collect(Collectors.joining(","));
        String rows = dataNodes.stream()
                .map(each -> "127.0.0.1 " + each.getXferPort() + " " + ports + "\n")
                .collect(Collectors.joining());
        return """
                fairlead-ports 1
                source 127.0.0.1
                lifetime-ms 600000
                """ + rows;
    }
}
