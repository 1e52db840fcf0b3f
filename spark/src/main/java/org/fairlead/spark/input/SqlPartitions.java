// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.execution.CoalescedMapperPartitionSpec;
import org.apache.spark.sql.execution.CoalescedPartitionSpec;
import org.apache.spark.sql.execution.PartialMapperPartitionSpec;
import org.apache.spark.sql.execution.PartialReducerPartitionSpec;
import org.apache.spark.sql.execution.ShufflePartitionSpec;
import org.apache.spark.sql.execution.ShuffledRowRDDPartition;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.FileScanRDD;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition;

/** Reads the partitions of Spark SQL; loaded only where it is there. */
final class SqlPartitions {
    private SqlPartitions() {}

    static double ofBlocks(Partition partition) {
        return files(partition)
                .map(files -> Arrays.stream(files.files())
                        .mapToDouble(PartitionedFile::length)
                        .sum())
                .orElse(Double.NaN);
    }

    static List<FilePart> parts(RDD<?> rdd, Partition partition) {
        Optional<Set<String>> columns = rdd instanceof FileScanRDD scan
                ? Optional.of(Set.of(scan.readSchema().fieldNames()))
                : Optional.empty();
        return files(partition)
                .map(files -> Arrays.stream(files.files())
                        .map(file -> new FilePart(file.toPath(), file.start(), file.length(), columns))
                        .toList())
                .orElse(List.of());
    }

    private static Optional<FilePartition> files(Partition partition) {
        if (partition instanceof FilePartition files) {
            return Optional.of(files);
        }
        return partition instanceof DataSourceRDDPartition source
                        && source.inputPartition().isDefined()
                        && source.inputPartition().get() instanceof FilePartition files
                ? Optional.of(files)
                : Optional.empty();
    }

    /** What an adaptive plan has this task read: several reducers, or a part of one. */
    static double ofShuffle(Partition partition, long[] byReducer, int maps) {
        if (!(partition instanceof ShuffledRowRDDPartition shuffled)) {
            return Double.NaN;
        }
        ShufflePartitionSpec spec = shuffled.spec();
        if (spec instanceof CoalescedPartitionSpec reducers) {
            return sum(byReducer, reducers.startReducerIndex(), reducers.endReducerIndex());
        }
        if (spec instanceof PartialReducerPartitionSpec part) {
            return part.dataSize();
        }
        if (spec instanceof PartialMapperPartitionSpec part) {
            return sum(byReducer, part.startReducerIndex(), part.endReducerIndex()) / maps;
        }
        if (spec instanceof CoalescedMapperPartitionSpec part) {
            return sum(byReducer, 0, byReducer.length) * (part.endMapIndex() - part.startMapIndex()) / maps;
        }
        return Double.NaN;
    }

    /** Empty where it is not known which reducers. A task of a local read runs beside its map tasks: none are its own. */
    static Optional<ShuffleRange> range(Partition partition, int shuffle) {
        if (!(partition instanceof ShuffledRowRDDPartition shuffled)) {
            return Optional.empty();
        }
        ShufflePartitionSpec spec = shuffled.spec();
        if (spec instanceof CoalescedPartitionSpec part) {
            return Optional.of(new ShuffleRange(shuffle, part.startReducerIndex(), part.endReducerIndex()));
        }
        if (spec instanceof PartialReducerPartitionSpec part) {
            return Optional.of(new ShuffleRange(shuffle, part.reducerIndex(), part.reducerIndex() + 1));
        }
        return Optional.of(new ShuffleRange(shuffle, 0, 0));
    }

    /** @return whether it is known from which reducers and maps the partition receives */
    static boolean addMapOutput(Partition partition, ShuffleOutput output, MapOutputRows rows) {
        if (!(partition instanceof ShuffledRowRDDPartition shuffled)) {
            return false;
        }
        ShufflePartitionSpec spec = shuffled.spec();
        if (spec instanceof CoalescedPartitionSpec reducers) {
            output.add(reducers.startReducerIndex(), reducers.endReducerIndex(), rows);
        } else if (spec instanceof PartialReducerPartitionSpec part) {
            int reducer = part.reducerIndex();
            output.addOfMaps(part.startMapIndex(), part.endMapIndex(), reducer, reducer + 1, rows);
        } else if (spec instanceof PartialMapperPartitionSpec part) {
            int map = part.mapIndex();
            output.addOfMaps(map, map + 1, part.startReducerIndex(), part.endReducerIndex(), rows);
        } else if (spec instanceof CoalescedMapperPartitionSpec part) {
            output.addOfMaps(part.startMapIndex(), part.endMapIndex(), 0, part.numReducers(), rows);
        } else {
            return false;
        }
        return true;
    }

    private static double sum(long[] byReducer, int from, int to) {
        double sum = 0;
        for (int reducer = from; reducer < Math.min(to, byReducer.length); reducer++) {
            sum += byReducer[reducer];
        }
        return sum;
    }
}
