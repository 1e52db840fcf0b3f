// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * What an agent says of its host each interval. Counters only grow; rates are the receiver's business, by this message's own
 * monotonic clock, so that steps of the wall clock change nothing.
 *
 * @param cluster the topology's name, or empty: any; a controller of another cluster refuses
 * @param host its name in the topology
 * @param boot grows with each start of the agent
 * @param sequence grows with each message of one boot
 * @param monotonicNanos when the counters were read, on a clock that only this boot knows
 * @param intervalMillis time until the next message
 * @param nics network devices, loopback left out
 * @param disks block devices, without partitions
 * @param memoryAvailableBytes memory that a new process could get
 */
public record Heartbeat(
        String cluster,
        String host,
        long boot,
        long sequence,
        long monotonicNanos,
        long intervalMillis,
        List<Nic> nics,
        List<Disk> disks,
        long memoryAvailableBytes) {
    /** The largest that a controller reads, bytes. */
    public static final int LARGEST_BYTES = 256 << 10;

    public static final int MOST_DEVICES = 512;
    public static final long LONGEST_INTERVAL_MILLIS = 60_000;

    public Heartbeat {
        cluster = Bounds.text("cluster", cluster, Bounds.LONGEST_NAME);
        Bounds.name("host", host);
        Bounds.count("boot", boot);
        Bounds.count("sequence", sequence);
        Bounds.count("monotonic_nanos", monotonicNanos);
        Bounds.within("interval_millis", intervalMillis, 1, LONGEST_INTERVAL_MILLIS);
        nics = Bounds.list("nics", nics, MOST_DEVICES);
        disks = Bounds.list("disks", disks, MOST_DEVICES);
        Bounds.count("memory_available_bytes", memoryAvailableBytes);
    }

    /** Bytes that a device has received and sent since some moment, headers included. */
    public record Nic(String name, long receivedBytes, long sentBytes) {
        public Nic {
            Bounds.name("nics.name", name);
            Bounds.count("nics.received_bytes", receivedBytes);
            Bounds.count("nics.sent_bytes", sentBytes);
        }
    }

    /** @param busyMillis time in which the device had something to do */
    public record Disk(String name, long readBytes, long writtenBytes, long busyMillis) {
        public Disk {
            Bounds.name("disks.name", name);
            Bounds.count("disks.read_bytes", readBytes);
            Bounds.count("disks.written_bytes", writtenBytes);
            Bounds.count("disks.busy_millis", busyMillis);
        }
    }
}
