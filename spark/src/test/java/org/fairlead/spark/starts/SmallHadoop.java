// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** HDFS and YARN in this process, and the directory of configuration by which programs find them. YARN's containers are processes. */
final class SmallHadoop implements AutoCloseable {
    private static final int NODES = 2;

    private final Path directory;
    private final MiniDFSCluster hdfs;
    private final MiniYARNCluster yarn;

    SmallHadoop(Path directory) throws IOException {
        this.directory = directory;
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.resolve("hdfs").toString());
        hdfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(NODES)
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        hdfs.getConfiguration(0).unset("net.topology.node.switch.mapping.impl"); // a class of tests
        System.setProperty("test.build.data", directory.resolve("yarn").toString());
        yarn = new MiniYARNCluster("starts", NODES, 1, 1);
        yarn.init(ofYarn(hdfs.getConfiguration(0)));
        yarn.start();
        Path configuration = Files.createDirectory(configuration());
        write(hdfs.getConfiguration(0), configuration.resolve("core-site.xml"));
        write(yarn.getConfig(), configuration.resolve("yarn-site.xml"));
    }

    private static Configuration ofYarn(Configuration hdfs) {
        YarnConfiguration conf = new YarnConfiguration(hdfs);
        conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
        conf.setInt(YarnConfiguration.NM_PMEM_MB, 4096);
        conf.setBoolean(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, false);
        conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
        conf.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
        conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_CONTROL_RESOURCE_MONITORING, false);
        // The file that has them comes with Hadoop, and not with its clusters for tests.
        String queues = "yarn.scheduler.capacity.";
        conf.set(queues + "root.queues", "default");
        conf.set(queues + "root.default.capacity", "100");
        conf.set(queues + "root.default.maximum-capacity", "100");
        conf.set(queues + "root.default.user-limit-factor", "4");
        conf.set(queues + "root.default.state", "RUNNING");
        conf.set(queues + "root.default.acl_submit_applications", "*");
        conf.set(queues + "maximum-am-resource-percent", "1.0");
        return conf;
    }

    private static void write(Configuration conf, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
    }

    /** What {@code HADOOP_CONF_DIR} is to name. */
    Path configuration() {
        return directory.resolve("conf");
    }

    /** What containers have said. */
    List<Path> logs() throws IOException {
        try (var files = Files.walk(directory.resolve("yarn"))) {
            return files.filter(file -> file.endsWith("stderr") || file.endsWith("stdout"))
                    .toList();
        }
    }

    /** Makes a directory in HDFS, and returns its address. */
    String makeDirectory(String name) throws IOException {
        hdfs.getFileSystem().mkdirs(new org.apache.hadoop.fs.Path("/" + name));
        return hdfs.getURI() + "/" + name;
    }

    /** Makes a file in HDFS, and returns its address. */
    String store(String name, byte[] content) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/" + name);
        try (OutputStream out = hdfs.getFileSystem().create(path, (short) NODES)) {
            out.write(content);
        }
        return hdfs.getURI() + "/" + name;
    }

    @Override
    public void close() {
        yarn.stop();
        hdfs.shutdown();
        FileUtil.fullyDelete(directory.resolve("hdfs").toFile());
    }
}
