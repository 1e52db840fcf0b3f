// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.SparkConf;
import org.fairlead.spark.source.AvoidedHosts;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real NameNode with real DataNodes h1 to h6, two in each of three racks: where tasks' files come to lie. */
@Tag("long")
class FavoredWritesTest {
    private static final String[] HOSTS = {"h1", "h2", "h3", "h4", "h5", "h6"};
    private static final String[] RACKS = {"/r1", "/r1", "/r2", "/r2", "/r3", "/r3"};
    private static final int FILES = 16;
    private static final int REPLICAS = 3;
    private static final org.apache.hadoop.fs.Path SEEN = new org.apache.hadoop.fs.Path("/seen");

    @TempDir
    private static Path directory;

    private static MiniDFSCluster hdfs;
    private static int directories;
    private DistributedFileSystem files;
    private long written;
    private long failures;

    @BeforeAll
    static void start() throws Exception {
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.toString());
        conf.setInt("dfs.namenode.replication.min", REPLICAS); // a file that is closed has all of its replicas
        hdfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(HOSTS.length)
                .hosts(HOSTS)
                .racks(RACKS)
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        try (OutputStream out = hdfs.getFileSystem().create(SEEN, (short) HOSTS.length)) {
            out.write(1);
        }
    }

    @BeforeEach
    void open() throws IOException {
        Configuration conf = new Configuration(hdfs.getConfiguration(0));
        PlacedFileSystem.install(new SparkConf(false), conf);
        files = (DistributedFileSystem) FileSystem.newInstance(hdfs.getURI(), conf);
        written = AvoidedHosts.filesWritten();
        failures = EndedReads.failures();
    }

    @AfterEach
    void noTask() throws IOException {
        TaskThread.leave();
        files.close();
    }

    @AfterAll
    static void stop() {
        hdfs.shutdown();
    }

    private void hasRead() throws IOException {
        files.open(SEEN).close();
    }

    private static void slow(Map<String, Double> paces) {
        TaskThread.enter(new SlowHosts(HOSTS.length, paces).with(new Properties()));
    }

    private org.apache.hadoop.fs.Path file(int number) {
        return new org.apache.hadoop.fs.Path("/d" + directories + "/f" + number);
    }

    private List<String> write(int number) throws IOException {
        try (OutputStream out = files.create(file(number), (short) REPLICAS)) {
            out.write(number);
        }
        return hosts(number);
    }

    private List<String> hosts(int number) throws IOException {
        BlockLocation[] blocks = files.getFileBlockLocations(file(number), 0, 1);
        return Arrays.stream(blocks[0].getNames())
                .map(name -> hdfs.getDataNodes().stream()
                        .filter(node -> node.getDatanodeId().getXferAddr().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .getDatanodeId()
                        .getHostName())
                .toList();
    }

    /** How many of the files that a task writes have a replica on a host. */
    private int filesOn(String host) throws IOException {
        directories++;
        int on = 0;
        for (int i = 0; i < FILES; i++) {
            List<String> hosts = write(i);
            Set<String> racks = new HashSet<>();
            hosts.forEach(each -> racks.add(RACKS[List.of(HOSTS).indexOf(each)]));
            assertThat(racks).as("racks of %s", hosts).hasSizeGreaterThanOrEqualTo(2);
            assertThat(new HashSet<>(hosts)).hasSize(REPLICAS);
            on += hosts.contains(host) ? 1 : 0;
        }
        return on;
    }

    @Test
    void whatATaskWritesKeepsAwayFromASlowHost() throws IOException {
        hasRead();
        slow(Map.of("h3", 20.0));
        assertThat(filesOn("h3")).isLessThanOrEqualTo(2);
        assertThat(AvoidedHosts.filesWritten() - written).isEqualTo(FILES);
        assertThat(EndedReads.failures()).isEqualTo(failures);
    }

    @Test
    void withoutASlowHostTheNameNodeChooses() throws IOException {
        hasRead();
        directories++;
        slow(Map.of());
        write(1);
        slow(Map.of("elsewhere", 9.0));
        write(2);
        TaskThread.leave();
        write(3);
        assertThat(AvoidedHosts.filesWritten()).isEqualTo(written);
    }

    @Test
    void whoKnowsNoDataNodesLeavesItToTheNameNode() throws IOException {
        slow(Map.of("h3", 20.0));
        directories++;
        write(1);
        assertThat(AvoidedHosts.filesWritten()).isEqualTo(written);
    }

    @Test
    void whoKnowsFewOfManyDataNodesLeavesItToTheNameNode() throws IOException {
        hasRead();
        TaskThread.enter(new SlowHosts(2 * HOSTS.length, Map.of("h3", 20.0)).with(new Properties()));
        directories++;
        write(1);
        assertThat(AvoidedHosts.filesWritten()).isEqualTo(written);
    }

    /** Its replicas are none: the NameNode spreads the parts of a group over racks by itself. */
    @Test
    void filesOfADirectoryWithAnErasureCodeAreLeftToTheNameNode() throws IOException {
        hasRead();
        slow(Map.of("h3", 20.0));
        directories++;
        org.apache.hadoop.fs.Path parent = file(1).getParent();
        files.mkdirs(parent);
        files.enableErasureCodingPolicy("XOR-2-1-1024k");
        files.setErasureCodingPolicy(parent, "XOR-2-1-1024k");
        for (String name : List.of("/f1", "/_temporary/0/_temporary/attempt_1/f2")) {
            files.create(new org.apache.hadoop.fs.Path(parent + name)).close();
        }
        assertThat(AvoidedHosts.filesWritten()).isEqualTo(written);
        assertThat(EndedReads.failures()).isEqualTo(failures);
        directories++;
        files.create(new org.apache.hadoop.fs.Path(parent.getParent(), "d" + directories + "/_temporary/0/f"))
                .close();
        assertThat(AvoidedHosts.filesWritten()).isEqualTo(written + 1);
    }

    @Test
    void whoAsksForSomethingInParticularGetsThat() throws IOException {
        hasRead();
        slow(Map.of("h3", 20.0));
        directories++;
        try (OutputStream out = files.create(
                file(1),
                FsPermission.getFileDefault(),
                EnumSet.of(CreateFlag.CREATE, CreateFlag.IGNORE_CLIENT_LOCALITY),
                4096,
                (short) REPLICAS,
                1 << 20,
                null)) {
            out.write(1);
        }
        try (OutputStream out = files.create(
                file(2),
                FsPermission.getFileDefault(),
                true,
                4096,
                (short) REPLICAS,
                1 << 20,
                null,
                Stream.of(0, 2, 4)
                        .map(place -> hdfs.getDataNodes().get(place).getXferAddress())
                        .toArray(InetSocketAddress[]::new))) {
            out.write(1);
        }
        assertThat(hosts(2)).containsExactlyInAnyOrder("h1", "h3", "h5");
        assertThat(AvoidedHosts.filesWritten()).isEqualTo(written);
    }

    @Test
    void whatNobodyCanReadIsCountedAndWrittenAnyway() throws IOException {
        hasRead();
        Properties odd = new Properties();
        odd.setProperty(SlowHosts.PROPERTY, "h3");
        TaskThread.enter(odd);
        directories++;
        assertThat(write(1)).hasSize(REPLICAS);
        assertThat(EndedReads.failures()).isEqualTo(failures + 1);
    }
}
