// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.spark.SparkConf;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.status.RunningTasks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS as it is, but that a task reads the replica that it was placed for, or none that gives slowly, and that what its streams have read is counted while they
 * read, and from whom. All of Hadoop's own code runs; only its client asks for the places of blocks through {@link PlacedClient}. Where that
 * cannot be set in its place, everything is stock.
 */
public final class PlacedFileSystem extends DistributedFileSystem {
    private static final Logger LOG = LoggerFactory.getLogger(PlacedFileSystem.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final String KEY = "fs.hdfs.impl";
    private static final boolean WATCHES = canWatch();

    /** Says how a client that is made from now on is configured. */
    private static volatile UnaryOperator<Configuration> clientConfigurations = UnaryOperator.identity();

    /**
     * Has this class serve {@code hdfs://} in an application. Where somebody needs HDFS before or without our jar, only the tasks'
     * configuration names it: executors that fetch jars from HDFS, of which ours may be one, and YARN's application master beside a driver
     * elsewhere, which gets the application's settings and none of its jars.
     *
     * @param tasks the configuration that tasks get
     */
    public static void install(SparkConf conf, Configuration tasks) {
        if (!tasks.get(KEY, DistributedFileSystem.class.getName()).equals(DistributedFileSystem.class.getName())) {
            return; // somebody's own
        }
        tasks.set(KEY, PlacedFileSystem.class.getName());
        String fetched = conf.get("spark.jars", "") + conf.get("spark.files", "") + conf.get("spark.archives", "");
        if (!fetched.contains("hdfs:") && !conf.get("spark.master", "").equals("yarn")) {
            conf.set("spark.hadoop." + KEY, PlacedFileSystem.class.getName());
        }
    }

    /** Whether this class serves {@code hdfs://} by a configuration. */
    public static boolean isInstalled(Configuration tasks) {
        return PlacedFileSystem.class.getName().equals(tasks.get(KEY));
    }

    /**
     * Has all clients of this process that are made from now on configured otherwise.
     *
     * @param change gives a configuration of its own, or the given one untouched
     */
    public static void configureClients(UnaryOperator<Configuration> change) {
        clientConfigurations = change;
    }

    /** Whether Hadoop's class has the field that is relied on. */
    public static boolean isSupported() {
        try {
            return clientField().getType() == DFSClient.class;
        } catch (NoSuchFieldException | RuntimeException e) {
            return false;
        }
    }

    private static boolean canWatch() {
        try {
            return SourceWatch.isSupported() && WatchedStream.isSupported();
        } catch (LinkageError e) {
            return false; // an older Hadoop, whose streams can do less
        }
    }

    private static Field clientField() throws NoSuchFieldException {
        Field field = DistributedFileSystem.class.getDeclaredField("dfs");
        field.setAccessible(true);
        return field;
    }

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        super.initialize(uri, conf);
        DFSClient stock = getClient();
        try {
            Field client = clientField();
            client.set(this, placedClient(uri, conf));
            stock.close();
        } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
            RARE_LOG.warn("client", "Tasks read the replicas that HDFS's own order says", e);
        }
    }

    /** Hadoop loads classes that its configuration names by the thread's loader, which need not know of ours. */
    private PlacedClient placedClient(URI uri, Configuration conf) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Configuration changed = clientConfigurations.apply(conf);
        if (changed == conf) {
            return new PlacedClient(uri, conf, statistics, TimeSource.SYSTEM);
        }
        thread.setContextClassLoader(PlacedFileSystem.class.getClassLoader());
        try {
            return new PlacedClient(uri, changed, statistics, TimeSource.SYSTEM);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        return watched(counted(super.open(file, bufferSize)));
    }

    @Override
    public FSDataInputStream open(PathHandle file, int bufferSize) throws IOException {
        return watched(counted(super.open(file, bufferSize)));
    }

    private static FSDataInputStream counted(FSDataInputStream in) {
        try {
            if (in instanceof HdfsDataInputStream stream) {
                RunningTasks.current().ifPresent(task -> {
                    ReadStatistics statistics = stream.getReadStatistics();
                    task.reads(statistics::getTotalBytesRead);
                });
            }
        } catch (RuntimeException | LinkageError e) {
            RARE_LOG.warn("count", "A stream's bytes are not counted while it reads", e);
        }
        return in;
    }

    /** A stream of a task that reads by what it has been given changes its source while it reads. */
    private FSDataInputStream watched(FSDataInputStream in) {
        try {
            if (WATCHES
                    && in.getClass() == HdfsDataInputStream.class
                    && in.getWrappedStream() instanceof DFSInputStream stream
                    && stream.getClass() == DFSInputStream.class
                    && PlacedSource.ofThisTask()
                            .filter(PlacedSource::isByObservation)
                            .isPresent()) {
                return new WatchedDataStream(stream, new SourceWatch(stream, getClient(), TimeSource.SYSTEM));
            }
        } catch (RuntimeException | LinkageError e) {
            RARE_LOG.warn("watch", "A stream stays with its DataNodes", e);
        }
        return in;
    }
}
