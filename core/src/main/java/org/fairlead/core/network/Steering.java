// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * For which host pairs and classes somebody keeps paths, and which path is held now until when. A part of the view: who estimates what a transfer would get
 * takes the most of the paths where a pair is kept and its path is free to change, the held path where one is held, and the mean over the paths elsewhere. Immutable;
 * safe for threads as long as {@code senders} is. Times are on the clock of whoever holds the view.
 */
public final class Steering {
    /** Nobody keeps any path. */
    public static final Steering NONE =
            new Steering(SteeredSenders.NOBODY, PairShare.ALL, PathPlan.NONE, 0, Long.MIN_VALUE);

    private final SteeredSenders senders;
    private final PairShare pairs;
    private final PathPlan plan;
    private final long holdNanos;
    private final long untilNanos;

    /**
     * @param senders hosts whose sending is steered, and of which classes
     * @param pairs the share of the host pairs that is steered; the others are left to the network
     * @param plan in force
     * @param holdNanos for so long since it was last given one, a unit keeps its path whatever happens
     * @param untilNanos when nobody keeps any path any more unless somebody says so again, as when whoever plans is gone; {@link Long#MAX_VALUE} for never
     */
    public Steering(SteeredSenders senders, PairShare pairs, PathPlan plan, long holdNanos, long untilNanos) {
        this.senders = senders;
        this.pairs = pairs;
        this.plan = plan;
        this.holdNanos = holdNanos;
        this.untilNanos = untilNanos;
    }

    /** Of all host pairs, for as long as the view counts. */
    public Steering(Set<TrafficClass> classes, IntPredicate senders, PathPlan plan, long holdNanos) {
        this(SteeredSenders.of(classes, senders), PairShare.ALL, plan, holdNanos, Long.MAX_VALUE);
    }

    /** Whether what a host sends of a class is steered. */
    public boolean steers(int source, TrafficClass trafficClass) {
        return senders.steers(source, trafficClass);
    }

    /** The host pairs that are steered. */
    public PairShare pairs() {
        return pairs;
    }

    /** In force, as long as it is valid. */
    public PathPlan plan() {
        return plan;
    }

    /** For so long since it was last given one, a unit keeps its path. */
    public long holdNanos() {
        return holdNanos;
    }

    /** Whether somebody keeps the path of a unit. */
    public boolean keeps(FlowUnit unit, long nowNanos) {
        return nowNanos < untilNanos
                && senders.steers(unit.source(), unit.trafficClass())
                && pairs.has(unit.source(), unit.destination());
    }

    /** The path that a unit takes now, free to change or not; the network's own where none is held. */
    public PathChoice taken(FlowUnit unit, long nowNanos) {
        return held(unit, nowNanos).map(PathPlan.Held::path).orElse(PathChoice.NETWORK);
    }

    /** The path that a unit takes and that is not free to change. */
    public Optional<PathChoice> fixed(FlowUnit unit, long nowNanos) {
        return held(unit, nowNanos)
                .filter(held -> nowNanos - held.movedAtNanos() < holdNanos)
                .map(PathPlan.Held::path);
    }

    private Optional<PathPlan.Held> held(FlowUnit unit, long nowNanos) {
        return keeps(unit, nowNanos) ? plan.held(unit, nowNanos) : Optional.empty();
    }
}
