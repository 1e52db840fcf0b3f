// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.profile.ReadTimes;
import org.fairlead.spark.source.SourceTally;

/** What DataNodes have given to this process, and how long it waited for that. One for all file systems that Spark and Hadoop make by themselves. Safe for threads. */
final class DataNodeTimes {
    /** How old what is decided by may be. */
    private static final long FRESH_NANOS = 100_000_000L;

    private static final int MOST_DATANODES = 10_000;

    private static final Map<String, SourceTally> TALLIES = new ConcurrentHashMap<>();
    private static final SourceTally OF_ALL_OTHERS = new SourceTally();
    private static final DataNodeTimes ALL = new DataNodeTimes();

    private final ReadTimes times = new ReadTimes();
    private final Map<String, long[]> taken = new HashMap<>();
    private long takenNanos;

    private DataNodeTimes() {}

    /** Of one DataNode, by its host's name. */
    static SourceTally of(String host) {
        SourceTally known = TALLIES.get(host);
        if (known != null) {
            return known;
        }
        return TALLIES.size() < MOST_DATANODES
                ? TALLIES.computeIfAbsent(host, none -> new SourceTally())
                : OF_ALL_OTHERS;
    }

    /**
     * From which DataNode a block is read.
     *
     * @param hosts as the NameNode has them
     * @return a place among them
     */
    static int choose(List<String> hosts, long nowNanos, long seed) {
        return ALL.chosen(hosts, nowNanos, seed);
    }

    private synchronized int chosen(List<String> hosts, long nowNanos, long seed) {
        if (taken.isEmpty() || nowNanos - takenNanos >= FRESH_NANOS) {
            takenNanos = nowNanos;
            TALLIES.forEach((host, tally) -> take(host, tally, nowNanos));
        }
        return times.choose(hosts, nowNanos, seed);
    }

    /** What was given since the last time. */
    private void take(String host, SourceTally tally, long nowNanos) {
        long[] before = taken.computeIfAbsent(host, none -> new long[3]);
        long bytes = tally.bytes();
        long nanos = tally.nanos();
        long requests = tally.requests();
        if (bytes > before[0]) {
            times.gave(
                    host,
                    (double) (bytes - before[0]),
                    (int) (requests - before[2]),
                    (nanos - before[1]) / 1e9,
                    nowNanos);
            before[0] = bytes;
            before[1] = nanos;
            before[2] = requests;
        }
    }
}
