// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;

/** Extents that are to be fetched, what is due first first; no more than a bound. Safe for threads. */
final class FetchQueue {
    private static final int MOST = 1024;

    private final PriorityBlockingQueue<HeldExtent> waiting = new PriorityBlockingQueue<>(16, FetchQueue::compare);

    /** Of what is due at the same time what is read first is first. */
    private static int compare(HeldExtent one, HeldExtent other) {
        int byTime = Long.signum(one.deadlineNanos() - other.deadlineNanos());
        return byTime != 0
                ? byTime
                : Long.compare(one.extent().offset(), other.extent().offset());
    }

    /** Whether it is to take no more. What is not wanted any longer leaves it before. */
    boolean isFull() {
        if (waiting.size() >= MOST) {
            waiting.removeIf(HeldExtent::isEnded);
        }
        return waiting.size() >= MOST;
    }

    void add(List<HeldExtent> extents) {
        waiting.addAll(extents);
    }

    /** Those of some extents that wait here may be due at another time: when the first of those reads that wait for them. */
    void renew(List<HeldExtent> extents) {
        for (HeldExtent each : extents) {
            if (waiting.remove(each)) { // else somebody fetches it
                each.due(each.soonestNanos());
                waiting.add(each);
            }
        }
    }

    /** Waits for one. */
    HeldExtent take() throws InterruptedException {
        return waiting.take();
    }

    void clear() {
        waiting.clear();
    }
}
