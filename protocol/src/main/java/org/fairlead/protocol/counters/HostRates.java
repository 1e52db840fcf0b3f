// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.counters;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.message.Heartbeat;

/**
 * What a host did between two of its heartbeats, by its own clock.
 *
 * @param sent bytes per second on all its links together; empty when a counter went backwards, and when no device was counted both times: then nothing is known
 * @param received as {@code sent}
 */
public record HostRates(OptionalDouble sent, OptionalDouble received, NodeStatus status) {
    /** @param before of the same boot as {@code now}, and earlier */
    public static HostRates between(Heartbeat before, Heartbeat now) {
        double seconds = (now.monotonicNanos() - before.monotonicNanos()) / 1e9;
        return new HostRates(
                rate(before, now, Heartbeat.Nic::sentBytes, seconds),
                rate(before, now, Heartbeat.Nic::receivedBytes, seconds),
                status(before, now, seconds));
    }

    /**
     * A host's sum, over its links by their capacity, as its own measurement.
     *
     * @param links all that leave the host, or all that lead to it
     */
    public static void measured(double bytesPerSecond, List<Link> links, LinkLoads loads, long nowNanos) {
        double share = Math.min(1, bytesPerSecond / capacity(links));
        for (Link link : links) {
            loads.measured(link.index(), share * link.bytesPerSecond(), nowNanos, Origin.HOST);
        }
    }

    /** Bytes per second of all these links together. */
    public static double capacity(List<Link> links) {
        double capacity = 0;
        for (Link link : links) {
            capacity += link.bytesPerSecond();
        }
        return capacity;
    }

    private static OptionalDouble rate(
            Heartbeat before, Heartbeat now, ToLongFunction<Heartbeat.Nic> counter, double seconds) {
        double bytes = 0;
        boolean counted = false;
        for (Heartbeat.Nic nic : now.nics()) {
            Heartbeat.Nic earlier = find(before.nics(), nic.name());
            if (earlier != null) {
                long difference = counter.applyAsLong(nic) - counter.applyAsLong(earlier);
                if (difference < 0) {
                    return OptionalDouble.empty();
                }
                bytes += difference;
                counted = true;
            }
        }
        return counted ? OptionalDouble.of(bytes / seconds) : OptionalDouble.empty();
    }

    private static Heartbeat.Nic find(List<Heartbeat.Nic> nics, String name) {
        for (Heartbeat.Nic nic : nics) { // a handful
            if (nic.name().equals(name)) {
                return nic;
            }
        }
        return null;
    }

    private static NodeStatus status(Heartbeat before, Heartbeat now, double seconds) {
        Map<String, Heartbeat.Disk> earlier = new HashMap<>();
        before.disks().forEach(disk -> earlier.put(disk.name(), disk));
        double read = 0;
        double written = 0;
        double busy = 0;
        int counted = 0;
        for (Heartbeat.Disk disk : now.disks()) {
            Heartbeat.Disk then = earlier.get(disk.name());
            if (then != null) {
                read += Math.max(0, disk.readBytes() - then.readBytes());
                written += Math.max(0, disk.writtenBytes() - then.writtenBytes());
                double share = Math.max(0, disk.busyMillis() - then.busyMillis()) / (1000 * seconds);
                busy += Math.min(1, share);
                counted++;
            }
        }
        return new NodeStatus(
                read / seconds, written / seconds, counted == 0 ? 0 : busy / counted, now.memoryAvailableBytes());
    }
}
