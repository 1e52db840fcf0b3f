// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.OptionalDouble;

/**
 * What a new transfer has to expect of each link: the measured view, with what was committed since. Safe for threads; reading
 * takes no lock.
 */
public interface AvailableBandwidth {
    ClusterView view();

    /**
     * Bytes per second that one more transfer would get on a link, were the link its only limit; 0 when nothing can be
     * expected, never negative.
     */
    double available(int link, long nowNanos);

    /**
     * Bytes per second of a link that everybody else leaves: what all of our transfers together would get, were the link their only limit;
     * 0 when nothing can be expected. What one more transfer would get, where a model does not tell ours from others'.
     */
    default double left(int link, long nowNanos) {
        return available(link, nowNanos);
    }

    /**
     * Bytes per second of a link's latest rate that our own transfers can have been at most. Empty where a model does not tell ours from
     * others'.
     */
    default OptionalDouble ours(int link) {
        return OptionalDouble.empty();
    }

    Freshness knowledge(int link, long nowNanos);

    /** Whether nothing at all is known of this moment: then stock decides, whatever the links were like before. */
    default boolean isBlind(long nowNanos) {
        return view().isBlind(nowNanos);
    }
}
