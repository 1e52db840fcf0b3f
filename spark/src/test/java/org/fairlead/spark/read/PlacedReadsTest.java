// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.spark.SparkConf;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a real NameNode with real DataNodes h1 to h3, each of which has all blocks: by whom each way of reading is served. */
@Tag("long")
class PlacedReadsTest {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 12;
    private static final String[] HOSTS = {"h1", "h2", "h3"};
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");
    private static final byte[] CONTENT = new byte[BLOCKS * BLOCK - 1000];

    @TempDir
    private static Path directory;

    private static MiniDFSCluster hdfs;
    private static FileSystem files;

    @BeforeAll
    static void start() throws Exception {
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.toString());
        conf.setLong("dfs.blocksize", BLOCK);
        hdfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(HOSTS.length)
                .hosts(HOSTS)
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        new Random(7).nextBytes(CONTENT);
        try (OutputStream out = hdfs.getFileSystem().create(FILE, (short) HOSTS.length)) {
            out.write(CONTENT);
        }
        files = open(hdfs.getConfiguration(0));
    }

    /** With a prefetch of two blocks, so that most blocks are asked for while the stream reads. */
    private static FileSystem open(Configuration cluster) throws IOException {
        Configuration conf = new Configuration(cluster);
        PlacedFileSystem.install(new SparkConf(false), conf);
        conf.setLong("dfs.client.read.prefetch.size", 2L * BLOCK);
        return FileSystem.newInstance(hdfs.getURI(), conf);
    }

    @AfterAll
    static void stop() throws IOException {
        files.close();
        hdfs.shutdown();
    }

    @AfterEach
    void noTask() {
        TaskThread.leave();
    }

    private static void placedAt(String... names) {
        TaskThread.enter(PlacedSource.with(null, List.of(names)));
    }

    @ParameterizedTest
    @EnumSource(ReadingWay.class)
    void everyWayOfReadingIsServedByThePlacedHost(ReadingWay way) throws Exception {
        for (String host : HOSTS) {
            placedAt("elsewhere", host);
            Map<String, Long> before = ServedBytes.of(hdfs);
            way.read(files, FILE, CONTENT);
            Map<String, Long> served = ServedBytes.since(before, hdfs, CONTENT.length);
            for (String other : HOSTS) {
                if (other.equals(host)) {
                    assertThat(served.get(other)).isGreaterThanOrEqualTo(CONTENT.length);
                } else {
                    assertThat(served.get(other)).as("by " + other).isZero();
                }
            }
        }
        assertThat(ReplicaOrder.FAILED.sum()).isZero();
    }

    @Test
    void aHostIsKnownByAnyOfItsNames() throws Exception {
        DataNode third = hdfs.getDataNodes().get(2);
        placedAt(third.getDatanodeId().getXferAddr());
        String name = third.getDatanodeId().getHostName();
        Map<String, Long> before = ServedBytes.of(hdfs);
        ReadingWay.IN_ORDER.read(files, FILE, CONTENT);
        assertThat(ServedBytes.since(before, hdfs, CONTENT.length).get(name)).isGreaterThanOrEqualTo(CONTENT.length);
    }

    @Test
    void whatATaskReadsIsCountedWhileItReads() throws Exception {
        placedAt("h2");
        TaskThread.count();
        try (FSDataInputStream in = files.open(FILE)) {
            in.readFully(new byte[BLOCK]);
            assertThat(TaskThread.bytesRead()).isEqualTo(BLOCK);
            in.readFully(5L * BLOCK, new byte[1000]);
            assertThat(TaskThread.bytesRead()).isEqualTo(BLOCK + 1000);
        }
        try (FSDataInputStream in = files.open(FILE)) {
            in.readFully(new byte[17]);
        }
        assertThat(TaskThread.bytesRead()).isGreaterThanOrEqualTo(BLOCK + 1017);
    }

    @Test
    void theOrderOfTheOthersAndTheirStorageStay() throws Exception {
        var stock = hdfs.getFileSystem().getClient().getLocatedBlocks(FILE.toString(), 0, Long.MAX_VALUE);
        placedAt("h2");
        var placed = ((DistributedFileSystem) files).getClient().getLocatedBlocks(FILE.toString(), 0, Long.MAX_VALUE);
        assertThat(placed.getLocatedBlocks()).hasSameSizeAs(stock.getLocatedBlocks());
        placed.getLocatedBlocks().forEach(block -> {
            assertThat(block.getLocations()[0].getHostName()).isEqualTo("h2");
            for (int i = 0; i < block.getLocations().length; i++) {
                assertThat(block.getStorageIDs()[i]).isEqualTo(block.getLocations()[i].getStorageID());
            }
        });
    }

    @Test
    void withoutATaskOrWithAnUnknownSourceStockDecides() throws Exception {
        long changed = ReplicaOrder.CHANGED.sum();
        ReadingWay.IN_ORDER.read(files, FILE, CONTENT);
        placedAt("nowhere");
        ReadingWay.BY_POSITION.read(files, FILE, CONTENT);
        TaskThread.enter(PlacedSource.with(null, List.of()));
        ReadingWay.BY_RANGES.read(files, FILE, CONTENT);
        assertThat(ReplicaOrder.CHANGED.sum()).isEqualTo(changed);
    }

    @Test
    void whenThePlacedHostIsDeadTheOthersServe() throws Exception {
        placedAt("h1");
        MiniDFSCluster.DataNodeProperties stopped = hdfs.stopDataNode(0);
        try {
            for (ReadingWay way : ReadingWay.values()) {
                way.read(files, FILE, CONTENT);
            }
        } finally {
            hdfs.restartDataNode(stopped, true);
            hdfs.waitActive();
        }
    }

    @Test
    void aTasksPropertiesAreItsOwn() {
        var shared = new Properties();
        shared.setProperty("spark.scheduler.pool", "small");
        var placed = PlacedSource.with(shared, List.of("h1", "10.0.0.1"));
        assertThat(placed)
                .containsEntry("spark.scheduler.pool", "small")
                .containsEntry("fairlead.source", "h1,10.0.0.1");
        assertThat(shared).doesNotContainKey("fairlead.source");
        assertThat(PlacedSource.with(placed, List.of())).doesNotContainKey("fairlead.source");
    }

    @Test
    void itIsInstalledWhereItCanBeFound() {
        SparkConf conf = new SparkConf(false);
        Configuration tasks = new Configuration(false);
        PlacedFileSystem.install(conf, tasks);
        assertThat(tasks.get("fs.hdfs.impl")).isEqualTo(PlacedFileSystem.class.getName());
        assertThat(conf.get("spark.hadoop.fs.hdfs.impl")).isEqualTo(PlacedFileSystem.class.getName());

        SparkConf fetching = new SparkConf(false).set("spark.jars", "hdfs://nn/fairlead-spark.jar");
        PlacedFileSystem.install(fetching, new Configuration(false));
        assertThat(fetching.contains("spark.hadoop.fs.hdfs.impl"))
                .as("executors could not fetch the jar that it is in")
                .isFalse();

        SparkConf onYarn = new SparkConf(false).setMaster("yarn");
        PlacedFileSystem.install(onYarn, new Configuration(false));
        assertThat(onYarn.contains("spark.hadoop.fs.hdfs.impl"))
                .as("YARN's application master has the settings and not the jar")
                .isFalse();

        Configuration own = new Configuration(false);
        own.set("fs.hdfs.impl", "org.example.OwnFileSystem");
        PlacedFileSystem.install(conf, own);
        assertThat(own.get("fs.hdfs.impl")).isEqualTo("org.example.OwnFileSystem");
        assertThat(PlacedFileSystem.isSupported()).isTrue();
    }
}
