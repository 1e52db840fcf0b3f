// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;
import org.fairlead.core.task.prediction.TransferSeconds;

/**
 * Decides how much of what an owner has to receive it reads from a shared store that has a network of its own, while the rest comes over its link.
 *
 * <p><b>Goals.</b> All owners have read as soon as link and store together allow.
 *
 * <p><b>Constraints.</b> The store is written before it is read, by all hosts together; it takes from each host, and gives it, so much at most. What comes over the link meanwhile waits in its sender's memory, as far as that has room.
 *
 * <p><b>Algorithm.</b> If all is to end after T seconds, each owner that has more than its link brings by then reads the rest from the store. That takes T less the time to write it, in which the link brings what it can into the owner's memory. The least T is found
 * by bisection. An owner whose link is fast enough by itself reads nothing from the store. No sender writes more to it than an even part and one block.
 *
 * <p><b>Example.</b> An owner has to receive 60 MB in blocks of 10 over a link of 10 MB/s; a store takes and gives 20 MB/s of each host. Of six senders each writes up to 16 MB, in 0.8 s. With T = 2.5 s the link brings 25 MB, 8 of them while the store is written, and the store the other 35
 * in 1.7 s. Alone the link would take 6 s.
 *
 * <p><b>Source.</b> Ours.
 */
final class StoreSplit {
    private static final int STEPS = 60;

    private final SharedStore store;
    private final double[] receives;
    /** By owner, bytes from elsewhere. */
    private final long[] in;

    private long largestBlock;
    /** Hosts that have made something. */
    private final int senders;
    /** By owner, bytes that are to come from the store; of those and of what its memory gets meanwhile, bytes for which there is no block yet. */
    private final long[] shares;

    private final long[] leftOfStore;
    private final long[] leftOfMemory;
    /** By sender, bytes that it may still write. */
    private final long[] leftOfSender;

    private final double seconds;

    StoreSplit(ByteMatrix bytes, Outlook outlook, int[] owners) {
        store = outlook.store();
        in = new long[bytes.hosts()];
        receives = new double[bytes.hosts()];
        Arrays.setAll(receives, outlook::receives);
        for (int partition = 0; partition < bytes.partitions(); partition++) {
            for (int row = 0; row < bytes.rows(); row++) {
                if (owners[partition] != bytes.sender(row)) {
                    in[owners[partition]] += bytes.bytes(row, partition);
                    largestBlock = Math.max(largestBlock, bytes.bytes(row, partition));
                }
            }
        }
        int makers = 0;
        for (int host = 0; host < bytes.hosts(); host++) {
            makers += bytes.rowsOn(host) > 0 ? 1 : 0;
        }
        senders = makers;
        seconds = least();
        shares = new long[bytes.hosts()];
        Arrays.setAll(shares, host -> Math.round(fromStore(host, seconds)));
        leftOfStore = shares.clone();
        leftOfSender = new long[bytes.hosts()];
        Arrays.fill(leftOfSender, Math.round(mostOfSender(fromStore(seconds))));
        double writing = writing(seconds);
        leftOfMemory = new long[bytes.hosts()];
        Arrays.setAll(leftOfMemory, host -> Math.round(Math.min((double) in[host], receives[host] * writing)));
    }

    /** Until all owners have read, if blocks can be divided as finely as need be and memory has room. */
    double seconds() {
        return seconds;
    }

    /** Infinite where a link brings nothing: then nobody reads from the store for its sake. */
    private double least() {
        double low = 0;
        double high = 0;
        for (int host = 0; host < in.length; host++) {
            low = Math.max(low, TransferSeconds.of(in[host], receives[host] + store.hostRate()));
            high = Math.max(high, TransferSeconds.of(in[host], receives[host]));
        }
        for (int step = 0; step < STEPS && Double.isFinite(high); step++) {
            double middle = (low + high) / 2;
            if (isEnough(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Whether all can have read by then. */
    private boolean isEnough(double seconds) {
        double writing = writing(seconds);
        for (int host = 0; host < in.length; host++) {
            double share = fromStore(host, seconds);
            if (share > 0 && writing + TransferSeconds.of(share, store.hostRate()) > seconds) {
                return false;
            }
        }
        return writing + TransferSeconds.of(fromStore(seconds), store.readRate()) <= seconds;
    }

    /** Until all is in the store. */
    private double writing(double seconds) {
        double bytes = fromStore(seconds);
        return Math.max(
                TransferSeconds.of(bytes, store.writeRate()),
                TransferSeconds.of(mostOfSender(bytes), store.hostRate()));
    }

    /** @param bytes of all senders */
    private double mostOfSender(double bytes) {
        return bytes > 0 ? bytes / senders + largestBlock : 0;
    }

    private double fromStore(double seconds) {
        double bytes = 0;
        for (int host = 0; host < in.length; host++) {
            bytes += fromStore(host, seconds);
        }
        return bytes;
    }

    /** What an owner's link does not bring by then. */
    private double fromStore(int host, double seconds) {
        boolean isLate = Double.isFinite(seconds) && TransferSeconds.of(in[host], receives[host]) > seconds;
        return isLate ? in[host] - receives[host] * seconds : 0;
    }

    /**
     * Gives a block its place, where its owner reads from the store.
     *
     * @return whether it has one now
     */
    boolean place(PlanDraft draft, int row, int partition) {
        int owner = draft.owners()[partition];
        int sender = draft.bytes().sender(row);
        if (sender == owner || shares[owner] == 0) {
            return false;
        }
        long bytes = draft.bytes().bytes(row, partition);
        if (2 * leftOfStore[owner] >= bytes && leftOfSender[sender] >= bytes) {
            leftOfStore[owner] -= bytes;
            leftOfSender[sender] -= bytes;
            draft.put(Place.STORE, row, partition, ExchangePlan.NO_HOST);
            return true;
        }
        if (2 * leftOfMemory[owner] >= bytes && draft.takes(Place.OWNER_MEMORY, row, partition, owner)) {
            leftOfMemory[owner] -= bytes;
            return true;
        }
        return draft.takes(Place.SENDER_MEMORY, row, partition, sender);
    }
}
