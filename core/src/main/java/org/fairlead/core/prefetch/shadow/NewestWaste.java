// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/** Bytes that were fetched ahead and not read, of an application's newest requests that are over: with each new one all older ones count for a bit less. */
final class NewestWaste {
    private final double mostShare;
    private final int leastRequests;
    private final double kept;
    private int requests;
    private double fetched;
    private double unread;

    /**
     * @param mostShare of the fetched bytes that may go unread
     * @param leastRequests of which something came, before anything is said
     * @param newest how many requests count, about
     */
    NewestWaste(double mostShare, int leastRequests, int newest) {
        this.mostShare = mostShare;
        this.leastRequests = leastRequests;
        kept = 1 - 1.0 / newest;
    }

    /** A request of which nothing came says nothing. */
    void add(long fetchedBytes, long unreadBytes) {
        if (fetchedBytes > 0) {
            requests = Math.min(leastRequests, requests + 1);
            fetched = kept * fetched + fetchedBytes;
            unread = kept * unread + unreadBytes;
        }
    }

    boolean isTooMuch() {
        return requests >= leastRequests && unread > mostShare * fetched;
    }
}
