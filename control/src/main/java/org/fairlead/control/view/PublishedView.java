// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.CommittedLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.message.ViewMessage;

/**
 * A view, and since which version each of its figures is what it is: enough to tell anybody what changed since any version.
 * Immutable.
 */
final class PublishedView {
    private final String controller;
    private final long epoch;
    private final ClusterView view;
    private final CommittedLoads.Unseen unseen;
    private final PublishedSteering steering;
    private final TopologyMessage topology;
    private final boolean enforcement;
    private final long[] heardNanos;
    private final long[] linkChanged;
    private final long[] hostChanged;
    /** The first version of this topology. */
    private final long firstVersion;

    private PublishedView(
            String controller,
            long epoch,
            ClusterView measured,
            CommittedLoads.Unseen unseen,
            PublishedSteering steering,
            TopologyMessage topology,
            boolean enforcement,
            long[] heardNanos,
            long firstVersion) {
        this.controller = controller;
        this.epoch = epoch;
        this.view = measured.withCommitted(unseen.ofAll());
        this.unseen = unseen;
        this.steering = steering;
        this.topology = topology;
        this.enforcement = enforcement;
        this.heardNanos = heardNanos;
        this.firstVersion = firstVersion;
        linkChanged = new long[view.topology().links().size()];
        hostChanged = new long[heardNanos.length];
    }

    static PublishedView first(
            String controller,
            long epoch,
            ClusterView view,
            CommittedLoads.Unseen unseen,
            boolean enforcement,
            long[] heardNanos) {
        TopologyMessage topology = TopologyMessage.of(view.topology());
        PublishedSteering steering = PublishedSteering.NONE.next(view.steering(), view.topology(), view.version());
        PublishedView first = new PublishedView(
                controller, epoch, view, unseen, steering, topology, enforcement, heardNanos, view.version());
        Arrays.fill(first.linkChanged, view.version());
        Arrays.fill(first.hostChanged, view.version());
        return first;
    }

    PublishedView next(ClusterView newer, CommittedLoads.Unseen nowUnseen, boolean nowEnforcement, long[] nowHeard) {
        if (newer.topology() != view.topology()) {
            return first(controller, epoch, newer, nowUnseen, nowEnforcement, nowHeard);
        }
        PublishedView next = new PublishedView(
                controller,
                epoch,
                newer,
                nowUnseen,
                steering.next(newer.steering(), newer.topology(), newer.version()),
                topology,
                nowEnforcement,
                nowHeard,
                firstVersion);
        for (int link = 0; link < linkChanged.length; link++) {
            boolean same = newer.measuredAtNanos(link) == view.measuredAtNanos(link)
                    && newer.smoothed(link) == view.smoothed(link)
                    && newer.origin(link) == view.origin(link)
                    && nowUnseen.sameAt(link, unseen);
            next.linkChanged[link] = same ? linkChanged[link] : newer.version();
        }
        for (int host = 0; host < hostChanged.length; host++) {
            boolean same = nowHeard[host] == heardNanos[host];
            next.hostChanged[host] = same ? hostChanged[host] : newer.version();
        }
        return next;
    }

    /** With what all applications have committed. */
    ClusterView view() {
        return view;
    }

    TopologyMessage topology() {
        return topology;
    }

    boolean enforcement() {
        return enforcement;
    }

    /** When a host was last heard of; {@link ClusterView#NEVER}. */
    long heardNanos(int host) {
        return heardNanos[host];
    }

    /** The version on which an answer to this question can build; 0: it has to be whole. */
    long since(long after, long ofEpoch) {
        boolean known = ofEpoch == epoch && after >= firstVersion && after <= view.version();
        return known ? after : 0;
    }

    /**
     * @param since of {@link #since}; 0: whole
     * @param application whose own flow requests are left out; empty: nobody's are
     */
    ViewMessage message(long since, String application, long nowNanos) {
        Topology of = view.topology();
        IntPredicate hostTold =
                since == 0 ? host -> heardNanos[host] != ClusterView.NEVER : host -> hostChanged[host] > since;
        int[] links = IntStream.range(0, linkChanged.length)
                .filter(link -> since == 0 ? isKnown(link) : linkChanged[link] > since)
                .toArray();
        int[] hosts = IntStream.range(0, of.nodes().size()).filter(hostTold).toArray();
        return new ViewMessage(
                controller,
                epoch,
                view.version(),
                since,
                topology.id(),
                enforcement,
                view.staleness().lateAfterNanos() / 1_000_000,
                view.staleness().unknownAfterNanos() / 1_000_000,
                view.staleness().mostUnknown(),
                links(links, application, nowNanos),
                hosts(hosts, nowNanos),
                ViewMessage.Suspected.of(view.suspects(), nowNanos),
                steering.message(since, nowNanos));
    }

    private boolean isKnown(int link) {
        return view.measuredAtNanos(link) != ClusterView.NEVER || view.committed(link) > 0;
    }

    private ViewMessage.Links links(int[] links, String application, long nowNanos) {
        return new ViewMessage.Links(
                links,
                Arrays.stream(links)
                        .mapToLong(link -> Math.round(view.smoothed(link)))
                        .toArray(),
                Arrays.stream(links)
                        .mapToLong(link -> Math.round(view.latest(link)))
                        .toArray(),
                Arrays.stream(links)
                        .mapToLong(link -> ageMicros(view.measuredAtNanos(link), nowNanos))
                        .toArray(),
                Arrays.stream(links)
                        .map(link -> ViewMessage.code(view.origin(link)))
                        .toArray(),
                Arrays.stream(links)
                        .mapToLong(link -> Math.round(unseen.of(link, application)))
                        .toArray());
    }

    private ViewMessage.Hosts hosts(int[] hosts, long nowNanos) {
        NodeStatus[] reported = Arrays.stream(hosts).mapToObj(view::status).toArray(NodeStatus[]::new);
        return new ViewMessage.Hosts(
                hosts,
                Arrays.stream(reported)
                        .mapToLong(status -> Math.round(status.diskReadBytesPerSecond()))
                        .toArray(),
                Arrays.stream(reported)
                        .mapToLong(status -> Math.round(status.diskWriteBytesPerSecond()))
                        .toArray(),
                Arrays.stream(reported)
                        .mapToInt(status -> (int) Math.round(1000 * status.diskBusy()))
                        .toArray(),
                Arrays.stream(reported)
                        .mapToLong(NodeStatus::memoryAvailableBytes)
                        .toArray(),
                Arrays.stream(hosts)
                        .mapToLong(host -> ageMicros(heardNanos[host], nowNanos))
                        .toArray());
    }

    private static long ageMicros(long atNanos, long nowNanos) {
        return atNanos == ClusterView.NEVER ? ViewMessage.NEVER : Math.max(0, nowNanos - atNanos) / 1000;
    }
}
