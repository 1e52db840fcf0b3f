// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Which path each host pair and class is to take, from one moment until another. What it does not name goes as the network decides; so does all once it has
 * ended. Immutable. Times are on the clock of whoever made it.
 */
public final class PathPlan {
    /** Of nobody, ended since ever. */
    public static final PathPlan NONE = new PathPlan(0, Long.MIN_VALUE, Map.of());

    private final long epoch;
    private final long validUntilNanos;
    private final Map<FlowUnit, Held> paths;

    /**
     * A path that is held.
     *
     * @param path never the network's own
     * @param movedAtNanos when it was last given another path, or its first
     * @param bytesPerSecond that it was promised of the links of its path; 0 where nothing was
     */
    public record Held(PathChoice path, long movedAtNanos, double bytesPerSecond) {
        public Held {
            if (path.isNetworks() || !(bytesPerSecond >= 0)) {
                throw new IllegalArgumentException("a path and a rate of at least 0 are expected, not " + path + " and "
                        + bytesPerSecond + " bytes per second");
            }
        }
    }

    /**
     * @param epoch grows with every plan of one planner
     * @param validUntilNanos when it ends unless a newer one takes its place
     * @param paths in the order in which they were decided
     */
    public PathPlan(long epoch, long validUntilNanos, Map<FlowUnit, Held> paths) {
        this(Collections.unmodifiableMap(new LinkedHashMap<>(paths)), epoch, validUntilNanos);
    }

    private PathPlan(Map<FlowUnit, Held> paths, long epoch, long validUntilNanos) {
        this.epoch = epoch;
        this.validUntilNanos = validUntilNanos;
        this.paths = paths;
    }

    /** The same paths, for as long as somebody says now. */
    public PathPlan until(long newEpoch, long newValidUntilNanos) {
        return new PathPlan(paths, newEpoch, newValidUntilNanos);
    }

    /** Whether its paths are those of another plan by {@link #until}: a look at nothing else, so equal paths of two plans that were made apart are not the same. */
    @SuppressWarnings("ReferenceEquality")
    public boolean sharesPaths(PathPlan other) {
        return paths == other.paths;
    }

    public long epoch() {
        return epoch;
    }

    public long validUntilNanos() {
        return validUntilNanos;
    }

    public boolean isValid(long nowNanos) {
        return nowNanos < validUntilNanos;
    }

    /** In the order in which they were decided. */
    public Map<FlowUnit, Held> paths() {
        return paths;
    }

    /** The path of a unit, whether the plan is still valid or not. */
    public Optional<Held> of(FlowUnit unit) {
        return Optional.ofNullable(paths.get(unit));
    }

    /** The path of a unit, as long as the plan is valid. */
    public Optional<Held> held(FlowUnit unit, long nowNanos) {
        return isValid(nowNanos) ? of(unit) : Optional.empty();
    }

    /** The paths of what some hosts send, in the order in which they were decided; none once the plan has ended. */
    public Map<FlowUnit, PathChoice> choices(IntPredicate sources, long nowNanos) {
        Map<FlowUnit, PathChoice> choices = new LinkedHashMap<>();
        if (isValid(nowNanos)) {
            paths.forEach((unit, held) -> {
                if (sources.test(unit.source())) {
                    choices.put(unit, held.path());
                }
            });
        }
        return choices;
    }
}
