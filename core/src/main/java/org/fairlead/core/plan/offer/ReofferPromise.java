// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

/**
 * The moment at which slots that a stage left free are offered again at the latest. {@link #isStarved} may be asked on any thread; the rest belongs to the thread, or
 * the lock, that offers.
 */
public final class ReofferPromise {
    private volatile boolean starved;
    private long untilNanos;

    /**
     * A slot stays free. A moment that has passed no longer counts: another stage's wish for it may have been ours as well.
     *
     * @return whether that moment has to be seen to
     */
    public boolean isNews(long atNanos, long nowNanos) {
        if (starved && atNanos - untilNanos >= 0 && untilNanos - nowNanos > 0) {
            return false;
        }
        starved = true;
        untilNanos = atNanos;
        return true;
    }

    /** Whether slots have been left free since they were last offered again. */
    public boolean isStarved() {
        return starved;
    }

    /** They are offered again. */
    public void kept() {
        starved = false;
    }
}
