// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.guard;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Decides whether a decision may run on the request's own thread, which saves two changes of threads. It must have been earned:
 * so many decisions in a row that came in time on the pool's threads. Few may do so at once: a thread that never comes back
 * is a handler lost to the NameNode, so that no more than these few can ever be. One that stays inside for long, or throws, ends
 * the trust, and it has to be earned anew.
 */
final class Trust {
    private static final int TO_BE_EARNED = 1000;
    private static final long FREE = 0;

    private final AtomicLongArray inside;
    private final AtomicInteger inTime = new AtomicInteger();

    /** @param most decisions on requests' threads at once */
    Trust(int most) {
        inside = new AtomicLongArray(most);
    }

    /** @return a place to leave again, or -1 when the decision has to go to the pool */
    int enter(long nowNanos) {
        if (inTime.get() < TO_BE_EARNED) {
            return -1;
        }
        for (int place = 0; place < inside.length(); place++) {
            if (inside.get(place) == FREE && inside.compareAndSet(place, FREE, nowNanos | 1)) {
                return place;
            }
        }
        return -1;
    }

    void leave(int place) {
        inside.set(place, FREE);
    }

    void cameInTime() {
        if (inTime.get() < TO_BE_EARNED) {
            inTime.incrementAndGet();
        }
    }

    void end() {
        inTime.set(0);
    }

    boolean isEarned() {
        return inTime.get() >= TO_BE_EARNED;
    }

    /** Whether somebody has been inside for longer than this. */
    boolean anyInsideLonger(long nanos, long nowNanos) {
        for (int place = 0; place < inside.length(); place++) {
            long since = inside.get(place);
            if (since != FREE && nowNanos - since > nanos) {
                return true;
            }
        }
        return false;
    }
}
