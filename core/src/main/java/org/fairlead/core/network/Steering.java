// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Collections;
import java.util.EnumSet;
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
    public static final Steering NONE = new Steering(
            EnumSet.noneOf(TrafficClass.class), sender -> false, PairShare.ALL, PathPlan.NONE, 0, Long.MIN_VALUE);

    private final Set<TrafficClass> classes;
    private final IntPredicate senders;
    private final PairShare pairs;
    private final PathPlan plan;
    private final long holdNanos;
    private final long untilNanos;

    /**
     * @param classes whose paths are kept
     * @param senders hosts whose sending is steered
     * @param pairs the share of the host pairs that is steered; the others are left to the network
     * @param plan in force
     * @param holdNanos for so long since it was last given one, a unit keeps its path whatever happens
     * @param untilNanos when nobody keeps any path any more unless somebody says so again, as when whoever plans is gone; {@link Long#MAX_VALUE} for never
     */
    public Steering(
            Set<TrafficClass> classes,
            IntPredicate senders,
            PairShare pairs,
            PathPlan plan,
            long holdNanos,
            long untilNanos) {
        EnumSet<TrafficClass> kept = EnumSet.noneOf(TrafficClass.class);
        kept.addAll(classes);
        this.classes = Collections.unmodifiableSet(kept);
        this.senders = senders;
        this.pairs = pairs;
        this.plan = plan;
        this.holdNanos = holdNanos;
        this.untilNanos = untilNanos;
    }

    /** Of all host pairs, for as long as the view counts. */
    public Steering(Set<TrafficClass> classes, IntPredicate senders, PathPlan plan, long holdNanos) {
        this(classes, senders, PairShare.ALL, plan, holdNanos, Long.MAX_VALUE);
    }

    /** Whose paths are kept. */
    public Set<TrafficClass> classes() {
        return classes;
    }

    /** Whether what a host sends is steered. */
    public boolean steers(int source) {
        return senders.test(source);
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
                && classes.contains(unit.trafficClass())
                && senders.test(unit.source())
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
