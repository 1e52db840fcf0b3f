// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * For which host pairs and classes somebody keeps paths, and which path is held now until when. A part of the view: who estimates what a transfer would get
 * takes the most of the paths where a pair is kept and its path is free to change, the held path where one is held, and the mean over the paths elsewhere. Immutable;
 * safe for threads as long as {@code senders} is.
 */
public final class Steering {
    /** Nobody keeps any path. */
    public static final Steering NONE =
            new Steering(EnumSet.noneOf(TrafficClass.class), sender -> false, PathPlan.NONE, 0);

    private final Set<TrafficClass> classes;
    private final IntPredicate senders;
    private final PathPlan plan;
    private final long holdNanos;

    /**
     * @param classes whose paths are kept
     * @param senders hosts whose sending is steered
     * @param plan in force
     * @param holdNanos for so long since it was last given one, a unit keeps its path whatever happens
     */
    public Steering(Set<TrafficClass> classes, IntPredicate senders, PathPlan plan, long holdNanos) {
        this.classes = classes.isEmpty() ? EnumSet.noneOf(TrafficClass.class) : EnumSet.copyOf(classes);
        this.senders = senders;
        this.plan = plan;
        this.holdNanos = holdNanos;
    }

    /** Whether somebody keeps the path of what a host sends in a class. */
    public boolean keeps(int source, TrafficClass trafficClass) {
        return classes.contains(trafficClass) && senders.test(source);
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
        return keeps(unit.source(), unit.trafficClass()) ? plan.held(unit, nowNanos) : Optional.empty();
    }
}
