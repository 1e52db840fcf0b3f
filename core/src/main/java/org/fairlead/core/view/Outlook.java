package org.fairlead.core.view;

/**
 * What a new transfer has to expect of each link: the measured view, with what was committed since. Safe for threads; reading
 * takes no lock.
 */
public interface Outlook {
    ClusterView view();

    /**
     * Bytes per second that one more transfer would get on a link, were the link its only limit; 0 when nothing can be
     * expected, never negative.
     */
    double available(int link, long nowNanos);

    Knowledge knowledge(int link, long nowNanos);

    /** Whether nothing at all is known of this moment: then stock decides, whatever the links were like before. */
    default boolean isBlind(long nowNanos) {
        return view().isBlind(nowNanos);
    }
}
