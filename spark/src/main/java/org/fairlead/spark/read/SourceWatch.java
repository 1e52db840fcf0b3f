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
 * dead. A block is left once for each of its other replicas at most. While a read in order waits, its {@link LeavingChannel} asks. Safe for threads: the stream's lock is taken before this one's.
 */
final class SourceWatch {
    /** Within such times nothing is decided, so that fast reads cost nothing. */
    private static final long LOOK_NANOS = 50_000_000L;

    private static final int LEAST_PIECE_BYTES = 256 << 10;
    /** Of a DataNode of which nothing is known. */
    private static final int UNKNOWN_PIECE_BYTES = 1 << 20;

    private static final double PIECE_SECONDS = 0.05;

    private static final Optional<Method> BLOCK_AT = blockAt();

    /** Whose stream this thread reads in order just now. */
    private static final ThreadLocal<SourceWatch> READING = new ThreadLocal<>();

    private final DFSInputStream stream;
    private final boolean hedged;
    private final TimeSource time;
    /** What the task had been given by each DataNode when this looked last. */
    private final Map<String, Given> seen = new HashMap<>();

    private volatile boolean failed;
    /** Whether HDFS's stream would ask for the block once more, by the block's list, if its connection failed now. A second time it calls the DataNode dead. */
    private volatile boolean asksAgain;

    private long lookedNanos;
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
        lookedNanos = time.nanoTime();
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

    /** Of the stream that this thread reads in order. */
    static Optional<SourceWatch> ofThisRead() {
        return Optional.ofNullable(READING.get());
    }

    /** This thread reads in order from now on. */
    void begins() {
        asksAgain = true;
        READING.set(this);
    }

    void ends() {
        READING.set(null);
    }

    /** A connection failed, or ended, while the stream was read in order. */
    void connectionFailed() {
        asksAgain = false;
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

    private synchronized boolean isTime() {
        long now = time.nanoTime();
        boolean passed = now - lookedNanos >= LOOK_NANOS;
        lookedNanos = passed ? now : lookedNanos;
        return passed;
    }

    /** After a read in order. */
    void gave() {
        if (isTime()) {
            guarded(this::lookInOrder);
        }
    }

    private void lookInOrder() throws IOException, ReflectiveOperationException {
        synchronized (stream) {
            synchronized (this) {
                long position = stream.getPos();
                Optional<LocatedBlock> block = currentBlock(position);
                if (block.isPresent() && leaves(block.get(), stream.getCurrentDatanode(), position)) {
                    stream.seek(0); // which gives the block's reader up; the next read makes another one
                    stream.seek(position);
                }
            }
        }
    }

    /**
     * While a read in order waits, on its thread: whether the rest of the block is to be read elsewhere. If so, the connection is to fail.
     *
     * @param waited seconds for which the next bytes did not come
     */
    boolean stopsWaiting(double waited) {
        boolean[] stops = {false};
        if (asksAgain) {
            guarded(() -> stops[0] = leavesWaiting(waited));
        }
        return stops[0];
    }

    private boolean leavesWaiting(double waited) throws IOException, ReflectiveOperationException {
        synchronized (stream) {
            synchronized (this) {
                long position = stream.getPos();
                Optional<LocatedBlock> block = currentBlock(position);
                return block.isPresent()
                        && leaves(
                                block.get(),
                                stream.getCurrentDatanode(),
                                (hosts, seed) -> DataNodeTimes.waitOn(
                                        hosts, waited, leftOf(block.get(), position), time.nanoTime(), seed));
            }
        }
    }

    /** The one that the stream has a connection for. */
    private Optional<LocatedBlock> currentBlock(long position) throws IOException, ReflectiveOperationException {
        ExtendedBlock current = stream.getCurrentBlock();
        if (current == null || stream.getCurrentDatanode() == null || position >= stream.getFileLength()) {
            return Optional.empty();
        }
        LocatedBlock block = blockAt(position);
        return block.getBlock().equals(current) ? Optional.of(block) : Optional.empty();
    }

    private static long leftOf(LocatedBlock block, long position) {
        return block.getStartOffset() + block.getBlockSize() - position;
    }

    /** After a read by position, which gave something and ended there. */
    synchronized void gaveUntil(long position) {
        if (!hedged && isTime()) {
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
        if (hedged || failed || length <= 2 * LEAST_PIECE_BYTES || position >= stream.getFileLength()) {
            return length;
        }
        int[] piece = {length};
        guarded(() -> {
            LocatedBlock block = blockAt(position);
            DatanodeInfo[] replicas = block.getLocations();
            long most = Math.min(length, leftOf(block, position));
            if (replicas.length > 1 && most > 0) {
                double bytes = usualBytes(block.getBlock().getBlockId(), replicas[0].getHostName());
                piece[0] = (int) (bytes < most / 2.0 ? Math.max(LEAST_PIECE_BYTES, bytes) : most);
            }
        });
        return piece[0];
    }

    /** What a DataNode gives of a block within {@value #PIECE_SECONDS} s. */
    private double usualBytes(long block, String host) {
        return block == blockId && host.equals(source) && given.nanos() > 0
                ? PIECE_SECONDS * given.bytes() / given.seconds()
                : DataNodeTimes.firstBytes(host, PIECE_SECONDS, UNKNOWN_PIECE_BYTES, time.nanoTime());
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

    /** Whether the rest of a block is read from another replica, by what came of it so far. */
    private boolean leaves(LocatedBlock block, DatanodeInfo from, long position) {
        begin(block.getBlock().getBlockId(), from.getHostName());
        Given now = givenSoFar().getOrDefault(source, Given.NOTHING);
        given = given.plus(now.minus(seen.getOrDefault(source, Given.NOTHING)));
        seen.put(source, now);
        return given.bytes() > 0
                && leaves(
                        block,
                        from,
                        (hosts, seed) ->
                                DataNodeTimes.goOn(hosts, given, leftOf(block, position), time.nanoTime(), seed));
    }

    private interface Choice {
        /** @return a place among the hosts; 0: the first, as before */
        int of(List<String> hosts, long seed);
    }

    /** Whether the rest of a block is read from another replica, which is then its first one. */
    private boolean leaves(LocatedBlock block, DatanodeInfo from, Choice choice) {
        begin(block.getBlock().getBlockId(), from.getHostName());
        List<DatanodeInfo> replicas = List.of(block.getLocations());
        if (block.isStriped() || left >= replicas.size() - 1 || !replicas.contains(from)) {
            return false;
        }
        List<DatanodeInfo> fromFirst = Stream.concat(
                        Stream.of(from), replicas.stream().filter(replica -> !replica.equals(from)))
                .toList();
        int chosen = choice.of(
                fromFirst.stream().map(DatanodeID::getHostName).toList(),
                Draw.mixed(Draw.mixed(blockId, TaskContext.get().taskAttemptId()), left));
        int place = replicas.indexOf(fromFirst.get(chosen));
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
