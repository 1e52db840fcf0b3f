// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * Where blocks go for which their owners' memory has no room: where the exchange is predicted to end soonest with them. In the order in which equal ones are preferred, since each moves
 * more than the one before:
 *
 * <ol>
 *   <li>in its sender's memory, as far as its cap bears it: the block crosses the network once, when its task reads it;
 *   <li>on its sender's disk, where stock has it;
 *   <li>in the memory of the host that has most free: it crosses the network twice;
 *   <li>in the shared store;
 *   <li>on its owner's disk.
 * </ol>
 *
 * <p>Blocks are taken one after the other, and nobody looks back. Where all are of one size and may go to the same places, that ends soonest of all ways to place them.
 */
final class OverflowSearch {
    private static final int NOWHERE = Integer.MIN_VALUE;
    private static final Way[] WAYS = Way.values();

    private enum Way {
        SENDERS_MEMORY(Place.SENDER_MEMORY),
        SENDERS_DISK(Place.DISK),
        OTHERS_MEMORY(Place.OTHER_MEMORY),
        STORE(Place.STORE),
        OWNERS_DISK(Place.DISK);

        private final Place place;

        Way(Place place) {
            this.place = place;
        }
    }

    private final PlanDraft draft;
    private final Outlook outlook;
    private double busiest;

    /** @param draft with all blocks in their owners' memory for which that has room */
    OverflowSearch(PlanDraft draft, Outlook outlook) {
        this.draft = draft;
        this.outlook = outlook;
        busiest = draft.loads().seconds();
    }

    /** Places a block; on its sender's disk where nothing is predicted to end at all. */
    void place(int row, int partition) {
        int sender = draft.bytes().sender(row);
        int owner = draft.owners()[partition];
        Place best = Place.DISK;
        int bestHost = sender;
        double least = Double.POSITIVE_INFINITY;
        for (Way way : WAYS) {
            int host = host(way, row, partition, sender, owner);
            if (host != NOWHERE) {
                double seconds = after(way.place, row, partition, host);
                if (seconds < least) {
                    least = seconds;
                    best = way.place;
                    bestHost = host;
                }
            }
        }
        if (!best.isMemory()) {
            draft.put(best, row, partition, bestHost);
        } else if (!draft.takes(best, row, partition, bestHost)) {
            throw new IllegalStateException("no room for a block that was to fit");
        }
        busiest = Math.max(busiest, ofThose(sender, owner, bestHost));
    }

    /** Where a way leads; {@link #NOWHERE} where it is none. */
    private int host(Way way, int row, int partition, int sender, int owner) {
        return switch (way) {
            case SENDERS_MEMORY -> sender != owner && draft.hasRoom(row, partition, sender) ? sender : NOWHERE;
            case SENDERS_DISK -> sender;
            case OTHERS_MEMORY -> {
                int other = draft.mostFree();
                boolean third = other != sender && other != owner;
                yield third && draft.hasRoom(row, partition, other) ? other : NOWHERE;
            }
            case STORE -> outlook.store().exists() ? ExchangePlan.NO_HOST : NOWHERE;
            case OWNERS_DISK -> sender != owner ? owner : NOWHERE;
        };
    }

    /** Until all ends, with a block there. */
    private double after(Place place, int row, int partition, int host) {
        int sender = draft.bytes().sender(row);
        int owner = draft.owners()[partition];
        long bytes = draft.bytes().bytes(row, partition);
        draft.loads().add(place, sender, owner, host, bytes);
        double seconds = Math.max(busiest, ofThose(sender, owner, host));
        draft.loads().add(place, sender, owner, host, -bytes);
        return seconds;
    }

    private double ofThose(int sender, int owner, int host) {
        PortLoads loads = draft.loads();
        double most = Math.max(loads.ofStore(), Math.max(loads.ofHost(sender), loads.ofHost(owner)));
        return host < 0 || host == sender || host == owner
                ? most
                : Math.max(Math.max(most, loads.ofHost(host)), loads.bringing(host) + loads.reading(owner));
    }
}
