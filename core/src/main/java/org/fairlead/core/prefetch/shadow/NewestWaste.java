// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/**
 * Bytes that were fetched ahead and not read, of an application's newest requests that are over: with each new one all older ones count for a bit less. Before the first, a quarter of how many count are taken as read: what
 * goes wrong before much is known of an application does not keep it from fetching for long.
 */
final class NewestWaste {
    private final double mostShare;
    private final int newest;
    private double fetched;
    private double unread;

    /**
     * @param mostShare of the fetched bytes that may go unread
     * @param newest how many requests count, about
     */
    NewestWaste(double mostShare, int newest) {
        this.mostShare = mostShare;
        this.newest = newest;
    }

    /** A request of which nothing came says nothing. */
    void add(long fetchedBytes, long unreadBytes) {
        if (fetchedBytes > 0) {
            double kept = 1 - 1.0 / newest;
            if (fetched == 0) {
                fetched = newest / 4.0 * fetchedBytes;
            }
            fetched = kept * fetched + fetchedBytes;
            unread = kept * unread + unreadBytes;
        }
    }

    boolean isTooMuch() {
        return unread > mostShare * fetched;
    }
}
