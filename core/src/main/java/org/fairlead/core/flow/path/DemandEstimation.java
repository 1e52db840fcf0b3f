// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/**
 * What each flow would get if only the hosts' own links bound it: its natural demand, which its rate in a congested network does
 * not show.
 *
 * <p>Goals: find the flows worth a path of their own, from nothing but who sends to whom.
 *
 * <p>Constraints: no sender's and no receiver's demands exceed its link; each flow is bound by a full sender or a full receiver.
 *
 * <p>Algorithm: two steps by turns until nothing changes. Senders: what a sender's settled flows leave is split evenly among its
 * others. Receivers: where more arrives than the link takes, each flow may have an even share; flows below the share keep what
 * they have and leave the rest to the others, until no flow falls below; the others are then settled. When rounding leaves
 * no flow above its share, all flows are taken to be. A demand, once settled, only falls, so the turns end; they are bounded anyway, and
 * stopping early still overfills nothing.
 *
 * <p>Example (unit: a host's link), flows 0→1, 0→2, 0→3, 1→0 twice, 1→2, 2→0, 2→3, 3→1 twice. Senders first: 0 and 1 give 1/3 each, 2
 * and 3 give 1/2 each. Receiver 0 is offered 1/3 + 1/3 + 1/2, so each gets 1/3; receiver 1 is offered 1/3 + 1/2 + 1/2, so each gets
 * 1/3. Sender 2 then gives its other flow 2/3, and receiver 3, with 1/3 + 2/3, is just full.
 *
 * <p>Source: Al-Fares et al., Hedera, NSDI 2010, the section on demand estimation; with hosts' links that may differ.
 */
final class DemandEstimation {
    /** Shares of a host's link below this are rounding. */
    private static final double ROUNDING = 1e-12;

    private final int[][] bySource;
    private final int[][] byDestination;
    private final double[] sends;
    private final double[] receives;
    private final double[] demand;
    private final boolean[] settled;
    private final boolean[] limited;

    /**
     * @param sources of each flow, as an index of {@code sends}
     * @param destinations of each flow, as an index of {@code receives}
     * @param sends what each host can send, in any unit, above 0
     * @param receives what each host can receive, in the same unit, above 0
     */
    private DemandEstimation(int[] sources, int[] destinations, double[] sends, double[] receives) {
        bySource = Grouping.of(sources, sends.length);
        byDestination = Grouping.of(destinations, receives.length);
        this.sends = sends;
        this.receives = receives;
        demand = new double[sources.length];
        settled = new boolean[sources.length];
        limited = new boolean[sources.length];
    }

    /** @return a demand per flow, in the unit of {@code sends} and {@code receives} */
    static double[] of(int[] sources, int[] destinations, double[] sends, double[] receives) {
        return new DemandEstimation(sources, destinations, sends, receives).estimate();
    }

    private double[] estimate() {
        // each turn that changes something settles a flow or lowers a settled one; practice needs a few
        int most = 10 + 2 * (sends.length + receives.length);
        boolean changed = true;
        for (int turn = 0; changed && turn < most; turn++) {
            changed = false;
            for (int host = 0; host < sends.length; host++) {
                changed |= fromSender(host);
            }
            for (int host = 0; host < receives.length; host++) {
                changed |= atReceiver(host);
            }
        }
        return demand;
    }

    private boolean fromSender(int host) {
        double taken = 0;
        int open = 0;
        for (int flow : bySource[host]) {
            if (settled[flow]) {
                taken += demand[flow];
            } else {
                open++;
            }
        }
        if (open == 0) {
            return false;
        }
        double share = Math.max(0, sends[host] - taken) / open;
        boolean changed = false;
        for (int flow : bySource[host]) {
            if (!settled[flow]) {
                changed |= Math.abs(demand[flow] - share) > ROUNDING * sends[host];
                demand[flow] = share;
            }
        }
        return changed;
    }

    private boolean atReceiver(int host) {
        double offered = 0;
        for (int flow : byDestination[host]) {
            offered += demand[flow];
        }
        if (offered <= receives[host] * (1 + ROUNDING)) {
            return false;
        }
        double share = evenShare(host);
        boolean changed = false;
        for (int flow : byDestination[host]) {
            if (limited[flow]) {
                changed |= !settled[flow] || Math.abs(demand[flow] - share) > ROUNDING * receives[host];
                demand[flow] = share;
                settled[flow] = true;
            }
        }
        return changed;
    }

    /** What each flow that this receiver limits may have; says in {@code limited} which those are. */
    private double evenShare(int host) {
        int[] flows = byDestination[host];
        int left = flows.length;
        for (int flow : flows) {
            limited[flow] = true;
        }
        double share = receives[host] / left;
        boolean fell = true;
        while (fell) {
            fell = false;
            double kept = 0;
            int still = 0;
            for (int flow : flows) {
                if (limited[flow] && demand[flow] < share) {
                    limited[flow] = false;
                    fell = true;
                }
                if (limited[flow]) {
                    still++;
                } else {
                    kept += demand[flow];
                }
            }
            if (still == 0) { // only by rounding: more is offered than fits, so some flow is above its share
                for (int flow : flows) {
                    limited[flow] = true;
                }
                return receives[host] / flows.length;
            }
            if (fell) {
                share = (receives[host] - kept) / still;
            }
        }
        return share;
    }
}
