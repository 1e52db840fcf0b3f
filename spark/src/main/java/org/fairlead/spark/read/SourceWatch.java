// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSClient;
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
 * dead. A block is left once for each of its other replicas at most. While a read waits, a {@link WaitingRead} asks. Safe for threads: the stream's lock is taken before this one's.
 */
final class SourceWatch {
    /** Within such times nothing is decided, so that fast reads cost nothing. */
    private static final long LOOK_NANOS = 50_000_000L;

    private static final int LEAST_PIECE_BYTES = 256 << 10;
    /** Of a DataNode of which nothing is known. */
    private static final int UNKNOWN_PIECE_BYTES = 1 << 20;

    private static final double PIECE_SECONDS = 0.05;

    private static final int MOST_LEFT_BLOCKS = 64;

    private static final Optional<Method> BLOCK_AT = blockAt();

    private final DFSClient client;
    private final DFSInputStream stream;
    private final boolean hedged;
    /** HDFS's client looks for dead DataNodes by itself, for all its streams at once ({@code dfs.client.deadnode.detection.enabled}). */
    private final boolean findsTheDead;

    private final TimeSource time;
    /** What the task had been given by each DataNode when this looked last. */
    private final Map<String, Given> seen = new HashMap<>();

    private volatile boolean failed;
    private long lookedNanos;
    private long blockId;
    private String source = "";
    /** Of this block by this source. */
    private Given given = Given.NOTHING;

    /** How often each of the newest blocks was left; reads by position go to and fro between blocks. */
    private final Map<Long, Integer> leftBlocks = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > MOST_LEFT_BLOCKS;
        }
    };

    /** On the thread of the task that opened the stream. */
    SourceWatch(DFSInputStream stream, DFSClient client, TimeSource time) {
        this.stream = stream;
        this.client = client;
        // Reads by position that are hedged do for themselves what is done here.
        hedged = client.getConf().getHedgedReadThreadpoolSize() > 0;
        findsTheDead = client.getDeadNodeDetector() != null;
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
        } catch (NoSuchMethodException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** This thread reads in order until it {@link #ends}. */
    void begins() {
        begins(WaitingRead.IN_ORDER);
    }

    /** This thread reads by position until it {@link #ends}. */
    void begins(long position) {
        if (!findsTheDead) {
            WaitingRead.begins(this, position, time);
        }
    }

    void ends() {
        WaitingRead.ends();
    }

    /** Whether its stream is left alone from now on. */
    boolean hasFailed() {
        return failed;
    }

    boolean isDead(DatanodeInfo datanode) {
        return client.getDeadNodes(stream).containsKey(datanode);
    }

    /** The stream calls a DataNode dead no more. */
    void takeBack(DatanodeInfo datanode) {
        client.getDeadNodes(stream).remove(datanode);
    }

    /** Something that may fail for Hadoop's sake. */
    interface Look {
        void take() throws IOException, ReflectiveOperationException;
    }

    /** If it fails, the stream is left alone from now on. */
    void guarded(Look look) {
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
    }

    /**
     * While a read waits for a DataNode: whether it goes on at another one.
     *
     * @param position of the read, or {@link WaitingRead#IN_ORDER}
     * @param waited seconds for which the next bytes did not come
     * @param leftBefore by this read
     * @return the DataNode that is left, as the stream has it
     */
    synchronized Optional<DatanodeInfo> leavesWaiting(
            long position, DatanodeID datanode, double waited, Set<DatanodeID> leftBefore)
            throws IOException, ReflectiveOperationException {
        long at = position == WaitingRead.IN_ORDER ? stream.getPos() : position;
        if (at >= stream.getFileLength()) {
            return Optional.empty();
        }
        LocatedBlock block = blockAt(at);
        for (DatanodeInfo from : block.getLocations()) {
            if (datanode.equals(from)) {
                boolean isLeft = leaves(
                        block,
                        from,
                        leftBefore,
                        (hosts, paces, seed) ->
                                DataNodeTimes.waitOn(hosts, paces, waited, leftOf(block, at), time.nanoTime(), seed));
                return isLeft ? Optional.of(from) : Optional.empty();
            }
        }
        return Optional.empty();
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
                        Set.of(),
                        (hosts, paces, seed) -> DataNodeTimes.goOn(
                                hosts, paces, given, leftOf(block, position), time.nanoTime(), seed));
    }

    private interface Choice {
        /**
         * @param paces how many times as long as elsewhere tasks take on each
         * @return a place among the hosts; 0: the first, as before
         */
        int of(List<String> hosts, double[] paces, long seed);
    }

    /** Whether the rest of a block is read from another replica, which is then its first one. None that the stream calls dead, or that this read has left. */
    private boolean leaves(LocatedBlock block, DatanodeInfo from, Set<DatanodeID> leftBefore, Choice choice) {
        begin(block.getBlock().getBlockId(), from.getHostName());
        TaskContext task = TaskContext.get();
        List<DatanodeInfo> replicas = List.of(block.getLocations());
        Set<DatanodeInfo> dead = client.getDeadNodes(stream).keySet();
        List<DatanodeInfo> others = replicas.stream()
                .filter(replica -> !replica.equals(from) && !dead.contains(replica) && !leftBefore.contains(replica))
                .toList();
        int left = leftBlocks.getOrDefault(blockId, 0);
        if (task == null
                || block.isStriped()
                || left >= others.size() + leftBefore.size()
                || !replicas.contains(from)) {
            return false;
        }
        List<DatanodeInfo> fromFirst =
                Stream.concat(Stream.of(from), others.stream()).toList();
        SlowHosts slow = SlowHosts.ofThisTask().orElse(SlowHosts.NONE);
        int chosen = choice.of(
                fromFirst.stream().map(DatanodeID::getHostName).toList(),
                fromFirst.stream().mapToDouble(slow::paceOf).toArray(),
                Draw.mixed(Draw.mixed(blockId, task.taskAttemptId()), left));
        if (chosen == 0) {
            return false;
        }
        leftBlocks.put(blockId, left + 1);
        ReplicaOrder.avoid(block, replicas.indexOf(fromFirst.get(chosen)));
        return true;
    }

    private void begin(long block, String host) {
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
