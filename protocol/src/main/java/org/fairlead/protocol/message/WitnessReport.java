// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * What a NameNode hears of hosts: all of it, in the place of what it said before. It counts for three intervals without another.
 *
 * @param cluster the topology's name, or empty: any; a controller of another cluster refuses
 * @param nameNode who reports
 * @param boot grows with each start of the NameNode
 * @param sequence grows with each message of one boot
 * @param monotonicNanos when this was so, on a clock that only this boot knows
 * @param intervalMillis until the next message
 * @param heartbeatMillis between two heartbeats of a DataNode
 * @param datanodes when each was last heard of; those left out are missed by nobody
 * @param failures hosts that clients excluded when they asked for a block, in the last seconds
 */
public record WitnessReport(
        String cluster,
        String nameNode,
        long boot,
        long sequence,
        long monotonicNanos,
        long intervalMillis,
        long heartbeatMillis,
        List<Datanode> datanodes,
        List<Failure> failures) {
    /** The largest that a controller reads, bytes. */
    public static final int LARGEST_BYTES = 2 << 20;

    public static final int MOST_DATANODES = 20_000;
    public static final int MOST_FAILURES = 256;
    public static final long LONGEST_INTERVAL_MILLIS = 60_000;
    public static final long LONGEST_HEARTBEAT_MILLIS = 60_000;
    public static final long LONGEST_AGE_MILLIS = 86_400_000;

    public WitnessReport {
        cluster = Bounds.text("cluster", cluster, Bounds.LONGEST_NAME);
        Bounds.name("name_node", nameNode);
        Bounds.count("boot", boot);
        Bounds.count("sequence", sequence);
        Bounds.count("monotonic_nanos", monotonicNanos);
        Bounds.within("interval_millis", intervalMillis, 1, LONGEST_INTERVAL_MILLIS);
        Bounds.within("heartbeat_millis", heartbeatMillis, 1, LONGEST_HEARTBEAT_MILLIS);
        datanodes = Bounds.list("datanodes", datanodes, MOST_DATANODES);
        failures = Bounds.list("failures", failures, MOST_FAILURES);
    }

    /**
     * @param host its name in the topology
     * @param ageMillis since its last heartbeat
     */
    public record Datanode(String host, long ageMillis) {
        public Datanode {
            Bounds.name("datanodes.host", host);
            Bounds.within("datanodes.age_millis", ageMillis, 0, LONGEST_AGE_MILLIS);
        }
    }

    /**
     * @param host its name in the topology
     * @param complainer who could not reach it: two of the same are one
     * @param ageMillis since then
     */
    public record Failure(String host, String complainer, long ageMillis) {
        public Failure {
            Bounds.name("failures.host", host);
            Bounds.name("failures.complainer", complainer);
            Bounds.within("failures.age_millis", ageMillis, 0, LONGEST_AGE_MILLIS);
        }
    }
}
