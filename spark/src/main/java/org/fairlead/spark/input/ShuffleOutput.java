// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.ShuffleStatus;
import org.apache.spark.scheduler.MapStatus;
import scala.Option;

/** Sizes of a shuffle's blocks, by the host that holds them, as Spark's tracker knows them at a moment. */
final class ShuffleOutput {
    /** Sizes looked at, of a shuffle; of larger ones every so many reducers, for all together. */
    private static final long MOST_LOOKS = 4_000_000;

    private static final int NOWHERE = -1;

    private final MapStatus[] statuses;
    private final int[] columnOfMap;
    private final int[] columns;
    /** Bytes by place in {@link #columns} and by reducer. */
    private final float[][] byReducer;

    private ShuffleOutput(int shuffle, MapStatus[] statuses, int reducers, MapOutputRows rows, CopiedOutput copies) {
        this.statuses = statuses;
        columnOfMap = columns(statuses, rows);
        boolean isCopied = copies.isCopied(shuffle);
        int[] columnOfBlock = isCopied ? columnsOfCopies(shuffle, reducers, rows, copies) : new int[0];
        columns = IntStream.concat(Arrays.stream(columnOfMap), Arrays.stream(columnOfBlock))
                .filter(column -> column != NOWHERE)
                .sorted()
                .distinct()
                .toArray();
        byReducer = new float[columns.length][reducers];
        for (int map = 0; map < statuses.length; map++) {
            if (columnOfMap[map] != NOWHERE) {
                int place = Arrays.binarySearch(columns, columnOfMap[map]);
                for (int reducer = 0; reducer < reducers; reducer++) {
                    int copy = isCopied ? columnOfBlock[map * reducers + reducer] : NOWHERE;
                    byReducer[copy == NOWHERE ? place : Arrays.binarySearch(columns, copy)][reducer] +=
                            statuses[map].getSizeForBlock(reducer);
                }
            }
        }
    }

    /** By map and reducer, the column of the host that a copy is made on. */
    private int[] columnsOfCopies(int shuffle, int reducers, MapOutputRows rows, CopiedOutput copies) {
        int[] found = new int[statuses.length * reducers];
        Arrays.fill(found, NOWHERE);
        for (int map = 0; map < statuses.length; map++) {
            for (int reducer = 0; reducer < reducers && columnOfMap[map] != NOWHERE; reducer++) {
                String host = copies.hostOfCopy(shuffle, statuses[map].mapId(), reducer);
                if (!host.isEmpty()) {
                    found[map * reducers + reducer] = rows.column(host);
                }
            }
        }
        return found;
    }

    /**
     * Reads a shuffle's; empty when it is not known, or too large: then its bytes are added for all partitions.
     *
     * @param rows to which it will be added
     * @param copies of blocks, which count in the place of the originals
     */
    static Optional<ShuffleOutput> of(
            MapOutputTrackerMaster mapOutputs,
            ShuffleDependency<?, ?, ?> shuffle,
            MapOutputRows rows,
            CopiedOutput copies) {
        Option<ShuffleStatus> known = mapOutputs.shuffleStatuses().get(shuffle.shuffleId());
        if (known.isEmpty()) {
            return Optional.empty();
        }
        MapStatus[] statuses = known.get().withMapStatuses(MapStatus[]::clone);
        int reducers = shuffle.partitioner().numPartitions();
        if ((long) statuses.length * reducers <= MOST_LOOKS) {
            return Optional.of(new ShuffleOutput(shuffle.shuffleId(), statuses, reducers, rows, copies));
        }
        int step = (int) Math.min(reducers, (long) statuses.length * reducers / MOST_LOOKS);
        int[] columnOfMap = columns(statuses, rows);
        for (int map = 0; map < statuses.length; map++) {
            if (columnOfMap[map] != NOWHERE) {
                double sum = 0;
                for (int reducer = 0; reducer < reducers; reducer += step) {
                    sum += statuses[map].getSizeForBlock(reducer);
                }
                rows.addToAll(columnOfMap[map], step * sum);
            }
        }
        return Optional.empty();
    }

    private static int[] columns(MapStatus[] statuses, MapOutputRows rows) {
        return Arrays.stream(statuses)
                .mapToInt(status -> status == null || status.location() == null
                        ? NOWHERE
                        : rows.column(status.location().host()))
                .toArray();
    }

    /** Adds what reducers of a range receive, without its end. */
    void add(int fromReducer, int toReducer, MapOutputRows rows) {
        for (int place = 0; place < columns.length; place++) {
            double sum = 0;
            for (int reducer = fromReducer; reducer < Math.min(toReducer, byReducer[place].length); reducer++) {
                sum += byReducer[place][reducer];
            }
            rows.add(columns[place], sum);
        }
    }

    /** Adds what these receive of a range of maps, without its end. */
    void addOfMaps(int fromMap, int toMap, int fromReducer, int toReducer, MapOutputRows rows) {
        int reducers = columns.length == 0 ? 0 : byReducer[0].length;
        for (int map = fromMap; map < Math.min(toMap, statuses.length); map++) {
            if (columnOfMap[map] != NOWHERE) {
                double sum = 0;
                for (int reducer = fromReducer; reducer < Math.min(toReducer, reducers); reducer++) {
                    sum += statuses[map].getSizeForBlock(reducer);
                }
                rows.add(columnOfMap[map], sum);
            }
        }
    }
}
