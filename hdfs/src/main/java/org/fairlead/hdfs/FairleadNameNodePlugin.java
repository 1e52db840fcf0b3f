// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.ServicePlugin;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and stops everything of ours in a NameNode; {@code dfs.namenode.plugins}. A configuration that cannot be used is one
 * error in the log, and the NameNode runs on as stock.
 */
public class FairleadNameNodePlugin extends Configured implements ServicePlugin {
    private final Logger log;
    private static final long STANDARD_BLOCK_BYTES = 128L << 20;

    private DecisionRuntime runtime;
    private ClusterWatch watch;

    /** Hadoop makes it. */
    public FairleadNameNodePlugin() {
        this(LoggerFactory.getLogger(FairleadNameNodePlugin.class));
    }

    FairleadNameNodePlugin(Logger log) {
        this.log = log;
    }

    @Override
    public synchronized void start(Object service) {
        NameNode nameNode = (NameNode) service;
        try {
            PolicyRegistry.installed().leftOut().forEach(what -> log.warn("Fairlead leaves out {}", what));
            HdfsPluginSettings settings = HdfsPluginSettings.from(getConf());
            DatanodeManager datanodes =
                    nameNode.getNamesystem().getBlockManager().getDatanodeManager();
            long blockBytes = getConf().getLongBytes("dfs.blocksize", STANDARD_BLOCK_BYTES);
            runtime =
                    new DecisionRuntime(settings, blockBytes, path -> closedLength(nameNode, path), TimeSource.SYSTEM);
            watch = new ClusterWatch(
                    runtime, datanodes, nameNode.getNameNodeAddressHostPortString(), () -> heartbeatMillis(getConf()));
            watch.start();
            NameNodeRuntimes.attach(datanodes.getNetworkTopology(), runtime);
            log.warn(
                    "Fairlead is on: {}, policy {}, {}",
                    runtime.modes().words(),
                    settings.policy(),
                    watch.sourceText());
        } catch (IllegalArgumentException | InvalidFileException | IOException e) {
            off(e.getMessage());
            stop();
        } catch (RuntimeException | LinkageError e) {
            off("it could not be started: " + e);
            log.info("Why Fairlead could not be started", e);
            stop();
        }
    }

    private void off(String why) {
        log.warn("Fairlead is off, the NameNode runs as stock: {}", why);
    }

    @Override
    public synchronized void stop() {
        if (runtime != null) {
            NameNodeRuntimes.detach(runtime);
        }
        if (watch != null) {
            watch.close();
            watch = null;
        }
        if (runtime != null) {
            runtime.close();
            runtime = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** For tests: what the started plug-in runs on. */
    synchronized DecisionRuntime runtime() {
        return runtime;
    }

    /** Between two heartbeats of a DataNode; at least 1. The NameNode's own getter has whole seconds, so 0 below one. */
    static long heartbeatMillis(Configuration conf) {
        return Math.max(1, conf.getTimeDuration("dfs.heartbeat.interval", 3, TimeUnit.SECONDS, TimeUnit.MILLISECONDS));
    }

    private static OptionalLong closedLength(NameNode nameNode, String path) throws IOException {
        if (!nameNode.isActiveState()) {
            throw new IOException("this NameNode is not active");
        }
        if (!nameNode.getRpcServer().isFileClosed(path)) {
            return OptionalLong.empty();
        }
        HdfsFileStatus status = nameNode.getRpcServer().getFileInfo(path);
        return OptionalLong.of(status == null ? 0 : status.getLen());
    }
}
