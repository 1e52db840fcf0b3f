// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which links nobody should count on: those without a carrier, and for a while those that came back. Safe for threads.
 *
 * <p><b>Goals.</b> A dead link is left with the next report. One that comes and goes is left for longer each time, so that it moves no flow again and again.
 *
 * <p><b>Constraints.</b> Only what switches say of their ports counts, never silence. A link that stays up is trusted again in the end.
 *
 * <p><b>Algorithm.</b> Flap damping with time in the place of a penalty: after its n-th loss of the carrier a link is avoided until it has stood for 2^(n−1) seconds, at most {@value #MOST_SECONDS}. For each {@value #FORGET_SECONDS} s
 * that it stands beyond that, one loss is forgotten.
 *
 * <p><b>Example.</b> Down at 10 s and up at 12: avoided until 13. Down again at 20, up at 21: avoided until 23, down at 25, up at 26: until 30. It stands: at 60 two losses count, at 90 one.
 *
 * <p><b>Source.</b> After RFC 2439, BGP Route Flap Damping, section 2.
 */
public final class LinkDamping {
    static final int MOST_SECONDS = 60;
    static final int FORGET_SECONDS = 30;

    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_LOSSES = 7;

    private final Map<Integer, Port> ports = new HashMap<>();

    private static final class Port {
        private boolean down;
        private int losses;
        /** Until when it is avoided though it is up. */
        private long untilNanos;

        void lost(long nowNanos) {
            losses = Math.min(MOST_LOSSES, remembered(nowNanos) + 1);
            down = true;
        }

        void found(long nowNanos) {
            down = false;
            untilNanos = nowNanos + Math.min(MOST_SECONDS, 1L << (losses - 1)) * SECOND;
        }

        int remembered(long nowNanos) {
            long stood = Math.max(0, nowNanos - untilNanos);
            return (int) Math.max(0, losses - stood / (FORGET_SECONDS * SECOND));
        }

        boolean isAvoided(long nowNanos) {
            return down || nowNanos - untilNanos < 0;
        }
    }

    /**
     * What a switch reports of the port by which it sends into a link.
     *
     * @param link its index
     * @param there whether it has a carrier
     */
    public synchronized void carrier(int link, boolean there, long nowNanos) {
        Port port = ports.get(link);
        if (port == null) {
            if (there) {
                return;
            }
            port = new Port();
            ports.put(link, port);
        }
        if (!there && !port.down) {
            port.lost(nowNanos);
        } else if (there && port.down) {
            port.found(nowNanos);
        } else if (there && port.remembered(nowNanos) == 0 && !port.isAvoided(nowNanos)) {
            ports.remove(link);
        }
    }

    /** Indices of the links that nobody should count on now. */
    public synchronized Set<Integer> avoided(long nowNanos) {
        Set<Integer> avoided = new TreeSet<>();
        ports.forEach((link, port) -> {
            if (port.isAvoided(nowNanos)) {
                avoided.add(link);
            }
        });
        return avoided;
    }
}
