// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.spark.TaskContext;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.profile.ReadTimes;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.Given;
import org.fairlead.spark.status.RunningTask;
import org.fairlead.spark.status.RunningTasks;

/**
 * Has one stream of a task read the rest of a block from another DataNode when the one that gives it is slow: {@link ReadTimes} decide, by what the task waited for (see
 * {@link TimedPeer}). Another replica is put first in the block's list, which the stream goes through for its next request. A connection is given up without calling its DataNode
 * dead. A block is left once for each of its other replicas at most. Safe for threads.
 */
final class SourceWatch {
    /** A DataNode sends packets of 64 KiB. */
    private static final long LOOK_BYTES = 64 << 10;

    private static final int LEAST_PIECE_BYTES = 256 << 10;
    private static final int UNKNOWN_PIECE_BYTES = 1 << 20;
    private static final double PIECE_SECONDS = 0.05;

    private static final Optional<Method> BLOCK_AT = blockAt();

    private final DFSInputStream stream;
    private final boolean hedged;
    private final TimeSource time;
    /** What the task had been given by each DataNode when this looked last. */
    private final Map<String, Given> seen = new HashMap<>();

    private boolean failed;
    private long unseenBytes;
    private long blockId;
    private String source = "";
    /** Of this block by this source. */
    private Given given = Given.NOTHING;

    private int left;

    /**
     * On the thread of the task that opened the stream.
     *
     * @param hedged whether reads by position are hedged: these do for themselves what is done here
     */
    SourceWatch(DFSInputStream stream, boolean hedged, TimeSource time) {
        this.stream = stream;
        this.hedged = hedged;
        this.time = time;
        seen.putAll(givenSoFar());
    }

    /** Whether this Hadoop has what is relied on. */
    static boolean isSupported() {
        return BLOCK_AT.isPresent();
    }

    private static Optional<Method> blockAt() {
        try {
            Method method = DFSInputStream.class.getDeclaredMethod("getBlockAt", long.class);
            method.setAccessible(true);
            return method.getReturnType() == LocatedBlock.class ? Optional.of(method) : Optional.empty();
        } catch (NoSuchMethodException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private interface Look {
        void take() throws IOException, ReflectiveOperationException;
    }

    private void guarded(Look look) {
        if (!failed) {
            try {
                look.take();
            } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
                failed = true;
                EndedReads.failed("A stream stays with its DataNodes", e);
            }
        }
    }

    /** After a read in order. */
    synchronized void gave(int bytes) {
        unseenBytes += Math.max(0, bytes);
        if (unseenBytes >= LOOK_BYTES) {
            unseenBytes = 0;
            guarded(this::lookInOrder);
        }
    }

    private void lookInOrder() throws IOException, ReflectiveOperationException {
        synchronized (stream) {
            long position = stream.getPos();
            ExtendedBlock current = stream.getCurrentBlock();
            DatanodeInfo from = stream.getCurrentDatanode();
            if (current == null || from == null || position >= stream.getFileLength()) {
                return;
            }
            LocatedBlock block = blockAt(position);
            if (block.getBlock().equals(current) && leaves(block, from, position)) {
                stream.seek(0); // which gives the block's reader up; the next read makes another one
                stream.seek(position);
            }
        }
    }

    /** After a read by position, which gave so many bytes and ended there. */
    synchronized void gaveUntil(long position, int bytes) {
        if (bytes > 0 && !hedged) {
            guarded(() -> {
                LocatedBlock block = blockAt(position - 1);
                DatanodeInfo[] replicas = block.getLocations();
                if (replicas.length > 0) {
                    leaves(block, replicas[0], position);
                }
            });
        }
    }

    /**
     * How much of what is to be read by position is read before its source may be changed: what takes {@value #PIECE_SECONDS} s at the rate seen so far, so that requests take
     * little of the time; no more than of one block.
     *
     * @param length bytes from there that are to be read
     */
    synchronized int pieceBytes(long position, int length) {
        if (hedged || failed || length <= 2 * LEAST_PIECE_BYTES) {
            return length;
        }
        int[] piece = {length};
        guarded(() -> {
            LocatedBlock block = blockAt(position);
            DatanodeInfo[] replicas = block.getLocations();
            if (replicas.length > 1) {
                long most = Math.min(length, block.getStartOffset() + block.getBlockSize() - position);
                String host = replicas[0].getHostName();
                boolean seenHere = block.getBlock().getBlockId() == blockId && host.equals(source) && given.nanos() > 0;
                double bytes = seenHere
                        ? PIECE_SECONDS * given.bytes() / given.seconds()
                        : DataNodeTimes.firstBytes(host, PIECE_SECONDS, UNKNOWN_PIECE_BYTES, time.nanoTime());
                piece[0] = (int) (bytes < most / 2.0 ? Math.max(LEAST_PIECE_BYTES, bytes) : most);
            }
        });
        return piece[0];
    }

    private LocatedBlock blockAt(long position) throws IOException, ReflectiveOperationException {
        try {
            return (LocatedBlock) BLOCK_AT.orElseThrow().invoke(stream, position);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IOException known) {
                throw known;
            }
            throw e;
        }
    }

    /** Whether the rest of a block is read from another replica, which is then its first one. */
    private boolean leaves(LocatedBlock block, DatanodeInfo from, long position) {
        begin(block.getBlock().getBlockId(), from.getHostName());
        Given now = givenSoFar().getOrDefault(source, Given.NOTHING);
        given = given.plus(now.minus(seen.getOrDefault(source, Given.NOTHING)));
        seen.put(source, now);
        List<DatanodeInfo> replicas = List.of(block.getLocations());
        if (block.isStriped() || given.bytes() == 0 || left >= replicas.size() - 1 || !replicas.contains(from)) {
            return false;
        }
        List<DatanodeInfo> choice = Stream.concat(
                        Stream.of(from), replicas.stream().filter(replica -> !replica.equals(from)))
                .toList();
        int chosen = DataNodeTimes.goOn(
                choice.stream().map(DatanodeID::getHostName).toList(),
                given,
                block.getStartOffset() + block.getBlockSize() - position,
                time.nanoTime(),
                Draw.mixed(Draw.mixed(blockId, TaskContext.get().taskAttemptId()), left));
        int place = replicas.indexOf(choice.get(chosen));
        if (chosen == 0 || place == 0) {
            return false;
        }
        left++;
        ReplicaOrder.avoid(block, place);
        return true;
    }

    private void begin(long block, String host) {
        if (block != blockId) {
            left = 0;
        }
        if (block != blockId || !host.equals(source)) {
            given = Given.NOTHING;
        }
        blockId = block;
        source = host;
    }

    private static Map<String, Given> givenSoFar() {
        return RunningTasks.current()
                .map(RunningTask::reading)
                .map(reading -> reading.sources().given(SourceReads.HDFS))
                .orElse(Map.of());
    }
}
