// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.spark.SparkConf;
import org.fairlead.spark.read.PlacedFileSystem;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real NameNode with DataNodes h1 to h3, and requests for blocks of its files. In a field with {@code @RegisterExtension} all tests of a class share it. */
public final class SmallHdfs implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
    public static final int BLOCK = 1 << 20;

    private static final List<String> HOSTS = List.of("h1", "h2", "h3");

    private final Builder setting;
    private Path ownDirectory;
    private MiniDFSCluster hdfs;
    private long requests;

    private SmallHdfs(Builder setting) {
        this.setting = setting;
    }

    /** What a test says of it before it starts: by default its daemons are as usual, its blocks have {@link #BLOCK} bytes, and it has no file. */
    public static final class Builder {
        private final Configuration conf = new HdfsConfiguration();
        private final Map<String, byte[]> files = new LinkedHashMap<>();
        private final Map<String, Configuration> ofDataNodes = new HashMap<>();

        private Builder() {
            conf.setLong("dfs.blocksize", BLOCK);
            conf.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
        }

        /** Of all daemons. */
        public Builder set(String key, String value) {
            conf.set(key, value);
            return this;
        }

        /** Whose DataNode gives no more to all its readers together. */
        public Builder slow(String host, long bytesPerSecond) {
            Configuration slow = new Configuration(false);
            slow.setLong("dfs.datanode.data.read.bandwidthPerSec", bytesPerSecond);
            ofDataNodes.put(host, slow);
            return this;
        }

        /** That is there from the beginning. */
        public Builder file(String path, byte[] content) {
            files.put(path, content);
            return this;
        }

        /** JUnit starts it in a directory of its own, and ends it. */
        public SmallHdfs shared() {
            return new SmallHdfs(this);
        }

        public SmallHdfs start(Path directory) throws IOException {
            SmallHdfs started = new SmallHdfs(this);
            started.startIn(directory);
            return started;
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** With what is usual. */
    public static SmallHdfs start(Path directory) throws IOException {
        return builder().start(directory);
    }

    private void startIn(Path directory) throws IOException {
        Configuration conf = new Configuration(setting.conf);
        conf.set("hdfs.minidfs.basedir", directory.toString());
        hdfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(HOSTS.size())
                .hosts(HOSTS.toArray(String[]::new))
                .dataNodeConfOverlays(HOSTS.stream()
                        .map(host -> setting.ofDataNodes.getOrDefault(host, new Configuration(false)))
                        .toArray(Configuration[]::new))
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        for (Map.Entry<String, byte[]> file : setting.files.entrySet()) {
            write(file.getKey(), file.getValue());
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        ownDirectory = Files.createTempDirectory("small-hdfs");
        startIn(ownDirectory);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
        FileUtil.fullyDelete(ownDirectory.toFile());
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

    /** An executor whose tasks read from here. */
    public FetchingExecutor.Builder executor() {
        return new FetchingExecutor.Builder(conf(), this::ofTasks);
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

    @Override
    public void close() {
        hdfs.shutdown();
    }
}
