// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.Dependency;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.NarrowDependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.rdd.RDD;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.task.InputKind;
import scala.collection.Iterator;

/**
 * Follows the partitions of one stage over narrow dependencies down to what they read. Lineages that are very long, or branch without end, are
 * left unknown.
 */
final class LineageWalk {
    private static final int DEEPEST = 500;
    private static final long MOST_STEPS = 4_000_000;

    private final MapOutputTrackerMaster mapOutputs;
    private final CopiedOutput copies;
    /** Bytes by reducer, by the shuffle's number. */
    private final Map<Integer, long[]> shuffles = new HashMap<>();

    /** Map output by the partition that receives it and the host that holds it, of all shuffles. */
    private final MapOutputRows rows = new MapOutputRows();

    private final Map<Integer, Optional<ShuffleOutput>> outputs = new HashMap<>();

    /** The RDD that reads blocks, by that whose partitions were found to be blocks: what only maps them has its parent's partitions. */
    private final Map<Integer, Integer> scans = new HashMap<>();

    private long steps;
    private double fromBlocks;
    private double fromShuffles;

    LineageWalk(MapOutputTrackerMaster mapOutputs, CopiedOutput copies) {
        this.mapOutputs = mapOutputs;
        this.copies = copies;
    }

    /** From which of the two most bytes came that were seen so far. */
    InputKind kind() {
        return fromShuffles > fromBlocks ? InputKind.SHUFFLE : InputKind.BLOCKS;
    }

    /** What a partition reads; NaN when nothing that we know is read, or the walk was too long. */
    double bytes(RDD<?> rdd, int partition) {
        return bytes(rdd, partition, 0);
    }

    private double bytes(RDD<?> rdd, int index, int depth) {
        steps++;
        if (depth > DEEPEST || steps > MOST_STEPS) {
            return Double.NaN;
        }
        Partition partition = rdd.partitions()[index];
        double read = PartitionBytes.ofBlocks(partition);
        if (!Double.isNaN(read)) {
            fromBlocks += read;
            scans.computeIfAbsent(rdd.id(), unused -> scan(rdd).id());
            return read;
        }
        double sum = Double.NaN;
        for (Iterator<Dependency<?>> all = rdd.dependencies().iterator(); all.hasNext(); ) {
            sum = plus(sum, over(all.next(), partition, depth));
        }
        return sum;
    }

    private double over(Dependency<?> dependency, Partition partition, int depth) {
        if (dependency instanceof NarrowDependency<?> narrow) {
            double sum = Double.NaN;
            for (Iterator<Object> parents = narrow.getParents(partition.index()).iterator(); parents.hasNext(); ) {
                sum = plus(sum, bytes(narrow.rdd(), (Integer) parents.next(), depth + 1));
            }
            return sum;
        }
        if (dependency instanceof ShuffleDependency<?, ?, ?> shuffle) {
            long[] byReducer = shuffles.computeIfAbsent(shuffle.shuffleId(), unused -> outputs(shuffle));
            double read = PartitionBytes.ofShuffle(partition, byReducer, maps(shuffle));
            fromShuffles += Double.isNaN(read) ? 0 : read;
            outputs.get(shuffle.shuffleId()).ifPresent(output -> PartitionBytes.addMapOutput(partition, output, rows));
            return read;
        }
        return Double.NaN;
    }

    private long[] outputs(ShuffleDependency<?, ?, ?> shuffle) {
        outputs.put(shuffle.shuffleId(), ShuffleOutput.of(mapOutputs, shuffle, rows, copies));
        return mapOutputs.getStatistics(shuffle).bytesByPartitionId();
    }

    /** What was met since the last call is what this partition receives. */
    void endPartition(int partition) {
        rows.end(partition);
    }

    /** Map output by the partition that receives it and the host that holds it, of all shuffles that were met. */
    StageTasks.MapOutput mapOutput() {
        return rows.build();
    }

    /** Numbers of the RDDs that read blocks. */
    Set<Integer> scans() {
        return Set.copyOf(scans.values());
    }

    /** The one that reads what one with the same partitions reads. */
    static RDD<?> scan(RDD<?> rdd) {
        RDD<?> scan = rdd;
        while (scan.dependencies().size() == 1 && scan.dependencies().head() instanceof OneToOneDependency<?> parent) {
            scan = parent.rdd();
        }
        return scan;
    }

    private static int maps(ShuffleDependency<?, ?, ?> shuffle) {
        return shuffle.rdd().partitions().length;
    }

    private static double plus(double sum, double more) {
        if (Double.isNaN(sum)) {
            return more;
        }
        return Double.isNaN(more) ? sum : sum + more;
    }
}
