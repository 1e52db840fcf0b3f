// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;
import org.fairlead.core.flow.Tournament;

/** A plan while it is made: blocks get their places one after the other, and what memory takes them in is less by them. A block without one stays on its sender's disk. */
final class PlanDraft {
    /** Where blocks may go before their owner's memory. */
    interface Placement {
        Placement NOWHERE = (row, partition) -> false;

        /** @return whether a block has a place now */
        boolean place(int row, int partition);
    }

    /** What happens to a block for which its owner's memory has no room. */
    interface Overflow {
        void place(int row, int partition);
    }

    private final ByteMatrix bytes;
    private final Outlook outlook;
    private final int[] owners;
    /** By block, the code of its {@link Place}. */
    private final byte[] places;

    private final int[] hosts;
    private final long[] free;
    /** Kept from when owners have taken what they can; nobody asks before. */
    private final Tournament mostFree = new Tournament();

    private boolean ownersAreFull;
    private final PortLoads loads;
    /** Partitions by owner: those of host h stand from {@code first[h]} to before {@code first[h + 1]}. */
    private final int[] partitions;

    private final int[] first;

    PlanDraft(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, int[] owners) {
        this.bytes = bytes;
        this.outlook = outlook;
        this.owners = owners;
        places = new byte[bytes.rows() * bytes.partitions()];
        hosts = new int[places.length];
        free = new long[bytes.hosts()];
        loads = new PortLoads(outlook);
        Arrays.fill(places, Place.DISK.code);
        bytes.copySenders(hosts);
        for (int host = 0; host < free.length; host++) {
            free[host] = memory.capBytes(host);
        }
        first = new int[bytes.hosts() + 1];
        Arrays.stream(owners).forEach(owner -> first[owner + 1]++);
        for (int host = 0; host < bytes.hosts(); host++) {
            first[host + 1] += first[host];
        }
        int[] next = Arrays.copyOf(first, bytes.hosts());
        partitions = new int[owners.length];
        for (int partition = 0; partition < owners.length; partition++) {
            partitions[next[owners[partition]]++] = partition;
        }
    }

    /** @throws IllegalArgumentException if hosts are not as many in all three */
    static void check(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook) {
        if (memory.hosts() != bytes.hosts() || outlook.hosts() != bytes.hosts()) {
            throw new IllegalArgumentException("a matrix of " + bytes.hosts() + " hosts, memory of " + memory.hosts()
                    + ", an outlook of " + outlook.hosts());
        }
        if (bytes.partitions() > 0 && bytes.hosts() == 0) {
            throw new IllegalArgumentException(bytes.partitions() + " partitions and no host");
        }
    }

    /**
     * Owners as a scheduler spreads tasks that it knows nothing of: from a drawn host on, one after the other; or where they are planned.
     */
    static int[] inTurn(ByteMatrix bytes, Outlook outlook, long seed) {
        int[] owners = new int[bytes.partitions()];
        int start = bytes.hosts() == 0 ? 0 : (int) Long.remainderUnsigned(seed, bytes.hosts());
        for (int partition = 0; partition < owners.length; partition++) {
            int planned = outlook.taskHost(partition);
            owners[partition] = planned == Outlook.UNPLANNED ? (start + partition) % bytes.hosts() : planned;
        }
        return owners;
    }

    /** Goes through all blocks, owner by owner, in the order in which their senders meet it, its own first: each goes into its memory while that has room. */
    void fillOwners(ExchangeOrder order, Overflow overflow) {
        fillOwners(order, Placement.NOWHERE, overflow);
    }

    /** The same of all blocks but those that get a place before. */
    void fillOwners(ExchangeOrder order, Placement before, Overflow overflow) {
        for (int owner = 0; owner < bytes.hosts(); owner++) {
            for (int step = 0; step <= order.steps() && first[owner] < first[owner + 1]; step++) {
                int sender = step == 0 ? owner : order.sender(owner, step);
                for (int at = 0; at < bytes.rowsOn(sender); at++) {
                    fillOwner(owner, bytes.rowOn(sender, at), before, overflow);
                }
            }
        }
        for (int host = 0; host < free.length; host++) {
            mostFree.setLater(host, (double) -free[host]);
        }
        mostFree.restore();
        ownersAreFull = true;
    }

    private void fillOwner(int owner, int row, Placement before, Overflow overflow) {
        for (int at = first[owner]; at < first[owner + 1]; at++) {
            int partition = partitions[at];
            if (bytes.bytes(row, partition) > 0
                    && !before.place(row, partition)
                    && !takes(Place.OWNER_MEMORY, row, partition, owner)) {
                overflow.place(row, partition);
            }
        }
    }

    /**
     * Puts a block into a host's memory.
     *
     * @return whether it has room
     */
    boolean takes(Place place, int row, int partition, int host) {
        if (!hasRoom(row, partition, host)) {
            return false;
        }
        free[host] -= bytes.bytes(row, partition);
        if (ownersAreFull) {
            mostFree.set(host, (double) -free[host]);
        }
        put(place, row, partition, host);
        return true;
    }

    boolean hasRoom(int row, int partition, int host) {
        return bytes.bytes(row, partition) <= free[host];
    }

    /** The host whose memory has most room when owners have been filled; of equals the first one. */
    int mostFree() {
        return mostFree.lowest();
    }

    /** Puts a block where no cap counts. */
    void put(Place place, int row, int partition, int host) {
        int block = bytes.block(row, partition);
        places[block] = place.code;
        hosts[block] = host;
        loads.add(place, bytes.sender(row), owners[partition], host, bytes.bytes(row, partition));
    }

    /** Puts a block into the shared store, or on its owner's disk where there is none. */
    void toDisk(int row, int partition) {
        if (outlook.store().exists()) {
            put(Place.STORE, row, partition, ExchangePlan.NO_HOST);
        } else {
            put(Place.DISK, row, partition, owners[partition]);
        }
    }

    ByteMatrix bytes() {
        return bytes;
    }

    int[] owners() {
        return owners;
    }

    byte[] places() {
        return places;
    }

    int[] hosts() {
        return hosts;
    }

    /** Of the blocks that have got a place. */
    PortLoads loads() {
        return loads;
    }
}
