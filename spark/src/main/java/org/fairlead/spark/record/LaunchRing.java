// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** The newest launches, by the number of the task, which Spark counts up: adding and finding take no lock and no search. */
final class LaunchRing {
    private final AtomicReferenceArray<Launch> slots;

    /** @param size a power of two */
    LaunchRing(int size) {
        slots = new AtomicReferenceArray<>(size);
    }

    private int slot(long taskId) {
        return (int) (taskId & (slots.length() - 1));
    }

    void add(Launch launch) {
        slots.set(slot(launch.taskId()), launch);
    }

    /** @return the launch as it ended; null when it is not kept any more */
    Launch ended(long taskId, Launch.Outcome outcome) {
        int slot = slot(taskId);
        Launch known = slots.get(slot);
        if (known == null || known.taskId() != taskId) {
            return null;
        }
        Launch ended = known.ended(outcome);
        slots.compareAndSet(slot, known, ended);
        return ended;
    }

    void forEach(Consumer<Launch> each) {
        for (int i = 0; i < slots.length(); i++) {
            Launch launch = slots.get(i);
            if (launch != null) {
                each.accept(launch);
            }
        }
    }
}
