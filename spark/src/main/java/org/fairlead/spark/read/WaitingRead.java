// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.fairlead.protocol.time.TimeSource;

/**
 * One call of a stream, on the thread that makes it: while it waits for a DataNode {@link LeavingReads} ask whether to go on, and its {@link SourceWatch} decides. It may leave one DataNode after the
 * other. What HDFS's stream calls dead when it is left is no longer called so after the call.
 */
final class WaitingRead {
    /** In place of the position: that of the stream. */
    static final long IN_ORDER = -1;

    /** For which a DataNode that was left is not waited for, over none of its connections that HDFS keeps. Who comes back to it later has found no other, and waits. */
    private static final long LEFT_NANOS = 1_000_000_000L;

    private static final ThreadLocal<WaitingRead> OF_THIS_THREAD = new ThreadLocal<>();

    private final SourceWatch watch;
    private final long position;
    private final TimeSource time;
    private Map<DatanodeID, Left> left = Map.of();

    /** @param wasDead whether the stream called it dead before */
    private record Left(DatanodeInfo datanode, long atNanos, boolean wasDead) {}

    private WaitingRead(SourceWatch watch, long position, TimeSource time) {
        this.watch = watch;
        this.position = position;
        this.time = time;
    }

    /** This thread reads until it {@link #ends}. */
    static void begins(SourceWatch watch, long position, TimeSource time) {
        OF_THIS_THREAD.set(new WaitingRead(watch, position, time));
    }

    static void ends() {
        WaitingRead read = OF_THIS_THREAD.get();
        if (read != null) {
            OF_THIS_THREAD.set(null);
            for (Left each : read.left.values()) {
                if (!each.wasDead) {
                    read.watch.guarded(() -> read.watch.takeBack(each.datanode));
                }
            }
        }
    }

    /** What this thread reads just now, if a DataNode may be left while it waits. */
    static Optional<WaitingRead> ofThisThread() {
        WaitingRead read = OF_THIS_THREAD.get();
        return read == null || read.watch.hasFailed() ? Optional.empty() : Optional.of(read);
    }

    /**
     * Whether a DataNode is waited for no longer. Its connection is then to fail.
     *
     * @param waited seconds for which the next bytes did not come
     */
    boolean stopsWaiting(DatanodeID datanode, double waited) {
        if (waited > 0 && !left.containsKey(datanode)) {
            watch.guarded(() -> leave(datanode, waited));
        }
        Left known = left.get(datanode);
        return known != null && time.nanoTime() - known.atNanos < LEFT_NANOS;
    }

    private void leave(DatanodeID datanode, double waited) throws IOException, ReflectiveOperationException {
        Optional<DatanodeInfo> from = watch.leavesWaiting(position, datanode, waited, left.keySet());
        if (from.isPresent()) {
            Map<DatanodeID, Left> more = new HashMap<>(left);
            more.put(datanode, new Left(from.get(), time.nanoTime(), watch.isDead(from.get())));
            left = more;
        }
    }
}
