// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * For each block of a shuffle: who owns it, where it lies until its task reads it, and in which order it is brought there. Immutable. What a plan brings is a coflow, whose matrix of host pairs is
 * {@link #pairBytes}: which shuffle goes first is for a coflow order to say, which block of it is the plan's.
 *
 * <p>What is brought elsewhere is a copy: the sender keeps its output as stock wrote it. So no failure of one host loses a block of another.
 */
public final class ExchangePlan {
    /** In the place of a host, for blocks in the shared store. */
    public static final int NO_HOST = -1;

    private final ByteMatrix bytes;
    private final int[] owners;
    private final byte[] places;
    private final int[] hosts;
    private final ExchangeOrder order;
    private final double[] pace;
    private final PredictedTimes times;
    private final boolean stepsAside;
    private final long madeNanos;

    /** Where a block is read. */
    public enum Source {
        /** At its place. */
        COPY,
        /** At its sender, as stock reads it. */
        ORIGINAL,
        /** Nowhere: its map task has to run again, as in stock. */
        MADE_AGAIN
    }

    /** What one host brings to another one; above 0. */
    public record PairBytes(int sender, int receiver, long bytes) {}

    /** Is shown what one host brings to another one. */
    interface PairVisitor {
        void visit(int sender, int receiver, long bytes);
    }

    ExchangePlan(
            PlanDraft draft,
            ExchangeOrder order,
            double[] pace,
            PredictedTimes times,
            boolean stepsAside,
            long madeNanos) {
        bytes = draft.bytes();
        owners = draft.owners();
        places = draft.places();
        hosts = draft.hosts();
        this.order = order;
        this.pace = pace;
        this.times = times;
        this.stepsAside = stepsAside;
        this.madeNanos = madeNanos;
    }

    public ByteMatrix bytes() {
        return bytes;
    }

    /** Whether all is left to stock: nothing is brought anywhere, and tasks go wherever stock has them run. */
    public boolean stepsAside() {
        return stepsAside;
    }

    /** The host on which the task of a partition is to run. */
    public int owner(int partition) {
        return owners[partition];
    }

    public Place place(int row, int partition) {
        return Place.of(places[bytes.block(row, partition)]);
    }

    /** The host on which a block is to lie; {@link #NO_HOST} in the store. */
    public int host(int row, int partition) {
        return hosts[bytes.block(row, partition)];
    }

    /** Whether a block is brought elsewhere before its task reads it. */
    public boolean moves(int row, int partition) {
        return !stepsAside && bytes.bytes(row, partition) > 0 && host(row, partition) != bytes.sender(row);
    }

    public ExchangeOrder order() {
        return order;
    }

    /** Bytes per second that a host is to receive at most while blocks are brought; infinite where it is not paced. */
    public double paceBytesPerSecond(int host) {
        return pace.length == 0 ? Double.POSITIVE_INFINITY : pace[host];
    }

    public PredictedTimes times() {
        return times;
    }

    /** When it was made, by the clock of whoever asked. */
    public long madeNanos() {
        return madeNanos;
    }

    /** By host, bytes of memory that the blocks on it need, all of them there. */
    public long[] memoryBytes() {
        long[] sums = new long[bytes.hosts()];
        for (int partition = 0; partition < bytes.partitions() && !stepsAside; partition++) {
            for (int row = 0; row < bytes.rows(); row++) {
                if (place(row, partition).isMemory()) {
                    sums[host(row, partition)] += bytes.bytes(row, partition);
                }
            }
        }
        return sums;
    }

    /** What is brought from host to host, each pair once, sender by sender. Without what goes to the store. */
    public List<PairBytes> pairBytes() {
        List<PairBytes> pairs = new ArrayList<>();
        forEachPair((sender, receiver, sum) -> pairs.add(new PairBytes(sender, receiver, sum)));
        return pairs;
    }

    /** As {@link #pairBytes}, without an object for each pair. */
    void forEachPair(PairVisitor visitor) {
        long[] toReceiver = new long[bytes.hosts()];
        int[] receivers = new int[bytes.hosts()];
        for (int sender = 0; sender < bytes.hosts(); sender++) {
            int count = 0;
            for (int at = 0; at < bytes.rowsOn(sender); at++) {
                int row = bytes.rowOn(sender, at);
                for (int partition = 0; partition < bytes.partitions(); partition++) {
                    if (moves(row, partition) && host(row, partition) != NO_HOST) {
                        int receiver = host(row, partition);
                        if (toReceiver[receiver] == 0) {
                            receivers[count++] = receiver;
                        }
                        toReceiver[receiver] += bytes.bytes(row, partition);
                    }
                }
            }
            Arrays.sort(receivers, 0, count);
            for (int i = 0; i < count; i++) {
                visitor.visit(sender, receivers[i], toReceiver[receivers[i]]);
                toReceiver[receivers[i]] = 0;
            }
        }
    }

    /** Where a block is read after a host is lost with all that was on it. */
    public Source sourceWithout(int lostHost, int row, int partition) {
        int host = host(row, partition);
        if (!stepsAside && host != lostHost && host != bytes.sender(row)) {
            return Source.COPY;
        }
        if (bytes.sender(row) == lostHost) {
            return Source.MADE_AGAIN;
        }
        return Source.ORIGINAL;
    }
}
