// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;

/** Follows one partition over narrow dependencies down to the parts of files that it reads. */
public final class FileWalk {
    private static final int MOST_STEPS = 1000;

    private final List<FilePart> parts = new ArrayList<>();
    private int steps;

    private FileWalk() {}

    /**
     * The parts of files that a task reads; empty where it reads none, or its lineage is very long.
     *
     * @param last the stage's last RDD
     */
    public static List<FilePart> of(RDD<?> last, int partition) {
        FileWalk walk = new FileWalk();
        return walk.follows(last, partition) ? List.copyOf(walk.parts) : List.of();
    }

    private boolean follows(RDD<?> rdd, int index) {
        steps++;
        if (steps > MOST_STEPS) {
            return false;
        }
        Partition partition = rdd.partitions()[index];
        List<FilePart> read = PartitionBytes.parts(LineageWalk.scan(rdd), partition);
        parts.addAll(read);
        if (!read.isEmpty()) {
            return true;
        }
        for (Iterator<Dependency<?>> all = rdd.dependencies().iterator(); all.hasNext(); ) {
            if (all.next() instanceof NarrowDependency<?> narrow && !followsAll(narrow, index)) {
                return false;
            }
        }
        return true;
    }

    private boolean followsAll(NarrowDependency<?> narrow, int index) {
        for (Iterator<Object> parents = narrow.getParents(index).iterator(); parents.hasNext(); ) {
            if (!follows(narrow.rdd(), (Integer) parents.next())) {
                return false;
            }
        }
        return true;
    }
}
