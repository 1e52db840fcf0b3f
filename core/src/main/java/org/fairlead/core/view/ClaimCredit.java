// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.HashMap;
import java.util.Map;

/**
 * Decides how far a claimant is believed who says what it will carry, by what became of what it said before.
 *
 * <p><b>Goals.</b> Who claims what never comes lowers what others see of a link for two intervals, and by less each time after.
 * Who carries a good part of what it claims is believed wholly, and so is who was late once.
 *
 * <p><b>Algorithm.</b> Over windows that begin with a claim and end with the first report a quarter of an interval later: A = bytes that counters should have shown by its claims, B = of
 * each link the lesser of that and of what the counters did show. B &lt; A/4 is a strike, anything else halves the strikes. With
 * n strikes a claim counts for 4^−(n−1) of itself, at most for all. On a link that no counter reports, a claim counts for two
 * intervals from the first one on, until the link is reported.
 *
 * <p><b>Example.</b> An application claims a link of 10 MB/s for half of each second and sends nothing. Until the second report its
 * claims count wholly, then for 2.5 MB/s, then for 0.6.
 *
 * <p><b>Constraints.</b> What others carry on the same link passes for the claimant's: a claim there says what the counters say anyway.
 *
 * <p><b>Source.</b> Ours. Not safe for threads; links by index.
 */
final class ClaimCredit {
    /** The least part of a claim that has to come. */
    private static final double CONFIRMED = 0.25;

    private static final double OF_EACH_STRIKE = 0.25;
    private static final int MOST_STRIKES = 16;
    private static final int INTERVALS_WITHOUT_COUNTERS = 2;
    private static final int WINDOWS_IN_AN_INTERVAL = 4;

    private final long intervalNanos;
    private final Map<Integer, Long> unreportedSinceNanos = new HashMap<>();
    private final Map<Integer, Residue> residues = new HashMap<>();
    private boolean open;
    private long openedNanos;
    private double claimedBytes;
    private double confirmedBytes;
    private int strikes;

    /**
     * What was claimed on a link under a name that is gone, and has to show in the next report all the same.
     *
     * @param reportedNanos when the link was last reported
     */
    private record Residue(double bytes, long reportedNanos, long leftNanos) {
        Residue plus(Residue other) {
            return new Residue(bytes + other.bytes, Math.min(reportedNanos, other.reportedNanos), other.leftNanos);
        }
    }

    /** @param intervalNanos between two reports of a link */
    ClaimCredit(long intervalNanos) {
        this.intervalNanos = intervalNanos;
    }

    /**
     * Something is claimed of a link from now on.
     *
     * @param reportedNanos when the link was last reported; {@link ClusterView#NEVER}
     */
    void claimed(int link, long reportedNanos, long nowNanos) {
        if (isReportedSinceClaimed(link, reportedNanos)) {
            unreportedSinceNanos.put(link, nowNanos);
        }
        if (!open) {
            open = true;
            openedNanos = nowNanos;
        }
    }

    /**
     * A link was reported on which something was claimed.
     *
     * @param expectedBytes that the report should show by the claims
     * @param shownBytes that it does show, of everybody
     */
    void reported(double expectedBytes, double shownBytes, long atNanos) {
        claimedBytes += expectedBytes;
        confirmedBytes += Math.min(expectedBytes, shownBytes);
        if (!open || atNanos - openedNanos < intervalNanos / WINDOWS_IN_AN_INTERVAL) {
            return;
        }
        if (claimedBytes > 0) {
            strikes = confirmedBytes < CONFIRMED * claimedBytes ? Math.min(MOST_STRIKES, strikes + 1) : strikes / 2;
        }
        open = false;
        claimedBytes = 0;
        confirmedBytes = 0;
    }

    /**
     * A name is gone under which something was claimed.
     *
     * @param bytes that the next report of the link should show
     */
    void left(int link, double bytes, long reportedNanos, long nowNanos) {
        if (bytes > 0 && reportedNanos != ClusterView.NEVER) {
            residues.merge(link, new Residue(bytes, reportedNanos, nowNanos), Residue::plus);
        }
    }

    /** Takes in reports for what was left. */
    void reported(ClusterView view, long nowNanos) {
        residues.entrySet().removeIf(entry -> {
            Residue residue = entry.getValue();
            long atNanos = view.measuredAtNanos(entry.getKey());
            if (atNanos - residue.reportedNanos > 0) {
                double seconds = (atNanos - residue.reportedNanos) / 1e9;
                reported(residue.bytes, view.latest(entry.getKey()) * seconds, atNanos);
                return true;
            }
            return nowNanos - residue.leftNanos >= INTERVALS_WITHOUT_COUNTERS * intervalNanos;
        });
    }

    /** The part of a claim on a link that counts, 0 to 1. */
    double of(int link, long reportedNanos, long nowNanos) {
        if (lapsesNanos(link, reportedNanos) <= nowNanos) {
            return 0;
        }
        return strikes <= 1 ? 1 : Math.pow(OF_EACH_STRIKE, strikes - 1);
    }

    /** When a claim on a link stops to count if no report comes; {@link Long#MAX_VALUE}: a report has come. */
    long lapsesNanos(int link, long reportedNanos) {
        return isReportedSinceClaimed(link, reportedNanos)
                ? Long.MAX_VALUE
                : unreportedSinceNanos.get(link) + INTERVALS_WITHOUT_COUNTERS * intervalNanos;
    }

    private boolean isReportedSinceClaimed(int link, long reportedNanos) {
        Long since = unreportedSinceNanos.get(link);
        return since == null || (reportedNanos != ClusterView.NEVER && reportedNanos - since > 0);
    }
}
