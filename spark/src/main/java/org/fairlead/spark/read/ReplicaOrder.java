// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.spark.TaskContext;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.profile.ReadTimes;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.AvoidedHosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which replica of a block is tried first.
 *
 * <p><b>Goals.</b> A task reads from the host that it was placed to read from; one that was placed for none leaves DataNodes that give slowly.
 *
 * <p><b>Constraints.</b> No read fails, or loses a replica that it could fall back to: the others keep the NameNode's order. Striped
 * blocks stay as they are: all their parts are read. Without a placed source, or when anything is odd, nothing changes.
 *
 * <p><b>Algorithm.</b> In each block's list the replica on the placed host comes first, the others stay as they are. Without one, {@link ReadTimes} choose by what this process has read from their DataNodes, and by which hosts were slow when the task was launched ({@link SlowHosts}); a {@link SourceWatch} has them choose again while a block is read.
 *
 * <p><b>Example.</b> Replicas on h1, h4, h7 as the NameNode sorted them; the task was placed to read from h7: h7, h1, h4.
 */
final class ReplicaOrder {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaOrder.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);

    /** Blocks of which another replica was put first than the NameNode had; of all file systems in this process. */
    static final LongAdder CHANGED = new LongAdder();

    /** What went wrong, and was left to stock. */
    static final LongAdder FAILED = new LongAdder();

    private ReplicaOrder() {}

    /** Changes the order in place, for the task whose thread this is. */
    static LocatedBlocks forThisTask(LocatedBlocks located, TimeSource time) {
        try {
            if (located != null) {
                PlacedSource.ofThisTask().ifPresent(source -> prefer(source, located, time.nanoTime()));
            }
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
        return located;
    }

    /** The same of replicas that no stream of HDFS reads; the given list stays, and nothing is counted. */
    static List<DatanodeInfo> forThisTask(List<DatanodeInfo> replicas, long blockId, TimeSource time) {
        DatanodeInfo[] sorted = replicas.toArray(DatanodeInfo[]::new);
        try {
            SlowHosts slow = SlowHosts.ofThisTask().orElse(SlowHosts.NONE);
            PlacedSource.ofThisTask().ifPresent(source -> sort(sorted, blockId, source, slow, time.nanoTime()));
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
        return List.of(sorted);
    }

    private static void failed(Throwable cause) {
        FAILED.increment();
        RARE_LOG.warn("order", "Replicas stay in the NameNode's order", cause);
    }

    private static void prefer(PlacedSource source, LocatedBlocks located, long nowNanos) {
        SlowHosts slow = SlowHosts.ofThisTask().orElse(SlowHosts.NONE);
        List<LocatedBlock> blocks = located.getLocatedBlocks();
        blocks.forEach(block -> prefer(source, slow, block, nowNanos));
        LocatedBlock last =
                located.getLastLocatedBlock(); // of a file that is whole it is listed, too, and read from there
        if (last != null && blocks.stream().noneMatch(block -> block.getBlock().equals(last.getBlock()))) {
            prefer(source, slow, last, nowNanos);
        }
    }

    private static void prefer(PlacedSource source, SlowHosts slow, LocatedBlock block, long nowNanos) {
        if (!block.isStriped() && sort(block.getLocations(), block.getBlock().getBlockId(), source, slow, nowNanos)) {
            changed(block, source.isByObservation());
        }
    }

    /** @return whether another replica is the first one now */
    private static boolean sort(
            DatanodeInfo[] replicas, long blockId, PlacedSource source, SlowHosts slow, long nowNanos) {
        if (replicas.length < 2) {
            return false;
        }
        int place = source.isByObservation() ? chosen(blockId, replicas, slow, nowNanos) : placed(replicas, source);
        if (place == 0) {
            return false;
        }
        putFirst(replicas, place);
        return true;
    }

    /** The replica on the placed host; the first one where there is none. */
    private static int placed(DatanodeInfo[] replicas, PlacedSource source) {
        for (int place = 0; place < replicas.length; place++) {
            if (source.isAt(replicas[place])) {
                return place;
            }
        }
        return 0;
    }

    private static void putFirst(DatanodeInfo[] replicas, int place) {
        Collections.rotate(Arrays.asList(replicas).subList(0, place + 1), 1);
    }

    private static void changed(LocatedBlock block, boolean isAvoided) {
        block.updateCachedStorageInfo();
        CHANGED.increment();
        if (isAvoided) {
            AvoidedHosts.read();
        }
    }

    /**
     * Has a replica of a block read first from now on, since the DataNode of another one gives slowly.
     *
     * @param place of the replica in the block's list; the first where another connection is left for it
     */
    static void avoid(LocatedBlock block, int place) {
        putFirst(block.getLocations(), place);
        changed(block, true);
    }

    private static int chosen(long blockId, DatanodeInfo[] replicas, SlowHosts slow, long nowNanos) {
        long attempt = TaskContext.get().taskAttemptId();
        return DataNodeTimes.choose(
                Arrays.stream(replicas).map(DatanodeID::getHostName).toList(),
                Arrays.stream(replicas).mapToDouble(slow::paceOf).toArray(),
                nowNanos,
                Draw.mixed(blockId, attempt));
    }
}
