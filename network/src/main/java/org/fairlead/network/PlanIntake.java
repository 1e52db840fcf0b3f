// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which of the plans that controllers send is carried out: that of the highest epoch as long as it lasts, if it is enforced and of the topology here. Safe for threads.
 */
public final class PlanIntake {
    private static final Logger LOG = LoggerFactory.getLogger(PlanIntake.class);

    private final Topology topology;
    private final String topologyId;
    private final String sends;
    private final String otherwise;
    private final TimeSource time;
    private final RareLog log = new RareLog(LOG);
    /** Guarded by this, as is what follows. */
    private final PlanLease lease;

    private long taken;

    /**
     * What a controller says of its plan.
     *
     * @param controller its name
     * @param topologyId of the topology that the plan is for
     * @param number of the plan in its epoch
     * @param validMillis for how long it may be carried out
     */
    public record Offer(
            String controller, String topologyId, long epoch, long number, boolean enforced, long validMillis) {}

    /**
     * That an offer counts from now on.
     *
     * @param number grows with each
     * @param untilNanos when it ends
     * @param usable whether it is carried out; if not, nothing is
     */
    public record Accepted(long number, long nowNanos, long untilNanos, boolean usable) {}

    /** Has what counts carried out. */
    public interface Carrier {
        /** @return whether it is newer than all before */
        boolean carry(Accepted accepted);
    }

    /**
     * @param sends what a controller does, for the log: such as "plans paths"
     * @param otherwise what holds without a usable plan, for the log
     */
    public PlanIntake(Topology topology, String sends, String otherwise, TimeSource time) {
        this.topology = topology;
        this.sends = sends;
        this.otherwise = otherwise;
        this.time = time;
        topologyId = TopologyMessage.of(topology).id();
        lease = new PlanLease(time.nanoTime());
    }

    /**
     * Takes a plan, unless a newer controller's lasts.
     *
     * @return whether it is the one that counts now
     */
    public synchronized boolean take(Offer offer, Carrier carrier) {
        long now = time.nanoTime();
        if (lease.isOlder(offer.epoch(), now)) {
            return false;
        }
        if (lease.isKnown(offer.epoch(), offer.number(), offer.validMillis(), now)) {
            return true;
        }
        boolean usable = offer.enforced() && offer.topologyId().equals(topologyId);
        if (offer.enforced() && !usable) {
            log.warn(
                    "topology",
                    "the controller " + offer.controller() + " " + sends + " of another topology than "
                            + topology.name() + " here; " + otherwise,
                    null);
        }
        long until = lease.take(offer.epoch(), offer.number(), usable ? offer.validMillis() : 0, now);
        return carrier.carry(new Accepted(++taken, now, until, usable));
    }
}
