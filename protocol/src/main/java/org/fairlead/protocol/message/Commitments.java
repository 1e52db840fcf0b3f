// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * What an application has decided and will carry: all of it, in the place of what it said before. Counts beside the measured loads
 * until counters show it, for every application but this one.
 *
 * @param cluster the topology's name, or empty: any; a controller of another cluster refuses
 * @param application who commits, unique in the cluster: Spark's application id
 * @param boot grows with each start of the application
 * @param sequence grows with each message of one boot
 * @param monotonicNanos when this was so, on a clock that only this boot knows
 * @param validMillis for how long it holds when it is not renewed
 * @param residualTasks of all its jobs, that have not begun
 * @param pairs between which hosts bytes are under way or about to be
 */
public record Commitments(
        String cluster,
        String application,
        long boot,
        long sequence,
        long monotonicNanos,
        long validMillis,
        long residualTasks,
        List<HostPair> pairs) {
    /** The largest that a controller reads, bytes. */
    public static final int LARGEST_BYTES = 1 << 20;

    public static final int MOST_PAIRS = 4096;
    public static final long LONGEST_VALID_MILLIS = 60_000;

    public Commitments {
        cluster = Bounds.text("cluster", cluster, Bounds.LONGEST_NAME);
        Bounds.name("application", application);
        Bounds.count("boot", boot);
        Bounds.count("sequence", sequence);
        Bounds.count("monotonic_nanos", monotonicNanos);
        Bounds.within("valid_millis", validMillis, 1, LONGEST_VALID_MILLIS);
        Bounds.count("residual_tasks", residualTasks);
        pairs = Bounds.list("pairs", pairs, MOST_PAIRS);
    }

    /**
     * @param from a host's name in the topology; empty: from many
     * @param to a host's name in the topology
     * @param bytes still to come
     * @param bytesPerSecond at which they are expected
     */
    public record HostPair(String from, String to, long bytes, long bytesPerSecond) {
        public HostPair {
            from = Bounds.text("pairs.from", from, Bounds.LONGEST_NAME);
            Bounds.name("pairs.to", to);
            Bounds.count("pairs.bytes", bytes);
            Bounds.count("pairs.bytes_per_second", bytesPerSecond);
        }
    }
}
