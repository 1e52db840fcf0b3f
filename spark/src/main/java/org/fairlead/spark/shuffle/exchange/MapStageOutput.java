// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.shuffle.copy.WrittenBlocks;

/** What the tasks of one map stage have written so far, and where it is copied once that is decided. Of the planner's thread; what is copied where, anybody may ask. */
final class MapStageOutput {
    private final int shuffle;
    private final int tasks;
    private final long submittedNanos;
    private final List<Output> undecided = new ArrayList<>();
    private int done;
    /** By executor that wrote it, of how many tasks the output is there. */
    private final Map<String, Integer> doneBy = new HashMap<>();

    private boolean isDecided;
    private boolean hasEnded;
    private boolean mayBeHeld;
    private long cells;

    /** By partition, the id of the executor that its blocks are copied to. */
    private volatile String[] owners = {};

    private volatile Map<String, String> hostOf = Map.of();
    /** By map task, the partitions whose owners were told to copy its block. */
    private final Map<Long, BitSet> copied = new HashMap<>();
    /** By partition, what its owner was told to copy. */
    private long[] copiedBytes = {};

    /** Output of one task. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Output(String executor, long map, long[] lengths) {}

    MapStageOutput(int shuffle, int tasks, long submittedNanos) {
        this.shuffle = shuffle;
        this.tasks = tasks;
        this.submittedNanos = submittedNanos;
    }

    int shuffle() {
        return shuffle;
    }

    int tasks() {
        return tasks;
    }

    long submittedNanos() {
        return submittedNanos;
    }

    /** Tasks whose output is there. */
    int done() {
        return done;
    }

    /** Bytes of memory that waiting lengths take, in words. */
    long cells() {
        return cells;
    }

    boolean isDecided() {
        return isDecided;
    }

    /** All its tasks have ended: tasks that read it fetch by themselves. */
    void end() {
        hasEnded = true;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** The stage was submitted before: executors may hold copies of what it wrote then. */
    void follows(MapStageOutput before) {
        mayBeHeld = before.mayBeHeld;
    }

    /** Whether executors were told to copy something of it, now or when the stage was submitted before. */
    boolean mayBeHeld() {
        return mayBeHeld;
    }

    /** Kept until it is decided what becomes of it. */
    void wrote(Output output) {
        done++;
        doneBy.merge(output.executor(), 1, Integer::sum);
        if (!isDecided) {
            undecided.add(output);
            cells += output.lengths().length;
        }
    }

    /** Outputs so far. */
    List<Output> outputs() {
        return List.copyOf(undecided);
    }

    /** Of these outputs, by executor in the order of their ids. */
    WrittenBlocks blocksOf(List<String> executors) {
        int partitions = undecided.get(0).lengths().length;
        WrittenBlocks written = new WrittenBlocks(executors.size(), partitions);
        for (Output output : undecided) {
            int executor = executors.indexOf(output.executor());
            for (int partition = 0; executor >= 0 && partition < partitions; partition++) {
                written.add(executor, partition, output.lengths()[partition]);
            }
        }
        return written;
    }

    /** Nothing of it is copied from now on; what was is no more to be counted on. */
    void leaveToStock() {
        isDecided = true;
        undecided.clear();
        owners = new String[0];
        hostOf = Map.of();
    }

    /** @param hosts by executor's id */
    void copyTo(String[] owner, Map<String, String> hosts) {
        leaveToStock();
        mayBeHeld = true;
        hostOf = Map.copyOf(hosts);
        synchronized (this) {
            copiedBytes = new long[owner.length];
        }
        owners = owner.clone();
    }

    /** An executor is gone, and with it what it wrote, which is made again, and all copies that it had. */
    void left(String executor) {
        Integer lost = doneBy.remove(executor);
        done -= lost == null ? 0 : lost;
        Map<String, String> stay = new HashMap<>(hostOf);
        if (stay.remove(executor) != null) {
            hostOf = Map.copyOf(stay);
            synchronized (this) {
                Arrays.setAll(copiedBytes, reduce -> owners[reduce].equals(executor) ? 0 : copiedBytes[reduce]);
            }
        }
    }

    /** Empty where nothing is copied. */
    String[] owners() {
        return owners;
    }

    /** The owner of a block is told to copy it. */
    synchronized void ordered(long map, int reduce, long bytes) {
        copied.computeIfAbsent(map, unused -> new BitSet()).set(reduce);
        copiedBytes[reduce] += bytes;
    }

    /** It will not copy it after all. */
    synchronized void refused(long map, int reduce, long bytes) {
        BitSet partitions = copied.get(map);
        if (partitions != null && partitions.get(reduce)) {
            partitions.clear(reduce);
            copiedBytes[reduce] = Math.max(0, copiedBytes[reduce] - bytes); // 0 where the owner is gone
        }
    }

    /** The host that a copy of a block is made on; the empty text where none is. Safe for threads. */
    synchronized String hostOfCopy(long map, int reduce) {
        String[] to = owners;
        BitSet partitions = copied.get(map);
        return partitions == null || reduce >= to.length || !partitions.get(reduce)
                ? ""
                : hostOf.getOrDefault(to[reduce], "");
    }

    /** Bytes of some partitions, without the last, that are copied to executors, by their ids. Safe for threads. */
    synchronized Map<String, Long> copiedBytes(int fromReduce, int toReduce) {
        Map<String, Long> found = new HashMap<>();
        String[] to = owners;
        for (int reduce = fromReduce; reduce < Math.min(toReduce, to.length); reduce++) {
            if (copiedBytes[reduce] > 0 && hostOf.containsKey(to[reduce])) {
                found.merge(to[reduce], copiedBytes[reduce], Long::sum);
            }
        }
        return found;
    }
}
