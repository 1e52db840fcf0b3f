// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PairShare;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.SteeredSenders;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.message.SteeringMessage;

/**
 * Puts together whose paths are kept, from what views say of it. It counts for as long as figures of the same view do: when whoever plans is gone, hosts go back to the network's own paths,
 * and so do estimates. Not safe for threads.
 */
final class ReceivedSteering {
    private static final TrafficClass[] CLASSES = TrafficClass.values();

    private final Topology topology;
    private SteeredSenders senders = SteeredSenders.NOBODY;
    private final Map<FlowUnit, PathPlan.Held> held = new LinkedHashMap<>();
    private PathPlan plan = PathPlan.NONE;
    private Steering steering = Steering.NONE;

    ReceivedSteering(Topology topology) {
        this.topology = topology;
    }

    Steering steering() {
        return steering;
    }

    void forget() {
        senders = SteeredSenders.NOBODY;
        held.clear();
        plan = PathPlan.NONE;
        steering = Steering.NONE;
    }

    /**
     * @param message null: nobody keeps any path
     * @param untilNanos when all of it ends unless it is said again
     */
    void take(SteeringMessage message, long receivedNanos, long untilNanos) {
        if (message == null) {
            forget();
            return;
        }
        if (message.senders() != null) {
            senders = senders(message.senders());
        }
        boolean changed = message.whole() && !held.isEmpty();
        if (message.whole()) {
            held.clear();
        }
        for (int i = 0; i < message.from().length; i++) {
            changed |= enter(message, i, receivedNanos);
        }
        long validUntilNanos = receivedNanos + message.validMicros() * 1000;
        plan = changed
                ? new PathPlan(message.plan(), validUntilNanos, held)
                : plan.until(message.plan(), validUntilNanos);
        steering = new Steering(
                senders,
                new PairShare(message.pairShare(), message.pairSeed()),
                plan,
                message.holdMicros() * 1000,
                untilNanos);
    }

    private boolean enter(SteeringMessage message, int at, long receivedNanos) {
        Optional<TrafficClass> of = Arrays.stream(CLASSES)
                .filter(each -> SteeringMessage.code(each) == message.trafficClass()[at])
                .findFirst();
        if (of.isEmpty()) {
            return false; // a newer controller's
        }
        FlowUnit unit = new FlowUnit(message.from()[at], message.to()[at], of.get());
        if (message.path()[at] == SteeringMessage.NETWORKS) {
            return held.remove(unit) != null;
        }
        held.put(
                unit,
                new PathPlan.Held(
                        new PathChoice(message.path()[at]), receivedNanos - message.movedMicros()[at] * 1000, 0));
        return true;
    }

    private static SteeredSenders senders(Map<String, int[]> byLabel) {
        Map<TrafficClass, BitSet> senders = new EnumMap<>(TrafficClass.class);
        for (TrafficClass each : CLASSES) {
            BitSet hosts = new BitSet();
            Arrays.stream(byLabel.getOrDefault(each.label(), new int[0])).forEach(hosts::set);
            senders.put(each, hosts);
        }
        return (source, trafficClass) -> senders.get(trafficClass).get(source);
    }

    /** @param whole whether the view is: then there is nothing on which a part could build */
    void check(SteeringMessage message, boolean whole) throws InvalidMessageException {
        if (message == null) {
            return;
        }
        if (whole && (message.senders() == null || !message.whole())) {
            throw new InvalidMessageException("steering: a whole view has all senders and pairs");
        }
        if (message.pairShare() > 1) {
            throw new InvalidMessageException(
                    "steering.pair_share: " + message.pairShare() + " is not a share between 0 and 1");
        }
        if (message.senders() != null) {
            for (int[] ofClass : message.senders().values()) {
                for (int sender : ofClass) {
                    expectHost("steering.senders", sender);
                }
            }
        }
        int after = held.size();
        for (int i = 0; i < message.from().length; i++) {
            expectHost("steering.from", message.from()[i]);
            expectHost("steering.to", message.to()[i]);
            ReceivedView.expect(
                    "steering.path", message.path()[i], SteeringMessage.NETWORKS, PathsMessage.Pair.MOST_PATHS - 1);
            ReceivedView.expect("steering.moved_micros", message.movedMicros()[i], 0, SteeringMessage.LONGEST_MICROS);
            after += message.path()[i] == SteeringMessage.NETWORKS ? 0 : 1;
        }
        ReceivedView.expect("steering: pairs", message.whole() ? 0 : after, 0, 2L * PathsMessage.MOST_PAIRS);
    }

    private void expectHost(String field, int node) throws InvalidMessageException {
        ReceivedView.expect(field, node, 0, topology.nodes().size() - 1L);
        if (!(topology.nodes().get(node) instanceof Host)) {
            throw new InvalidMessageException(field + ": " + node + " is a switch; a host is expected");
        }
    }
}
