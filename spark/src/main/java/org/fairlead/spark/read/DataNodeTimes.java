// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.profile.ReadTimes;
import org.fairlead.spark.source.Given;
import org.fairlead.spark.source.SourceTally;

/** What DataNodes have given to this process, and how long it waited for that. One for all file systems that Spark and Hadoop make by themselves. Safe for threads. */
final class DataNodeTimes {
    /** How old what is decided by may be. */
    private static final long FRESH_NANOS = 100_000_000L;

    private static final int MOST_DATANODES = 10_000;

    private static final Map<String, SourceTally> TALLIES = new ConcurrentHashMap<>();
    private static final SourceTally OF_ALL_OTHERS = new SourceTally();
    private static final ReadTimes TIMES = new ReadTimes();
    private static final Map<String, Given> TAKEN = new HashMap<>();
    private static long takenNanos;

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
     * @param paces how many times as long as elsewhere tasks take on each
     * @return a place among them
     */
    static int choose(List<String> hosts, double[] paces, long nowNanos, long seed) {
        return upToDate(nowNanos).choose(hosts, paces, nowNanos, seed);
    }

    /**
     * From which DataNode the rest of a block is read.
     *
     * @param hosts that have it; the first one gives it now
     * @param paces how many times as long as elsewhere tasks take on each
     * @param given of this block
     * @param left bytes of it that are still to be read
     * @return a place among them; 0: as before
     */
    static int goOn(List<String> hosts, double[] paces, Given given, long left, long nowNanos, long seed) {
        return upToDate(nowNanos)
                .goOn(hosts, paces, (double) given.bytes(), given.seconds(), (double) left, nowNanos, seed);
    }

    /**
     * From which DataNode the rest of a block is read whose next bytes do not come.
     *
     * @param hosts that have it; the first one is to give it now
     * @param paces how many times as long as elsewhere tasks take on each
     * @param waited seconds for which its reader has waited for the next bytes
     * @param left bytes of it that are still to be read
     * @return a place among them; 0: as before
     */
    static int waitOn(List<String> hosts, double[] paces, double waited, long left, long nowNanos, long seed) {
        return upToDate(nowNanos).waitOn(hosts, paces, waited, (double) left, nowNanos, seed);
    }

    /** How much of a block is read from a DataNode before another one may be chosen: what it is expected to give in so many seconds, and no more than is given where nothing is known of it. */
    static double firstBytes(String host, double seconds, double mostUnknown, long nowNanos) {
        ReadTimes times = upToDate(nowNanos);
        double usual = seconds * times.bytesPerSecond(host, nowNanos);
        return times.knows(host, nowNanos) ? usual : Math.min(usual, mostUnknown);
    }

    private static synchronized ReadTimes upToDate(long nowNanos) {
        if (TAKEN.isEmpty() || nowNanos - takenNanos >= FRESH_NANOS) {
            takenNanos = nowNanos;
            TALLIES.forEach((host, tally) -> take(host, tally.given(), nowNanos));
        }
        return TIMES;
    }

    /** What was given since the last time. */
    private static void take(String host, Given now, long nowNanos) {
        Given more = now.minus(TAKEN.getOrDefault(host, Given.NOTHING));
        if (more.nanos() > 0) {
            TIMES.gave(host, (double) more.bytes(), (int) more.requests(), more.seconds(), nowNanos);
            TAKEN.put(host, now);
        }
    }
}
