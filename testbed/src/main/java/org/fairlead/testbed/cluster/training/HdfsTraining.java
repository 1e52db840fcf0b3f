// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.training;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A NameNode, a DataNode and a client in one JVM on loopback: formats, starts, writes, reads and ends. Server classes are
 * reached by reflection, since the testbed compiles against Hadoop's client only.
 */
public final class HdfsTraining {
    private static final String NAMENODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
    private static final String DATANODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    private static final int FILE_BYTES = 1 << 20;
    private static final int ATTEMPTS = 60;
    private static final int PAUSE_MILLIS = 500;

    private HdfsTraining() {}

    /** @param args one argument: a directory that may be filled */
    public static void main(String[] args) {
        try {
            run(Path.of(args[0]));
            System.exit(0);
        } catch (Exception e) {
            // Exit, since the servers' threads would keep the JVM alive.
            System.err.println("training failed: " + e + ", caused by " + e.getCause());
            System.exit(1);
        }
    }

    private static void run(Path directory) throws Exception {
        // Two daemons in one JVM register the same metrics twice.
        DefaultMetricsSystem.setMiniClusterMode(true);
        Configuration configuration = new Configuration();
        configuration.set("dfs.namenode.name.dir", "file://" + directory.resolve("name"));
        configuration.set("dfs.datanode.data.dir", "file://" + directory.resolve("data"));
        configuration.set("fs.defaultFS", "hdfs://127.0.0.1:0");
        configuration.set("dfs.namenode.rpc-address", "127.0.0.1:0");
        configuration.set("dfs.namenode.http-address", "127.0.0.1:0");
        configuration.set("dfs.datanode.address", "127.0.0.1:0");
        configuration.set("dfs.datanode.ipc.address", "127.0.0.1:0");
        configuration.set("dfs.datanode.http.address", "127.0.0.1:0");
        configuration.set("dfs.replication", "1");
        Class<?> nameNodeClass = Class.forName(NAMENODE);
        nameNodeClass.getMethod("format", Configuration.class).invoke(null, configuration);
        Object nameNode = nameNodeClass
                .getMethod("createNameNode", String[].class, Configuration.class)
                .invoke(null, new String[0], configuration);
        InetSocketAddress rpc = (InetSocketAddress)
                nameNodeClass.getMethod("getNameNodeAddress").invoke(nameNode);
        configuration.set("fs.defaultFS", "hdfs://127.0.0.1:" + rpc.getPort());
        configuration.unset("dfs.namenode.rpc-address");
        Class.forName(DATANODE)
                .getMethod("createDataNode", String[].class, Configuration.class)
                .invoke(null, new String[0], configuration);
        work(configuration);
        InetSocketAddress http =
                (InetSocketAddress) nameNodeClass.getMethod("getHttpAddress").invoke(nameNode);
        URI beans =
                URI.create("http://127.0.0.1:" + http.getPort() + "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo");
        try (InputStream in = beans.toURL().openConnection(Proxy.NO_PROXY).getInputStream()) {
            in.readAllBytes();
        }
    }

    private static void work(Configuration configuration) throws Exception {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/training/file");
        try (FileSystem files = FileSystem.newInstance(configuration)) {
            write(files, file);
            try (var in = files.open(file)) {
                in.readAllBytes();
            }
            files.getFileChecksum(file);
            files.delete(file.getParent(), true);
        }
    }

    /** The DataNode takes a moment to register, and until then there is nowhere to write to. */
    private static void write(FileSystem files, org.apache.hadoop.fs.Path file) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try (var out = files.create(file)) {
                out.write(new byte[FILE_BYTES]);
                return;
            } catch (RemoteException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }
}
