// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;
import java.util.function.Consumer;
import org.fairlead.core.task.prediction.TransferSeconds;

/** Predicts how long exchanges take, in seconds: stock's, rounds, and the least that any exchange with the same owners needs. */
public final class ExchangeTimes {
    private final ByteMatrix bytes;
    private final Outlook outlook;

    ExchangeTimes(ByteMatrix bytes, Outlook outlook) {
        this.bytes = bytes;
        this.outlook = outlook;
    }

    /**
     * Below which no exchange can be: the busiest link, where each block crosses the network once and a host's own blocks not at all. One that is served piece by piece can
     * reach it (the open shop with preemption: T. Gonzalez, S. Sahni, J. ACM 23(4), 1976). Where a shared store has a network of its own, the busiest link with what the store takes from its host, or gives it, at the same time.
     *
     * @param owners by partition
     */
    public static double bound(ByteMatrix bytes, Outlook outlook, int[] owners) {
        long[] out = new long[bytes.hosts()];
        long[] in = new long[bytes.hosts()];
        for (int partition = 0; partition < bytes.partitions(); partition++) {
            for (int row = 0; row < bytes.rows(); row++) {
                int sender = bytes.sender(row);
                if (owners[partition] != sender) {
                    out[sender] += bytes.bytes(row, partition);
                    in[owners[partition]] += bytes.bytes(row, partition);
                }
            }
        }
        SharedStore store = outlook.store();
        double takes = store.isBesideLinks() ? store.writeRate() : 0;
        double gives = store.isBesideLinks() ? Math.min(store.readRate(), store.hostRate()) : 0;
        double most = 0;
        for (int host = 0; host < bytes.hosts(); host++) {
            most = Math.max(most, TransferSeconds.of(out[host], outlook.sends(host) + takes));
            most = Math.max(most, TransferSeconds.of(in[host], outlook.receives(host) + gives));
        }
        return most;
    }

    /** Of stock's way; see {@link PredictedTimes#stockSeconds}. */
    double stock(ReceiverMemory memory, int[] owners) {
        PortLoads loads = new PortLoads(outlook);
        long[] owned = new long[bytes.hosts()];
        for (int partition = 0; partition < bytes.partitions(); partition++) {
            for (int row = 0; row < bytes.rows(); row++) {
                int sender = bytes.sender(row);
                long block = bytes.bytes(row, partition);
                loads.add(Place.DISK, sender, owners[partition], sender, block);
                owned[owners[partition]] += block;
            }
        }
        double most = loads.seconds();
        for (int host = 0; host < bytes.hosts(); host++) {
            long over = Math.max(0, owned[host] - memory.capBytes(host));
            double spilling = TransferSeconds.of(over, outlook.diskWrites(host))
                    + TransferSeconds.of(over, outlook.diskReads(host));
            most = Math.max(most, loads.reading(host) + spilling);
        }
        return most;
    }

    /**
     * Of rounds, where a pair begins when both ends have ended the pairs before; then what is read. A round in which nothing is brought changes nothing where all hosts
     * have ended those before at the same time. After some such rounds they have.
     *
     * @param pairs show what is brought, each pair once
     */
    double rounds(Consumer<ExchangePlan.PairVisitor> pairs, ExchangeOrder order, PortLoads loads) {
        int hosts = bytes.hosts();
        int[] first = new int[order.steps() + 2];
        pairs.accept((sender, receiver, sum) -> first[order.step(sender, receiver) + 1]++);
        for (int step = 0; step <= order.steps(); step++) {
            first[step + 1] += first[step];
        }
        int[] receivers = new int[first[order.steps() + 1]];
        long[] sums = new long[receivers.length];
        int[] next = first.clone();
        pairs.accept((sender, receiver, sum) -> {
            int at = next[order.step(sender, receiver)]++;
            receivers[at] = receiver;
            sums[at] = sum;
        });
        double[] ended = new double[hosts];
        long[] comes = new long[hosts];
        boolean areEqual = true;
        for (int step = 1; step <= order.steps(); step++) {
            if (first[step] == first[step + 1] && areEqual) {
                continue;
            }
            Arrays.fill(comes, 0);
            for (int at = first[step]; at < first[step + 1]; at++) {
                comes[receivers[at]] = sums[at];
            }
            double[] ends = ended.clone();
            for (int to = 0; to < hosts; to++) {
                int from = order.sender(to, step);
                double rate = Math.min(outlook.sends(from), outlook.receives(to));
                double end = Math.max(ended[from], ended[to]) + TransferSeconds.of(comes[to], rate);
                ends[to] = Math.max(ends[to], end);
                ends[from] = Math.max(ends[from], end);
            }
            ended = ends;
            areEqual = areEqual(ended);
        }
        double most = loads.seconds();
        for (int host = 0; host < hosts; host++) {
            most = Math.max(most, Math.max(ended[host], loads.bringing(host)) + loads.reading(host));
        }
        return most;
    }

    private static boolean areEqual(double[] seconds) {
        for (int host = 1; host < seconds.length; host++) {
            if (seconds[host] != seconds[0]) {
                return false;
            }
        }
        return true;
    }
}
