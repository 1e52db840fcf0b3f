// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * The last minutes of a network's load. All series have a sample for each step, oldest first, and end together.
 *
 * @param topologyId of the {@link TopologyMessage} to which the indices belong
 * @param stepMillis between two samples
 * @param ageMillis since the newest sample
 * @param perLink whether single links are kept; otherwise the network is too large, and layers alone are
 * @param busiest whether {@code links} holds the busiest ones, since none was named
 * @param links in the order in which they were asked for
 * @param hosts in the order in which they were asked for
 * @param layers of all links between two layers of the network
 */
public record HistoryMessage(
        String controller,
        long epoch,
        String topologyId,
        long stepMillis,
        long ageMillis,
        boolean perLink,
        boolean busiest,
        List<LinkSeries> links,
        List<HostSeries> hosts,
        List<LayerSeries> layers) {
    /** Links, and hosts, in one question. */
    public static final int MOST_SERIES = 256;

    /** A sample of what was not measured at that time. */
    public static final int UNKNOWN = -1;

    public HistoryMessage {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.name("topology_id", topologyId);
        Bounds.count("step_millis", stepMillis);
        Bounds.count("age_millis", ageMillis);
        links = Bounds.list("links", links, MOST_SERIES);
        hosts = Bounds.list("hosts", hosts, MOST_SERIES);
        layers = Bounds.list("layers", layers, 10_000);
    }

    /**
     * A link's load.
     *
     * @param index of the link in its topology
     * @param load per mille of its capacity; {@link #UNKNOWN}
     * @param ours the most of it that is Fairlead's own as far as is known ({@link OwnMessage#storageKnown()}), per mille of its
     *     capacity; {@link #UNKNOWN} where nobody reports it
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    public record LinkSeries(int index, int[] load, int[] ours) {}

    /**
     * A host's disks.
     *
     * @param index of the host among the topology's nodes
     * @param diskBusy mean share of time that they were busy, per mille; {@link #UNKNOWN}
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    public record HostSeries(int index, int[] diskBusy) {}

    /**
     * All links from one layer of the network to another.
     *
     * @param from layer ({@link TopologyMessage#layers()})
     * @param links how many there are
     * @param mean of those that were measured, per mille of capacity; {@link #UNKNOWN}
     * @param most of the busiest, per mille of capacity; {@link #UNKNOWN}
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    public record LayerSeries(int from, int to, int links, int[] mean, int[] most) {}
}
