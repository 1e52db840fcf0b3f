// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Map;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.ShuffleStatus;
import org.apache.spark.scheduler.MapStatus;
import scala.Option;

/** Reads from Spark's tracker on which hosts the output of a shuffle's map tasks lies. */
final class ShuffleLocations {
    /** Sizes looked at, of a shuffle; of larger ones every so many reducers. */
    private static final long MOST_LOOKS = 2_000_000;

    private ShuffleLocations() {}

    /** Adds the bytes of a shuffle by host; nothing when it is not known. */
    static void add(
            MapOutputTrackerMaster mapOutputs, ShuffleDependency<?, ?, ?> shuffle, Map<String, Double> bytesByHost) {
        Option<ShuffleStatus> known = mapOutputs.shuffleStatuses().get(shuffle.shuffleId());
        if (known.isEmpty()) {
            return;
        }
        int reducers = shuffle.partitioner().numPartitions();
        known.get().withMapStatuses(statuses -> {
            int step = Math.max(1, (int) Math.min(reducers, (long) statuses.length * reducers / MOST_LOOKS));
            for (MapStatus status : statuses) {
                if (status != null && status.location() != null) {
                    bytesByHost.merge(status.location().host(), step * bytes(status, reducers, step), Double::sum);
                }
            }
            return null;
        });
    }

    private static double bytes(MapStatus status, int reducers, int step) {
        double sum = 0;
        for (int reducer = 0; reducer < reducers; reducer += step) {
            sum += status.getSizeForBlock(reducer);
        }
        return sum;
    }
}
