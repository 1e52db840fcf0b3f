// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.rate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.prefetch.admission.FetchRates;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;

/** The hosts and switches whose drivers carry out rates: those that have asked for their own lately. On others nothing is guaranteed. Safe for threads. */
public final class RateDevices {
    /** A driver that has heard nothing for so long guarantees nothing any more. */
    static final long LATELY_NANOS = 3_000_000_000L;

    private static final int MOST = 100_000;

    private final RateOptions options;
    private final TimeSource time;
    private final Map<String, Long> askedNanos = new ConcurrentHashMap<>();

    public RateDevices(RateOptions options, TimeSource time) {
        this.options = options;
        this.time = time;
    }

    /** A driver has asked for what its host or switch is to do. */
    void asked(String node) {
        if (askedNanos.size() < MOST || askedNanos.containsKey(node)) {
            askedNanos.put(node, time.nanoTime());
        }
    }

    boolean carriesOut(Node node) {
        Long asked = askedNanos.get(node.name());
        return asked != null && time.nanoTime() - asked <= LATELY_NANOS;
    }

    /** Forgets who has not asked lately. */
    void forgetSilent() {
        long nowNanos = time.nanoTime();
        askedNanos.values().removeIf(asked -> nowNanos - asked > LATELY_NANOS);
    }

    /** Those of a topology. */
    int count(Topology topology) {
        forgetSilent();
        return (int) topology.nodes().stream().filter(this::carriesOut).count();
    }

    /** What the device before a link guarantees to all fetches together, whatever others send: bytes per second that readers get. */
    public double guaranteedBytesPerSecond(Link link) {
        return options.isOn() && carriesOut(link.from())
                ? options.linkShare() * link.bytesPerSecond() * FetchRates.PAYLOAD_SHARE
                : 0;
    }
}
