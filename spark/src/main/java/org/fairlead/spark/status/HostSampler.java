// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.MissingCounters;

/** Counts what this host does. Not safe for threads. */
final class HostSampler {
    private final HostCounters counters;
    private final long intervalMillis;
    private final TimeSource time;
    private final long boot;
    private final long startNanos;
    private long sequence;

    HostSampler(HostCounters counters, long intervalMillis, TimeSource time) {
        this.counters = counters;
        this.intervalMillis = intervalMillis;
        this.time = time;
        boot = time.currentTimeMillis();
        startNanos = time.nanoTime();
    }

    static HostSampler ofThisHost(long intervalMillis, TimeSource time) {
        return new HostSampler(HostCounters.ofThisHost(Set.of()), intervalMillis, time);
    }

    /**
     * @param host its name, as its driver knows it
     * @param gap what is to be counted; of links nothing, when somebody else reports them
     */
    Heartbeat sample(String host, MissingCounters gap) throws IOException {
        sequence++;
        return new Heartbeat(
                "",
                host,
                boot,
                sequence,
                Math.max(1, time.nanoTime() - startNanos),
                intervalMillis,
                gap == MissingCounters.LINKS ? counters.nics() : List.of(),
                counters.disks(),
                counters.memoryAvailableBytes());
    }
}
