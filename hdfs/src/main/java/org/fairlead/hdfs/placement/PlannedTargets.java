// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/** What the request on this thread should try first. Hadoop calls a policy back on the same thread. */
final class PlannedTargets {
    private static final ThreadLocal<Deque<DatanodeDescriptor>> CURRENT = new ThreadLocal<>();

    private PlannedTargets() {}

    static void set(List<DatanodeDescriptor> targets) {
        if (!targets.isEmpty()) {
            CURRENT.set(new ArrayDeque<>(targets));
        }
    }

    static void clear() {
        CURRENT.remove();
    }

    /** Empty when stock decides, or when all have been tried. */
    static Deque<DatanodeDescriptor> current() {
        Deque<DatanodeDescriptor> targets = CURRENT.get();
        return targets == null ? new ArrayDeque<>(0) : targets;
    }
}
