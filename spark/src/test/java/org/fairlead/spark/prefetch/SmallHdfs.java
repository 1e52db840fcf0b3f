// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.spark.SparkConf;
import org.fairlead.spark.read.PlacedFileSystem;

/** A real NameNode with DataNodes h1 to h3, and requests for blocks of its files. */
public final class SmallHdfs implements AutoCloseable {
    public static final int BLOCK = 1 << 20;

    private static final List<String> HOSTS = List.of("h1", "h2", "h3");

    private final MiniDFSCluster hdfs;
    private long requests;

    private SmallHdfs(MiniDFSCluster hdfs) {
        this.hdfs = hdfs;
    }

    /** @param conf of all daemons, over what is usual */
    public static SmallHdfs start(Path directory, Configuration conf) throws IOException {
        Configuration all = new HdfsConfiguration();
        conf.forEach(entry -> all.set(entry.getKey(), entry.getValue()));
        all.set("hdfs.minidfs.basedir", directory.toString());
        all.setLong("dfs.blocksize", all.getLong("small.blocksize", BLOCK));
        all.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(all)
                .numDataNodes(HOSTS.size())
                .hosts(HOSTS.toArray(String[]::new))
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        return new SmallHdfs(hdfs);
    }

    public MiniDFSCluster daemons() {
        return hdfs;
    }

    public Configuration conf() {
        return hdfs.getConfiguration(0);
    }

    /** As its administrator, past everything of ours. */
    public DistributedFileSystem stock() throws IOException {
        return hdfs.getFileSystem();
    }

    /** As a task has it, made now. */
    public FileSystem ofTasks() throws IOException {
        return ofTasks(conf());
    }

    public FileSystem ofTasks(Configuration from) throws IOException {
        Configuration tasks = new Configuration(from);
        PlacedFileSystem.install(new SparkConf(false), tasks);
        return FileSystem.newInstance(hdfs.getURI(), tasks);
    }

    /** Random bytes that another seed gives otherwise. */
    public static byte[] content(int bytes, long seed) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return content;
    }

    public void write(String path, byte[] content) throws IOException {
        try (OutputStream out = stock().create(new org.apache.hadoop.fs.Path(path), (short) HOSTS.size())) {
            out.write(content);
        }
    }

    /** Whole blocks of a file, each from one host. */
    public List<ExtentRequest> requests(String path, String source) throws IOException {
        List<ExtentRequest> all = new ArrayList<>();
        for (LocatedBlock block : blocks(path)) {
            all.add(request(path, block, 0, block.getBlockSize(), source));
        }
        return all;
    }

    public List<LocatedBlock> blocks(String path) throws IOException {
        return stock().getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks();
    }

    /** A part of a block. */
    public ExtentRequest request(String path, LocatedBlock block, long offset, long length, String source) {
        BlockKey key = new BlockKey(
                block.getBlock().getBlockPoolId(),
                block.getBlock().getBlockId(),
                block.getBlock().getGenerationStamp());
        return new ExtentRequest(
                requests++,
                hdfs.getURI().toString(),
                path,
                block.getStartOffset(),
                block.getBlockSize(),
                new Extent(key, offset, length),
                source,
                1000,
                0);
    }

    /** Waits for something that is going to be. */
    public static void soon(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.call()) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            Thread.sleep(5);
        }
    }

    /** A count of a store's. */
    public static long count(ExecutorStore store, PrefetchCount count) {
        return count.in(store.counted());
    }

    /** All counts with their names, as a description. */
    static String counts(ExecutorStore store) {
        long[] counted = store.counted();
        return Arrays.stream(PrefetchCount.values())
                .map(count -> count.label() + "=" + count.in(counted))
                .toList()
                .toString();
    }

    @Override
    public void close() {
        hdfs.shutdown();
    }
}
