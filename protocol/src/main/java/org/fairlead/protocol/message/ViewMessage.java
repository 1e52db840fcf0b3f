package org.fairlead.protocol.message;

import org.fairlead.core.view.Origin;

/**
 * What the controller knows, in whole or what changed since an earlier version. Times are ages, so that nobody's clock matters
 * to anybody else.
 *
 * @param epoch of the controller; versions are comparable within one epoch only
 * @param version of this view
 * @param since the version on which this one builds; 0: it is whole
 * @param topologyId of the {@link TopologyMessage} to which the indices belong
 * @param enforcement whether decisions may be enforced
 * @param lateAfterMillis {@link org.fairlead.core.view.Staleness}
 * @param links what is told of links
 * @param hosts what is told of hosts
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared; lists of boxes would be ten times the size
public record ViewMessage(
        String controller,
        long epoch,
        long version,
        long since,
        String topologyId,
        boolean enforcement,
        long lateAfterMillis,
        long unknownAfterMillis,
        double mostUnknown,
        Links links,
        Hosts hosts) {
    /** Age of what was never measured. */
    public static final long NEVER = -1;

    public ViewMessage {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.count("version", version);
        Bounds.count("since", since);
        Bounds.name("topology_id", topologyId);
        Bounds.count("late_after_millis", lateAfterMillis);
        Bounds.count("unknown_after_millis", unknownAfterMillis);
        Bounds.amount("most_unknown", mostUnknown);
        if (links == null || hosts == null) {
            throw new IllegalArgumentException("links, hosts: both are expected");
        }
    }

    /** As {@link Links#origin} has it: 0 nobody, 1 estimated, 2 host, 3 switch. */
    public static int code(Origin origin) {
        return switch (origin) {
            case NONE -> 0;
            case ESTIMATED -> 1;
            case HOST -> 2;
            case SWITCH -> 3;
        };
    }

    /** The reverse of {@link #code}; what is not known here counts as nobody's. */
    public static Origin origin(int code) {
        return switch (code) {
            case 1 -> Origin.ESTIMATED;
            case 2 -> Origin.HOST;
            case 3 -> Origin.SWITCH;
            default -> Origin.NONE;
        };
    }

    public boolean whole() {
        return since == 0;
    }

    /**
     * Arrays of one length, an entry for each link told of.
     *
     * @param index of the link in its topology
     * @param smoothed EWMA of its rate, whole bytes per second
     * @param latest its rate over the last interval, whole bytes per second
     * @param ageMicros since that interval ended; {@link #NEVER}
     * @param origin {@link ViewMessage#code}
     * @param committed what applications, but for the one that asks, have committed and no counter has seen yet, whole bytes per
     *     second; null from a controller that does not know of it: nothing
     */
    public record Links(int[] index, long[] smoothed, long[] latest, long[] ageMicros, int[] origin, long[] committed) {
        public Links {
            if (index == null || smoothed == null || latest == null || ageMicros == null || origin == null) {
                throw new IllegalArgumentException("links: five arrays are expected");
            }
            Bounds.sameLength("links.smoothed", smoothed.length, index.length);
            Bounds.sameLength("links.latest", latest.length, index.length);
            Bounds.sameLength("links.age_micros", ageMicros.length, index.length);
            Bounds.sameLength("links.origin", origin.length, index.length);
            committed = committed == null ? new long[index.length] : committed;
            Bounds.sameLength("links.committed", committed.length, index.length);
        }
    }

    /**
     * Arrays of one length, an entry for each host told of.
     *
     * @param index of the host among the topology's nodes
     * @param diskReads whole bytes per second
     * @param diskWrites whole bytes per second
     * @param diskBusyPerMille mean share of time that its disks were busy
     * @param memoryAvailable bytes
     * @param ageMicros since its last report; {@link #NEVER}
     */
    public record Hosts(
            int[] index,
            long[] diskReads,
            long[] diskWrites,
            int[] diskBusyPerMille,
            long[] memoryAvailable,
            long[] ageMicros) {
        public Hosts {
            if (index == null
                    || diskReads == null
                    || diskWrites == null
                    || diskBusyPerMille == null
                    || memoryAvailable == null
                    || ageMicros == null) {
                throw new IllegalArgumentException("hosts: six arrays are expected");
            }
            Bounds.sameLength("hosts.disk_reads", diskReads.length, index.length);
            Bounds.sameLength("hosts.disk_writes", diskWrites.length, index.length);
            Bounds.sameLength("hosts.disk_busy_per_mille", diskBusyPerMille.length, index.length);
            Bounds.sameLength("hosts.memory_available", memoryAvailable.length, index.length);
            Bounds.sameLength("hosts.age_micros", ageMicros.length, index.length);
        }
    }
}
