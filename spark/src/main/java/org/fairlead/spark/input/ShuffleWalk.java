// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.Dependency;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;

/** Follows a stage over narrow dependencies down to the shuffles that its tasks read. What is very deep or wide is left out. */
public final class ShuffleWalk {
    private static final int DEEPEST = 500;
    private static final int MOST_STEPS = 10_000;

    private final List<ShuffleRange> ranges = new ArrayList<>();
    private int steps;

    private ShuffleWalk() {}

    /** @param last the stage's last RDD */
    public static List<ShuffleRange> of(RDD<?> last, int partition) {
        ShuffleWalk walk = new ShuffleWalk();
        walk.look(last, partition, 0);
        return List.copyOf(walk.ranges);
    }

    /**
     * Whether map output that tasks of a stage read lies on a host now.
     *
     * @param last the stage's last RDD
     * @param host as Spark names it
     */
    public static boolean readsMapOutputOn(RDD<?> last, String host, MapOutputTrackerMaster mapOutputs) {
        return shufflesOf(last).stream().anyMatch(shuffle -> mapOutputs
                .getMapLocation(shuffle, 0, shuffle.rdd().getNumPartitions())
                .contains(host));
    }

    /**
     * The numbers of all shuffles that tasks of a stage read, whichever task reads them.
     *
     * @param last the stage's last RDD
     */
    public static Set<Integer> allOf(RDD<?> last) {
        return shufflesOf(last).stream().map(ShuffleDependency::shuffleId).collect(Collectors.toUnmodifiableSet());
    }

    /** All shuffles that tasks of a stage read, each once, whichever partition reads them. */
    static List<ShuffleDependency<?, ?, ?>> shufflesOf(RDD<?> last) {
        Map<Integer, ShuffleDependency<?, ?, ?>> shuffles = new LinkedHashMap<>();
        Set<Integer> seen = new HashSet<>(Set.of(last.id()));
        Deque<RDD<?>> open = new ArrayDeque<>(List.of(last));
        while (!open.isEmpty() && seen.size() <= MOST_STEPS) {
            for (Iterator<Dependency<?>> all = open.pop().dependencies().iterator(); all.hasNext(); ) {
                Dependency<?> dependency = all.next();
                if (dependency instanceof ShuffleDependency<?, ?, ?> shuffle) {
                    shuffles.putIfAbsent(shuffle.shuffleId(), shuffle);
                } else if (seen.add(dependency.rdd().id())) {
                    open.push(dependency.rdd());
                }
            }
        }
        return List.copyOf(shuffles.values());
    }

    private void look(RDD<?> rdd, int index, int depth) {
        steps++;
        if (depth > DEEPEST || steps > MOST_STEPS) {
            return;
        }
        Partition partition = rdd.partitions()[index];
        for (Iterator<Dependency<?>> all = rdd.dependencies().iterator(); all.hasNext(); ) {
            Dependency<?> dependency = all.next();
            if (dependency instanceof NarrowDependency<?> narrow) {
                for (Iterator<Object> parents =
                                narrow.getParents(partition.index()).iterator();
                        parents.hasNext(); ) {
                    look(narrow.rdd(), (Integer) parents.next(), depth + 1);
                }
            } else if (dependency instanceof ShuffleDependency<?, ?, ?> shuffle) {
                ranges.add(PartitionBytes.range(partition, shuffle.shuffleId()));
            }
        }
    }
}
