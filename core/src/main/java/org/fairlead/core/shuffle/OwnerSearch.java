// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.fairlead.core.task.prediction.TransferSeconds;

/**
 * Which host each partition belongs to: where its task is planned, else the host with which the busiest link has least to do. Partitions are taken by falling size;
 * of hosts with which that is equal, the one whose own link has least to do, then the one with fewest partitions, then the first. For one partition that is the best
 * host there is; for several, nobody looks back.
 *
 * <p>No host has more than twice its even part of the partitions, so that small ones do not all go to one that receives nothing.
 */
final class OwnerSearch {
    private static final int MOST_OF_EVEN_PART = 2;

    private final ByteMatrix bytes;
    private final Outlook outlook;
    private double[] sending;
    /** With the partition that is looked at. */
    private double[] sendingAfter;

    /** The host that then sends longest, and how long the next one does. */
    private int slowest;

    private double secondMost;

    private final double[] receiving;
    private final int[] owned;
    private final long[] ofHost;
    private final int mostOwned;
    private double busiest;

    OwnerSearch(ByteMatrix bytes, Outlook outlook) {
        this.bytes = bytes;
        this.outlook = outlook;
        int hosts = bytes.hosts();
        sending = new double[hosts];
        sendingAfter = new double[hosts];
        receiving = new double[hosts];
        owned = new int[hosts];
        ofHost = new long[hosts];
        mostOwned = hosts == 0 ? 0 : MOST_OF_EVEN_PART * ((bytes.partitions() + hosts - 1) / hosts);
    }

    /** @return by partition */
    int[] owners() {
        int[] owners = new int[bytes.partitions()];
        Arrays.fill(owners, Outlook.UNPLANNED);
        for (int partition = 0; partition < owners.length; partition++) {
            int planned = outlook.taskHost(partition);
            if (planned != Outlook.UNPLANNED) {
                look(partition);
                owners[partition] = planned;
                take(planned, partition);
            }
        }
        int[] largestFirst = IntStream.range(0, owners.length)
                .filter(partition -> owners[partition] == Outlook.UNPLANNED)
                .boxed()
                .sorted(Comparator.comparingLong((Integer partition) -> -bytes.partitionBytes(partition))
                        .thenComparing(Comparator.naturalOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int partition : largestFirst) {
            look(partition);
            owners[partition] = best(partition);
            take(owners[partition], partition);
        }
        return owners;
    }

    /** What each host has of a partition, and how long it would send with that. */
    private void look(int partition) {
        Arrays.fill(ofHost, 0);
        for (int row = 0; row < bytes.rows(); row++) {
            ofHost[bytes.sender(row)] += bytes.bytes(row, partition);
        }
        double most = -1;
        secondMost = 0;
        slowest = 0;
        for (int host = 0; host < sending.length; host++) {
            double after = sending[host] + TransferSeconds.of(ofHost[host], outlook.sends(host));
            sendingAfter[host] = after;
            if (after > most) {
                secondMost = Math.max(secondMost, most);
                most = after;
                slowest = host;
            } else if (after > secondMost) {
                secondMost = after;
            }
        }
    }

    /** How long the busiest of all hosts but one sends. */
    private double othersSend(int host) {
        return host == slowest ? secondMost : sendingAfter[slowest];
    }

    private int best(int partition) {
        int best = -1;
        double bestBusiest = 0;
        double bestOwn = 0;
        for (int host = 0; host < sending.length; host++) {
            if (owned[host] >= mostOwned) {
                continue;
            }
            double own = receivingAfter(host, partition);
            double all = Math.max(Math.max(busiest, own), othersSend(host));
            boolean better = best < 0
                    || all < bestBusiest
                    || (all == bestBusiest && (own < bestOwn || (own == bestOwn && owned[host] < owned[best])));
            if (better) {
                best = host;
                bestBusiest = all;
                bestOwn = own;
            }
        }
        return best;
    }

    private double receivingAfter(int host, int partition) {
        return receiving[host]
                + TransferSeconds.of(bytes.partitionBytes(partition) - ofHost[host], outlook.receives(host));
    }

    private void take(int owner, int partition) {
        receiving[owner] = receivingAfter(owner, partition);
        busiest = Math.max(busiest, Math.max(receiving[owner], othersSend(owner)));
        double[] before = sending;
        sendingAfter[owner] = before[owner];
        sending = sendingAfter;
        sendingAfter = before;
        owned[owner]++;
    }
}
