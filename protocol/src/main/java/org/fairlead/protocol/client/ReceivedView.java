// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Suspicion;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Staleness;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.message.ViewMessage;

/** Puts whole views and changes together and turns ages into times on the clock of this process. Not safe for threads. */
public final class ReceivedView {
    private static final long LONGEST_AGE_MICROS = Long.MAX_VALUE / 4000;

    private final Topology topology;
    private final String topologyId;
    private final double[] smoothed;
    private final double[] latest;
    private final long[] measuredAtNanos;
    private final Origin[] origins;
    private final NodeStatus[] statuses;
    private final long[] heardNanos;
    private final double[] committed;
    private final ReceivedSteering steering;
    private Suspects suspects = Suspects.NONE;
    private long epoch;
    private long version;

    /** @param topologyId of the messages that are taken */
    public ReceivedView(Topology topology, String topologyId) {
        this.topology = topology;
        this.topologyId = topologyId;
        int links = topology.links().size();
        smoothed = new double[links];
        latest = new double[links];
        measuredAtNanos = new long[links];
        origins = new Origin[links];
        statuses = new NodeStatus[topology.nodes().size()];
        heardNanos = new long[statuses.length];
        committed = new double[links];
        steering = new ReceivedSteering(topology);
        forget();
    }

    public String topologyId() {
        return topologyId;
    }

    public long epoch() {
        return epoch;
    }

    /** On which the next change has to build; 0: only a whole view is taken. */
    public long version() {
        return version;
    }

    /**
     * @param receivedNanos when it came, on this process's monotonic clock
     * @throws InvalidMessageException if it is of another topology, builds on another version, or its figures make no sense;
     *     nothing is taken of it then, and the next has to be whole
     */
    public void take(ViewMessage message, long receivedNanos) throws IOException {
        try {
            check(message);
        } catch (InvalidMessageException e) {
            version = 0;
            throw e;
        }
        if (message.whole()) {
            forget();
        }
        ViewMessage.Links links = message.links();
        for (int i = 0; i < links.index().length; i++) {
            int link = links.index()[i];
            smoothed[link] = links.smoothed()[i];
            latest[link] = links.latest()[i];
            measuredAtNanos[link] = time(links.ageMicros()[i], receivedNanos);
            origins[link] = ViewMessage.origin(links.origin()[i]);
            committed[link] = links.committed()[i];
        }
        ViewMessage.Hosts hosts = message.hosts();
        for (int i = 0; i < hosts.index().length; i++) {
            heardNanos[hosts.index()[i]] = time(hosts.ageMicros()[i], receivedNanos);
            statuses[hosts.index()[i]] = hosts.ageMicros()[i] == ViewMessage.NEVER
                    ? NodeStatus.NONE
                    : new NodeStatus(
                            hosts.diskReads()[i],
                            hosts.diskWrites()[i],
                            hosts.diskBusyPerMille()[i] / 1000.0,
                            hosts.memoryAvailable()[i]);
        }
        suspects = suspects(message.suspects(), receivedNanos);
        steering.take(message.steering(), receivedNanos, receivedNanos + message.unknownAfterMillis() * 1_000_000);
        epoch = message.epoch();
        version = message.version();
    }

    private static Suspects suspects(ViewMessage.Suspected reported, long receivedNanos) {
        Map<Integer, Suspicion> suspects = new HashMap<>();
        for (int i = 0; i < reported.index().length; i++) {
            suspects.put(
                    reported.index()[i],
                    new Suspicion(
                            SuspicionCause.labelled(reported.cause()[i]),
                            time(reported.ageMicros()[i], receivedNanos),
                            reported.sharePerMille()[i] / 1000.0));
        }
        return Suspects.of(suspects);
    }

    /** @param number the version that the view bears here, where views of several controllers may follow each other */
    public ClusterView view(long number, Staleness staleness) {
        return new ClusterView(
                        topology,
                        number,
                        staleness,
                        smoothed.clone(),
                        latest.clone(),
                        measuredAtNanos.clone(),
                        origins.clone(),
                        statuses.clone())
                .withHeard(heardNanos.clone())
                .withCommitted(committed.clone())
                .withSuspects(suspects)
                .withSteering(steering.steering());
    }

    public static Staleness staleness(ViewMessage message) throws InvalidMessageException {
        try {
            return new Staleness(
                    Math.multiplyExact(message.lateAfterMillis(), 1_000_000L),
                    Math.multiplyExact(message.unknownAfterMillis(), 1_000_000L),
                    message.mostUnknown());
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw new InvalidMessageException("staleness: " + e.getMessage());
        }
    }

    private void check(ViewMessage message) throws InvalidMessageException {
        if (!message.topologyId().equals(topologyId)) {
            throw new InvalidMessageException("topology_id: of another topology");
        }
        if (!message.whole() && (message.since() != version || message.epoch() != epoch)) {
            throw new InvalidMessageException("since: builds on version " + message.since() + " of epoch "
                    + message.epoch() + ", here is " + version + " of " + epoch);
        }
        ViewMessage.Links links = message.links();
        for (int i = 0; i < links.index().length; i++) {
            expect("links.index", links.index()[i], 0, smoothed.length - 1L);
            expect("links.smoothed", links.smoothed()[i], 0, Long.MAX_VALUE);
            expect("links.latest", links.latest()[i], 0, Long.MAX_VALUE);
            expect("links.committed", links.committed()[i], 0, Long.MAX_VALUE);
            expect("links.age_micros", links.ageMicros()[i], ViewMessage.NEVER, LONGEST_AGE_MICROS);
        }
        ViewMessage.Hosts hosts = message.hosts();
        for (int i = 0; i < hosts.index().length; i++) {
            expect("hosts.index", hosts.index()[i], 0, statuses.length - 1L);
            expect("hosts.disk_reads", hosts.diskReads()[i], 0, Long.MAX_VALUE);
            expect("hosts.disk_writes", hosts.diskWrites()[i], 0, Long.MAX_VALUE);
            expect("hosts.disk_busy_per_mille", hosts.diskBusyPerMille()[i], 0, 1000);
            expect("hosts.memory_available", hosts.memoryAvailable()[i], 0, Long.MAX_VALUE);
            expect("hosts.age_micros", hosts.ageMicros()[i], ViewMessage.NEVER, LONGEST_AGE_MICROS);
        }
        ViewMessage.Suspected suspected = message.suspects();
        for (int i = 0; i < suspected.index().length; i++) {
            expect("suspects.index", suspected.index()[i], 0, statuses.length - 1L);
            expect("suspects.age_micros", suspected.ageMicros()[i], 0, LONGEST_AGE_MICROS);
            expect("suspects.share_per_mille", suspected.sharePerMille()[i], 0, 1000);
        }
        expect("unknown_after_millis", message.unknownAfterMillis(), 0, LONGEST_AGE_MICROS / 1000);
        steering.check(message.steering(), message.whole());
    }

    static void expect(String field, long value, long least, long most) throws InvalidMessageException {
        if (value < least || value > most) {
            throw new InvalidMessageException(field + ": " + value + " is not from " + least + " to " + most);
        }
    }

    private static long time(long ageMicros, long receivedNanos) {
        return ageMicros == ViewMessage.NEVER ? ClusterView.NEVER : receivedNanos - ageMicros * 1000;
    }

    private void forget() {
        Arrays.fill(smoothed, 0);
        Arrays.fill(latest, 0);
        Arrays.fill(committed, 0);
        Arrays.fill(measuredAtNanos, ClusterView.NEVER);
        Arrays.fill(origins, Origin.NONE);
        Arrays.fill(statuses, NodeStatus.NONE);
        Arrays.fill(heardNanos, ClusterView.NEVER);
        steering.forget();
    }
}
