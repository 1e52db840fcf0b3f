// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.MapOutputMatrix;

/** Collects what each partition of a stage receives of map output, by the host that holds it: in columns, by the order in which hosts are met. */
final class MapOutputRows {
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private final MapOutputMatrix.Builder matrix = new MapOutputMatrix.Builder();
    private double[] row = {};
    /** Of shuffles that are too large to look at each partition's, by column. */
    private final Map<Integer, Double> ofLarge = new HashMap<>();

    /** The column of a host, as Spark names it. */
    int column(String host) {
        int column = columns.computeIfAbsent(host, unused -> columns.size());
        if (column >= row.length) {
            row = Arrays.copyOf(row, Math.max(8, 2 * column));
        }
        return column;
    }

    /** The partition that is looked at receives so much more. */
    void add(int column, double bytes) {
        row[column] += bytes;
    }

    /** All partitions receive so much together, nobody knows which how much: then all are taken to receive by the same shares. */
    void addToAll(int column, double bytes) {
        ofLarge.merge(column, bytes, Double::sum);
    }

    /** All that a partition receives was added. */
    void end(int partition) {
        matrix.add(partition, row);
        Arrays.fill(row, 0);
    }

    /** Rows are numbered as partitions are. */
    StageTasks.MapOutput build() {
        MapOutputMatrix rows = matrix.build();
        if (!ofLarge.isEmpty()) {
            MapOutputLocations rest = rows.whole();
            for (int i = 0; i < rest.count(); i++) {
                addToAll(rest.host(i), rest.shareAt(i) * rest.bytes());
            }
            rows = MapOutputMatrix.alike(ofLarge);
        }
        return new StageTasks.MapOutput(List.copyOf(columns.keySet()), rows);
    }
}
