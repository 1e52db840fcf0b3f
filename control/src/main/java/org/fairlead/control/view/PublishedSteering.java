// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.message.SteeringMessage;

/**
 * Whose paths are kept, and since which version of the view each part of that is what it is: enough to tell anybody what changed. Pairs that are held no longer are remembered, up to a number;
 * whoever knows older versions than that is told all. Immutable.
 */
final class PublishedSteering {
    static final PublishedSteering NONE = new PublishedSteering(Steering.NONE, Map.of(), 0, 0, Map.of());
    private static final int MOST_RELEASED = 4096;

    private final Steering steering;
    private final Map<String, int[]> senders;
    private final long sendersChanged;
    /** Changes build on this version or later ones. */
    private final long firstVersion;

    private final Map<FlowUnit, Pair> pairs;

    /** @param held null: no longer */
    private record Pair(PathPlan.Held held, long changed) {
        boolean isOf(PathPlan.Held now) {
            return held != null && held.path().equals(now.path()) && held.movedAtNanos() == now.movedAtNanos();
        }
    }

    private PublishedSteering(
            Steering steering,
            Map<String, int[]> senders,
            long sendersChanged,
            long firstVersion,
            Map<FlowUnit, Pair> pairs) {
        this.steering = steering;
        this.senders = senders;
        this.sendersChanged = sendersChanged;
        this.firstVersion = firstVersion;
        this.pairs = pairs;
    }

    /** @param version of the view that has it */
    PublishedSteering next(Steering now, Topology topology, long version) {
        if (now == steering) {
            return this;
        }
        if (now == Steering.NONE) {
            return NONE;
        }
        Map<String, int[]> newSenders = senders(now, topology);
        if (this == NONE) {
            return new PublishedSteering(now, newSenders, version, version, held(now, Map.of(), version));
        }
        long changed = same(newSenders, senders) ? sendersChanged : version;
        if (now.plan().sharesPaths(steering.plan())
                && changed == sendersChanged
                && now.pairs().equals(steering.pairs())) {
            return new PublishedSteering(now, senders, sendersChanged, firstVersion, pairs);
        }
        Map<FlowUnit, Pair> newer = held(now, pairs, version);
        int gone = 0;
        for (Map.Entry<FlowUnit, Pair> each : pairs.entrySet()) {
            if (!newer.containsKey(each.getKey())) {
                newer.put(each.getKey(), each.getValue().held() == null ? each.getValue() : new Pair(null, version));
                gone++;
            }
        }
        if (gone <= MOST_RELEASED) {
            return new PublishedSteering(now, newSenders, changed, firstVersion, newer);
        }
        newer.values().removeIf(pair -> pair.held() == null);
        return new PublishedSteering(now, newSenders, changed, version, newer);
    }

    private static Map<String, int[]> senders(Steering steering, Topology topology) {
        Map<String, int[]> senders = new LinkedHashMap<>();
        for (TrafficClass each : TrafficClass.values()) {
            int[] ofClass = topology.hosts().stream()
                    .mapToInt(Host::index)
                    .filter(host -> steering.steers(host, each))
                    .toArray();
            if (ofClass.length > 0) {
                senders.put(each.label(), ofClass);
            }
        }
        return senders;
    }

    private static boolean same(Map<String, int[]> some, Map<String, int[]> others) {
        return some.keySet().equals(others.keySet())
                && some.entrySet().stream().allMatch(each -> Arrays.equals(each.getValue(), others.get(each.getKey())));
    }

    /** The first of a plan's pairs that are kept at all, as many as a message may have. */
    private static Map<FlowUnit, Pair> held(Steering now, Map<FlowUnit, Pair> before, long version) {
        Map<FlowUnit, Pair> held = new LinkedHashMap<>();
        for (Map.Entry<FlowUnit, PathPlan.Held> each : now.plan().paths().entrySet()) {
            if (held.size() >= PathsMessage.MOST_PAIRS) {
                break;
            }
            if (now.keeps(each.getKey(), Long.MIN_VALUE)) {
                Pair old = before.get(each.getKey());
                held.put(
                        each.getKey(),
                        old != null && old.isOf(each.getValue()) ? old : new Pair(each.getValue(), version));
            }
        }
        return held;
    }

    /**
     * What is told of it; null where nobody keeps any path.
     *
     * @param since the version on which it builds; 0: it is whole
     */
    SteeringMessage message(long since, long nowNanos) {
        if (this == NONE) {
            return null;
        }
        boolean whole = since == 0 || since < firstVersion;
        List<Map.Entry<FlowUnit, Pair>> reported = new ArrayList<>();
        for (Map.Entry<FlowUnit, Pair> each : pairs.entrySet()) {
            if (whole ? each.getValue().held() != null : each.getValue().changed() > since) {
                reported.add(each);
            }
        }
        int[] from = new int[reported.size()];
        int[] to = new int[from.length];
        int[] trafficClass = new int[from.length];
        int[] path = new int[from.length];
        long[] moved = new long[from.length];
        for (int i = 0; i < from.length; i++) {
            FlowUnit unit = reported.get(i).getKey();
            PathPlan.Held held = reported.get(i).getValue().held();
            from[i] = unit.source();
            to[i] = unit.destination();
            trafficClass[i] = SteeringMessage.code(unit.trafficClass());
            path[i] = held == null ? SteeringMessage.NETWORKS : held.path().number();
            moved[i] = held == null ? 0 : micros(nowNanos - held.movedAtNanos());
        }
        PathPlan plan = steering.plan();
        return new SteeringMessage(
                steering.pairs().share(),
                steering.pairs().seed(),
                micros(steering.holdNanos()),
                plan.epoch(),
                plan.isValid(nowNanos) ? micros(plan.validUntilNanos() - nowNanos) : 0,
                whole || sendersChanged > since ? senders : null,
                whole,
                from,
                to,
                trafficClass,
                path,
                moved);
    }

    private static long micros(long nanos) {
        return Math.min(SteeringMessage.LONGEST_MICROS, Math.max(0, nanos) / 1000);
    }
}
