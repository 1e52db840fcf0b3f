// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.SourceName;
import org.fairlead.spark.source.SourceTally;
import org.fairlead.spark.source.TaskSources;
import org.fairlead.spark.source.TimedChannel;
import org.fairlead.spark.status.RunningTasks;

/** How a block that is held in part is read, which no stream of HDFS does: from DataNodes in the order of its task, and counted as what a {@link TimedPeer} gives. Of one reader. */
public final class BesideReads {
    /** All that comes from memory is one source. It was fetched from other hosts. */
    private static final SourceName MEMORY = new SourceName(SourceReads.HDFS, "", false);

    private final Optional<TaskSources> sources;
    private boolean hasAskedMemory;

    private BesideReads(Optional<TaskSources> sources) {
        this.sources = sources;
    }

    /** Of the task whose thread this is, if it is one. */
    public static BesideReads ofThisTask() {
        return new BesideReads(RunningTasks.current().map(task -> task.reading().sources()));
    }

    /**
     * On the thread of the task: the DataNodes of a block as it tries them.
     *
     * @param replicas in the NameNode's order
     */
    public static List<DatanodeInfo> inOrder(List<DatanodeInfo> replicas, long blockId) {
        return ReplicaOrder.forThisTask(replicas, blockId, TimeSource.SYSTEM);
    }

    /** By which waits are measured. */
    public static long now() {
        return TimeSource.SYSTEM.nanoTime();
    }

    /**
     * A DataNode is asked for a part of a block.
     *
     * @return takes note of what it gives
     */
    public TimedChannel.Reads asks(DatanodeInfo datanode) {
        SourceTally ofDataNode = DataNodeTimes.of(datanode.getHostName());
        Optional<SourceTally> ofTask = ofTask(datanode);
        ofDataNode.asked();
        ofTask.ifPresent(SourceTally::asked);
        return (bytes, nanos) -> {
            ofDataNode.gave(bytes, nanos);
            ofTask.ifPresent(tally -> tally.gave(bytes, nanos));
        };
    }

    private Optional<SourceTally> ofTask(DatanodeInfo datanode) {
        try {
            SourceName name = new SourceName(SourceReads.HDFS, datanode.getHostName(), isHere(datanode));
            return sources.map(known -> known.of(name));
        } catch (IOException | RuntimeException | LinkageError e) {
            EndedReads.failed("What a DataNode gives is not counted", e);
            return Optional.empty();
        }
    }

    private static boolean isHere(DatanodeInfo datanode) throws IOException {
        return DFSUtilClient.isLocalAddress(new InetSocketAddress(datanode.getIpAddr(), datanode.getXferPort()));
    }

    /** Memory was read. */
    public void gaveFromMemory(long bytes, long nanos) {
        if (sources.isPresent()) {
            SourceTally tally = sources.get().of(MEMORY);
            if (!hasAskedMemory) {
                hasAskedMemory = true;
                tally.asked();
            }
            tally.gave(bytes, nanos);
        }
    }
}
