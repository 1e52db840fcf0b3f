// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Suspicion;
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
 * @param links what is reported of links
 * @param hosts what is reported of hosts
 * @param suspects all hosts that are suspected or on probation, in every view, also in one that holds only changes; null from a controller that
 *     does not know of it: none
 * @param steering whose paths are kept, in every view as long as any are; null where nobody keeps any, and from a controller that does not know of it
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
        Hosts hosts,
        Suspected suspects,
        SteeringMessage steering) {
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
        suspects = suspects == null ? Suspected.NONE : suspects;
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
     * Arrays of one length, an entry for each link reported.
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
     * Arrays of one length, an entry for each host reported.
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

    /**
     * Arrays of one length, an entry for each host that is suspected or on probation.
     *
     * @param index of the host among the topology's nodes
     * @param cause {@link org.fairlead.core.health.SuspicionCause#label}; one that is not known here counts as silence
     * @param ageMicros since what speaks against it began
     * @param sharePerMille share of decisions for which it may be used again; 0: none
     */
    public record Suspected(int[] index, String[] cause, long[] ageMicros, int[] sharePerMille) {
        static final Suspected NONE = new Suspected(new int[0], new String[0], new long[0], new int[0]);

        public Suspected {
            if (index == null || cause == null || ageMicros == null || sharePerMille == null) {
                throw new IllegalArgumentException("suspects: four arrays are expected");
            }
            Bounds.sameLength("suspects.cause", cause.length, index.length);
            Bounds.sameLength("suspects.age_micros", ageMicros.length, index.length);
            Bounds.sameLength("suspects.share_per_mille", sharePerMille.length, index.length);
        }

        public static Suspected of(Suspects suspects, long nowNanos) {
            int[] hosts = suspects.hosts().stream().mapToInt(host -> host).toArray();
            List<Suspicion> all = suspects.hosts().stream()
                    .map(host -> suspects.of(host).orElseThrow())
                    .toList();
            return new Suspected(
                    hosts,
                    all.stream().map(one -> one.cause().label()).toArray(String[]::new),
                    all.stream()
                            .mapToLong(one -> Math.max(0, nowNanos - one.sinceNanos()) / 1000)
                            .toArray(),
                    all.stream()
                            .mapToInt(one -> (int) Math.round(1000 * one.share()))
                            .toArray());
        }
    }
}
