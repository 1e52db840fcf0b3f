// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import org.fairlead.core.task.prediction.TransferSeconds;

/**
 * What a plan asks of links, disks and the shared store, and how long that takes them: while blocks are brought to their places, and while tasks read what lies
 * elsewhere. A task reads when all blocks of its partition are in their places.
 *
 * <p>Bytes are counted, not seconds, so that what is added and taken away again leaves no trace.
 */
final class PortLoads {
    private final Outlook outlook;
    private final SharedStore store;
    private final long[] sent;
    private final long[] received;
    private final long[] fetched;
    private final long[] written;
    private final long[] readFirst;
    private final long[] readLater;
    private final long[] ofStore;
    /** By owner, of its blocks those in third hosts' memory; by third host, those of others. */
    private final long[] elsewhere;

    private final long[] ofOthers;
    private long storeWritten;
    private long storeRead;

    PortLoads(Outlook outlook) {
        this.outlook = outlook;
        store = outlook.store();
        int hosts = outlook.hosts();
        sent = new long[hosts];
        received = new long[hosts];
        fetched = new long[hosts];
        written = new long[hosts];
        readFirst = new long[hosts];
        readLater = new long[hosts];
        ofStore = new long[hosts];
        elsewhere = new long[hosts];
        ofOthers = new long[hosts];
    }

    /**
     * Adds a block, or takes it away.
     *
     * @param place where it is to lie
     * @param host on which host; of no meaning in the store
     * @param bytes below 0 to take it away
     */
    void add(Place place, int sender, int owner, int host, long bytes) {
        switch (place) {
            case OWNER_MEMORY -> move(sender, owner, bytes);
            case OTHER_MEMORY -> {
                move(sender, host, bytes);
                fetch(host, owner, bytes);
                elsewhere[owner] += bytes;
                ofOthers[host] += bytes;
            }
            case SENDER_MEMORY -> fetch(sender, owner, bytes);
            case DISK -> {
                if (host != sender) {
                    move(sender, host, bytes);
                    written[host] += bytes;
                }
                readLater[host] += bytes;
                fetch(host, owner, bytes);
            }
            case STORE -> {
                readFirst[sender] += bytes;
                storeWritten += bytes;
                storeRead += bytes;
                ofStore[owner] += bytes;
                if (store.overLinks()) {
                    sent[sender] += bytes;
                    fetched[owner] += bytes;
                }
            }
        }
    }

    private void move(int from, int to, long bytes) {
        if (from != to) {
            sent[from] += bytes;
            received[to] += bytes;
            readFirst[from] += bytes;
        }
    }

    private void fetch(int from, int to, long bytes) {
        if (from != to) {
            sent[from] += bytes;
            fetched[to] += bytes;
        }
    }

    /** Until all blocks that are brought to a host are there, and those that it will read from the store. */
    double bringing(int host) {
        double network = TransferSeconds.of(received[host], outlook.receives(host));
        double disk = TransferSeconds.of(written[host], outlook.diskWrites(host));
        double most = Math.max(network, disk);
        return ofStore[host] > 0 ? Math.max(most, TransferSeconds.of(storeWritten, store.writeRate())) : most;
    }

    /** From then on, until the tasks of a host have read all that lies elsewhere, or on its disk. */
    double reading(int host) {
        double network = TransferSeconds.of(fetched[host], outlook.receives(host));
        double disk = TransferSeconds.of(readLater[host], outlook.diskReads(host));
        double fromStore = TransferSeconds.of(ofStore[host], store.hostRate());
        return Math.max(Math.max(network, disk), fromStore);
    }

    /** What keeps a host busy: its tasks' blocks, all that it sends, its disk. */
    double ofHost(int host) {
        return Math.max(bringing(host) + reading(host), ofPorts(host));
    }

    private double ofPorts(int host) {
        double sending = TransferSeconds.of(sent[host], outlook.sends(host));
        double disk = TransferSeconds.of(written[host], outlook.diskWrites(host))
                + TransferSeconds.of(readLater[host] + readFirst(host), outlook.diskReads(host));
        return Math.max(sending, disk);
    }

    /** A host without a disk has what it made in memory until it is brought elsewhere. */
    private long readFirst(int host) {
        return outlook.diskReads(host) > 0 ? readFirst[host] : 0;
    }

    double ofStore() {
        return TransferSeconds.of(storeWritten, store.writeRate()) + TransferSeconds.of(storeRead, store.readRate());
    }

    long receivedBytes(int host) {
        return received[host];
    }

    /** Until all is read: the busiest host, or the store. Whoever has blocks in third hosts' memory waits for the slowest of these. */
    double seconds() {
        double third = 0;
        for (int host = 0; host < sent.length; host++) {
            third = ofOthers[host] > 0 ? Math.max(third, bringing(host)) : third;
        }
        double most = ofStore();
        for (int host = 0; host < sent.length; host++) {
            double brought = elsewhere[host] > 0 ? Math.max(third, bringing(host)) : bringing(host);
            most = Math.max(most, Math.max(brought + reading(host), ofPorts(host)));
        }
        return most;
    }
}
