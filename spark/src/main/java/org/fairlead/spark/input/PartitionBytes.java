// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.spark.Partition;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.NewHadoopPartition;
import org.apache.spark.rdd.RDD;

/** Reads from a partition what its task will read, and how many bytes. */
final class PartitionBytes {
    private static final boolean SQL = isThere("org.apache.spark.sql.execution.datasources.FilePartition");

    private PartitionBytes() {}

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, PartitionBytes.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Of files; NaN when it is of something else. */
    static double ofBlocks(Partition partition) {
        try {
            if (partition instanceof HadoopPartition hadoop) {
                return length(hadoop.inputSplit().value());
            }
            if (partition instanceof NewHadoopPartition hadoop) {
                return hadoop.serializableHadoopSplit().value().getLength();
            }
            return SQL ? SqlPartitions.ofBlocks(partition) : Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    /** The parts of files that its task will read; empty when it is of something else. */
    static List<FilePart> parts(RDD<?> rdd, Partition partition) {
        if (partition instanceof HadoopPartition hadoop) {
            return hadoop.inputSplit().value() instanceof FileSplit split
                    ? List.of(new FilePart(split.getPath(), split.getStart(), split.getLength()))
                    : List.of();
        }
        if (partition instanceof NewHadoopPartition hadoop) {
            return hadoop.serializableHadoopSplit().value()
                            instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit split
                    ? List.of(new FilePart(split.getPath(), split.getStart(), split.getLength()))
                    : List.of();
        }
        return SQL ? SqlPartitions.parts(rdd, partition) : List.of();
    }

    private static double length(InputSplit split) throws IOException {
        return split.getLength();
    }

    /**
     * Of the output of earlier tasks.
     *
     * @param byReducer bytes of each reducer
     * @param maps tasks that made them
     */
    static double ofShuffle(Partition partition, long[] byReducer, int maps) {
        double special = SQL ? SqlPartitions.ofShuffle(partition, byReducer, maps) : Double.NaN;
        if (!Double.isNaN(special)) {
            return special;
        }
        return partition.index() < byReducer.length ? byReducer[partition.index()] : Double.NaN;
    }

    /** What the task of a partition reads of a shuffle. */
    static ShuffleRange range(Partition partition, int shuffle) {
        Optional<ShuffleRange> special = SQL ? SqlPartitions.range(partition, shuffle) : Optional.empty();
        return special.orElseGet(() -> new ShuffleRange(shuffle, partition.index(), partition.index() + 1));
    }

    /** Adds what a partition receives of a shuffle, by the host that holds it. */
    static void addMapOutput(Partition partition, ShuffleOutput output, MapOutputRows rows) {
        if (!(SQL && SqlPartitions.addMapOutput(partition, output, rows))) {
            output.add(partition.index(), partition.index() + 1, rows);
        }
    }
}
