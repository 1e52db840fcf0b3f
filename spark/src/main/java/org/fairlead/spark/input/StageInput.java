// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.rdd.RDD;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputLocations;

/** What each partition of a stage reads. Immutable. */
public final class StageInput {
    private static final StageInput UNKNOWN =
            new StageInput(InputKind.BLOCKS, new double[0], StageTasks.MapOutput.NONE, Set.of(), Set.of());

    private final InputKind kind;
    private final double[] bytes;
    private final StageTasks.MapOutput mapOutput;
    private final Set<Integer> scans;
    private final Set<Long> broadcasts;
    private final double mean;

    private StageInput(
            InputKind kind, double[] bytes, StageTasks.MapOutput mapOutput, Set<Integer> scans, Set<Long> broadcasts) {
        this.kind = kind;
        this.bytes = bytes;
        this.mapOutput = mapOutput;
        this.scans = Set.copyOf(scans);
        this.broadcasts = broadcasts;
        mean = Arrays.stream(bytes)
                .filter(known -> !Double.isNaN(known))
                .average()
                .orElse(Double.NaN);
    }

    /** Of a stage of which nothing is known. */
    public static StageInput unknown() {
        return UNKNOWN;
    }

    /**
     * Looks at what the stage's partitions are made of, over narrow dependencies down to files and shuffles. Takes a while where there
     * are many: not for a thread that others wait for.
     *
     * @param last the stage's last RDD
     */
    public static StageInput of(RDD<?> last, MapOutputTrackerMaster mapOutputs) {
        return of(last, mapOutputs, CopiedOutput.NONE);
    }

    /**
     * The same, where blocks of shuffles are copied.
     *
     * @param copies of blocks, which count in the place of the originals
     */
    public static StageInput of(RDD<?> last, MapOutputTrackerMaster mapOutputs, CopiedOutput copies) {
        LineageWalk walk = new LineageWalk(mapOutputs, copies);
        double[] bytes = new double[last.partitions().length];
        for (int partition = 0; partition < bytes.length; partition++) {
            bytes[partition] = walk.bytes(last, partition);
            walk.endPartition(partition);
        }
        return new StageInput(walk.kind(), bytes, walk.mapOutput(), walk.scans(), BroadcastWalk.of(last));
    }

    /** From which of the two most of its bytes come. */
    public InputKind kind() {
        return kind;
    }

    /** Input of a partition; NaN when that is not known. */
    public double bytes(int partition) {
        return partition < bytes.length ? bytes[partition] : Double.NaN;
    }

    /** What partitions receive of earlier tasks' output, by the host that holds it; rows are numbered as partitions are. */
    public StageTasks.MapOutput mapOutput() {
        return mapOutput;
    }

    /** Bytes of earlier tasks' output that a partition receives, by the host that holds it; empty where that is not known. */
    public Map<String, Double> senders(int partition) {
        MapOutputLocations row = mapOutput.bytes().of(partition);
        Map<String, Double> bytes = new HashMap<>();
        for (int i = 0; i < row.count(); i++) {
            bytes.merge(mapOutput.hosts().get(row.host(i)), row.shareAt(i) * row.bytes(), Double::sum);
        }
        return bytes;
    }

    /** Numbers of the RDDs that read blocks: stages of which one is the same read the same. */
    public Set<Integer> scans() {
        return scans;
    }

    /** Numbers of the broadcast variables that its tasks are known to read. */
    Set<Long> broadcasts() {
        return broadcasts;
    }

    /** Mean of what is known; NaN when nothing is. */
    public double meanBytes() {
        return mean;
    }
}
