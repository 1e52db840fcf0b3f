// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;

/** Follows a partition over narrow dependencies down to the shuffles that its task reads. What is very deep or wide is left out. */
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
                ranges.add(PartitionBytes.range(
                        partition, shuffle.shuffleId(), shuffle.partitioner().numPartitions()));
            }
        }
    }
}
