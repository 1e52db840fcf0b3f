// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import org.fairlead.core.topology.Link;

/**
 * How long queues are and in what portions they are served, all in bytes. The values were found by measuring 132 TCP
 * flows on two cores that others kept busy: with bursts of 3 ms links lost 4 % of their rate, because HTB was called late
 * and forgot what it had not sent; a
 * shorter queue for a pair (37 instead of 100 KB), with other bursts, brought flows on a 3:1 up-link nearer together.
 *
 * @param largestSegmentBytes the largest packet a host hands to its queue: several segments of TCP or UDP in one. Larger
 *     costs less processor time, smaller lets flows share a slow link in finer turns
 * @param quantumBytes what a pair may send in its turn; at least the largest packet with its headers, for turns would
 *     count packets and not bytes otherwise
 * @param burstSeconds how long HTB may be late before it loses capacity, as seconds of the link's rate
 * @param leafBurstBytes what a pair may send at once at its own rate
 * @param leafSeconds length of a pair's queue, as seconds of the link's rate
 * @param leastLeafBytes and at least
 * @param fifoSeconds length of a link's one queue, as seconds of the link's rate
 * @param leastFifoBytes and at least: shorter than one 64 KB packet, a queue starves whoever sends those
 */
record QueueSizes(
        int largestSegmentBytes,
        int quantumBytes,
        double burstSeconds,
        int leafBurstBytes,
        double leafSeconds,
        int leastLeafBytes,
        double fifoSeconds,
        int leastFifoBytes) {

    static QueueSizes of(Queueing queueing) {
        int largest = queueing == Queueing.FAIR ? 6_000 : 65_536;
        return new QueueSizes(largest, 6_400, 0.015, 12_800, 0.003, 30_000, 0.015, 70_000);
    }

    long bitsPerSecond(Link link) {
        return Math.max(8, Math.round(link.bytesPerSecond() * 8));
    }

    int burstBytes(Link link) {
        return (int) Math.max(12_000, link.bytesPerSecond() * burstSeconds);
    }

    int leafBytes(Link link) {
        return (int) Math.max(leastLeafBytes, link.bytesPerSecond() * leafSeconds);
    }

    int fifoBytes(Link link) {
        return (int) Math.max(leastFifoBytes, link.bytesPerSecond() * fifoSeconds);
    }
}
