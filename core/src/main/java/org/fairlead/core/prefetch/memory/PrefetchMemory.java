// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;

/**
 * Decides which fetched input a machine's bounded memory takes in, and what gives way to it. An extent is what is fetched and kept as one, such as a part of a block. It arrives, is held, and may be
 * read in either state. Not safe for threads.
 *
 * <p><b>Goals.</b> What tasks read soonest is there. What nobody waits for makes room.
 *
 * <p><b>Constraints.</b> Never more bytes than the cap. What is being read stays until nobody reads it. What nobody speaks of any more leaves by itself ({@link #forget}). An extent is taken in whole or refused, and a refusal costs nobody anything.
 *
 * <p><b>Algorithm.</b> If an extent does not fit, others give way in this order, until it does:
 *
 * <ol>
 *   <li>the spent: cancelled, or read to their end; earliest deadline first;
 *   <li>those whose deadline passed longer ago than the lapse, ten times that where their task has begun, earliest first: their task went elsewhere, or is gone;
 *   <li>those that are due later than the new extent, latest first.
 * </ol>
 *
 * If these are not enough, the new extent is refused, and nobody gives way.
 *
 * <p><b>Example.</b> Of a cap of 100 bytes, a (50 bytes, due at 10 s) and b (50, due at 20 s) are held. c (50, due at 15 s) takes b's place. d (50, due at 30 s) is refused. When a has been read, d takes a's.
 *
 * <p><b>Source.</b> Ours. FlexFetch (Yu et al., "Taming Non-local Stragglers using Efficient Prefetching in MapReduce") keeps fetched input on disk without a bound.
 *
 * @param <K> an extent's name, with equality
 */
public final class PrefetchMemory<K> {
    private final long capBytes;
    private final Map<K, KeptExtent<K>> entries = new LinkedHashMap<>();
    private final EvictionOrder<K> order;
    private long usedBytes;
    private long sequence;
    private long admitted;
    private long fetched;
    private long readBytes;
    private long wasted;
    private long cancelled;
    private long evicted;
    private long refused;
    private long failed;
    private long dropped;

    /**
     * @param capBytes most bytes of room for all extents together, arriving ones as a whole; at least 0
     * @param lapseNanos after its deadline, until an extent counts as forgotten; at least 0
     */
    public PrefetchMemory(long capBytes, long lapseNanos) {
        if (capBytes < 0 || lapseNanos < 0) {
            throw new IllegalArgumentException("a cap and a lapse of at least 0 are expected, not " + capBytes
                    + " bytes and " + lapseNanos + " ns");
        }
        this.capBytes = capBytes;
        order = new EvictionOrder<>(lapseNanos);
    }

    /** The same as {@link #request(Object, long, long, long, long)} for an extent that takes as much of the cap as it has bytes. */
    public MemoryAnswer<K> request(K extent, long bytes, long deadlineNanos, long nowNanos) {
        return request(extent, bytes, bytes, deadlineNanos, nowNanos);
    }

    /**
     * Asks for memory. An extent that is in memory keeps it, is no longer cancelled, and has the new deadline.
     *
     * @param bytes of the extent, above 0; the same each time
     * @param room bytes that it takes of the cap, at least as many, for whom has memory in pieces
     * @param deadlineNanos when it will be read, on the clock of {@code nowNanos}
     * @throws IllegalArgumentException if the bytes are not above 0, or not those of before, or the room is less
     */
    public MemoryAnswer<K> request(K extent, long bytes, long room, long deadlineNanos, long nowNanos) {
        if (bytes <= 0 || room < bytes) {
            throw new IllegalArgumentException(
                    extent + ": bytes above 0 and no more than their room are expected, not " + bytes + " in " + room);
        }
        KeptExtent<K> known = entries.get(extent);
        if (known != null) {
            return again(known, bytes, deadlineNanos);
        }
        Optional<List<KeptExtent<K>>> found = victims(room, deadlineNanos, nowNanos);
        if (found.isEmpty()) {
            refused += bytes;
            return new MemoryAnswer<>(State.REFUSED, false, List.of());
        }
        List<KeptExtent<K>> victims = found.get();
        for (KeptExtent<K> victim : victims) {
            if (!victim.isSpent()) {
                evicted += victim.bytes;
            }
            remove(victim);
        }
        KeptExtent<K> entry = new KeptExtent<>(extent, bytes, room, sequence++, deadlineNanos);
        entries.put(extent, entry);
        usedBytes += room;
        admitted += bytes;
        order.place(entry);
        return new MemoryAnswer<>(
                State.ARRIVING,
                true,
                victims.stream().map(victim -> victim.name).toList());
    }

    /**
     * Whether there is room for extents that are asked for together, and are taken in together or not at all; what would have to give way for that stays. If not, they count as refused.
     *
     * @param bytes of all of them, above 0
     * @param room bytes that they take of the cap, at least as many
     * @param deadlineNanos when they will be read, on the clock of {@code nowNanos}
     */
    public boolean hasRoom(long bytes, long room, long deadlineNanos, long nowNanos) {
        boolean has = victims(room, deadlineNanos, nowNanos).isPresent();
        refused += has ? 0 : bytes;
        return has;
    }

    private MemoryAnswer<K> again(KeptExtent<K> known, long bytes, long deadlineNanos) {
        if (known.bytes != bytes) {
            throw new IllegalArgumentException(
                    known.name + ": " + known.bytes + " bytes as before are expected, not " + bytes);
        }
        if (known.invalidated) {
            refused += bytes;
            return new MemoryAnswer<>(State.REFUSED, false, List.of());
        }
        order.displace(known);
        known.askedAgain |= known.cancelled || known.read > 0; // else it may be the same task again
        known.cancelled = false;
        known.deadlineNanos = deadlineNanos;
        order.place(known);
        return new MemoryAnswer<>(known.arrived == known.bytes ? State.HELD : State.ARRIVING, false, List.of());
    }

    /** What has to give way for room; empty where there is none even then. */
    private Optional<List<KeptExtent<K>>> victims(long room, long deadlineNanos, long nowNanos) {
        long free = capBytes - usedBytes;
        return room > capBytes ? Optional.empty() : order.victims(room - free, deadlineNanos, nowNanos);
    }

    /**
     * Less of an extent is to be read than all of it.
     *
     * @param bytes with which it counts as read to its end, above 0
     */
    public void expect(K extent, long bytes) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry != null) {
            order.displace(entry);
            entry.expected = bytes;
            order.place(entry);
        }
    }

    /**
     * More of an extent has come.
     *
     * @param bytes of it, at least 0 and no more than are missing
     * @return whether it is still in memory; if not, its transfer is to end
     * @throws IllegalArgumentException if more comes than was asked for
     */
    public boolean arrived(K extent, long bytes) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry == null) {
            return false;
        }
        if (bytes < 0 || bytes > entry.bytes - entry.arrived) {
            throw new IllegalArgumentException(
                    extent + ": at most " + (entry.bytes - entry.arrived) + " bytes are missing, not " + bytes);
        }
        entry.arrived += bytes;
        fetched += bytes;
        return true;
    }

    /**
     * Somebody begins to read an extent, which is then not evicted.
     *
     * @return whether it is there to be read, all of it or what has come
     */
    public boolean beginRead(K extent) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry == null || entry.invalidated) {
            return false;
        }
        order.displace(entry);
        entry.readers++;
        return true;
    }

    /**
     * Somebody who began to read an extent has ended.
     *
     * @param bytes of it that came and that nobody had read before; at least 0
     * @return whether the extent has left memory with that, and its bytes are to be freed
     * @throws IllegalStateException if nobody reads it
     * @throws IllegalArgumentException if more was read than came
     */
    public boolean endRead(K extent, long bytes) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry == null || entry.readers == 0) {
            throw new IllegalStateException(extent + ": nobody reads it");
        }
        if (bytes < 0 || bytes > entry.arrived - entry.read) {
            throw new IllegalArgumentException(
                    extent + ": at most " + (entry.arrived - entry.read) + " bytes are unread, not " + bytes);
        }
        entry.read += bytes;
        readBytes += bytes;
        entry.readers--;
        boolean isUnwanted = entry.invalidated || (entry.cancelled && entry.arrived < entry.bytes);
        if (entry.readers == 0 && isUnwanted) {
            remove(entry);
            return true;
        }
        order.place(entry);
        return false;
    }

    /**
     * Nobody waits for an extent any more. What has come whole, or is being read, stays until its room is needed.
     *
     * @return whether it has left memory with that: its transfer is to end, and its bytes are to be freed
     */
    public boolean cancel(K extent) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry == null || entry.invalidated || entry.cancelled) {
            return false;
        }
        if (entry.read < entry.expected) {
            cancelled += entry.bytes;
        }
        return giveUp(entry);
    }

    /**
     * An extent's task has ended, and has read what it wanted. The same becomes of it as of one that is cancelled, but it does not count as cancelled.
     *
     * @return whether it has left memory with that: its transfer is to end, and its bytes are to be freed
     */
    public boolean done(K extent) {
        KeptExtent<K> entry = entries.get(extent);
        return entry != null && !entry.invalidated && !entry.cancelled && giveUp(entry);
    }

    private boolean giveUp(KeptExtent<K> entry) {
        if (entry.readers == 0 && entry.arrived < entry.bytes) {
            remove(entry);
            return true;
        }
        order.displace(entry);
        entry.cancelled = true;
        order.place(entry);
        return false;
    }

    /**
     * The rest of an extent will not come.
     *
     * @return whether it has left memory with that; if not, because it is being read or not there
     */
    public boolean failed(K extent) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry == null || entry.invalidated) {
            return false;
        }
        failed += entry.bytes;
        return invalidate(entry);
    }

    /**
     * An extent cannot be used, such as one whose checksum is wrong.
     *
     * @return whether it has left memory with that; if not, because it is being read or not there
     */
    public boolean drop(K extent) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry == null || entry.invalidated) {
            return false;
        }
        dropped += entry.bytes;
        return invalidate(entry);
    }

    /** The task of an extent has begun: it may read it at any time until it has ended. */
    public void begun(K extent) {
        KeptExtent<K> entry = entries.get(extent);
        if (entry != null) {
            entry.begun = true;
        }
    }

    /**
     * Gives up what nobody reads and whose deadline passed longer ago than the lapse, ten times that where its task has begun: whoever asked for it says nothing more of it.
     *
     * @return what has left memory with that: transfers are to end, and bytes are to be freed
     */
    public List<K> forget(long nowNanos) {
        List<K> gone = new ArrayList<>();
        for (KeptExtent<K> entry : List.copyOf(entries.values())) {
            if (entry.readers == 0 && order.isLapsed(entry, nowNanos)) {
                cancelled += entry.isSpent() ? 0 : entry.bytes;
                remove(entry);
                gone.add(entry.name);
            }
        }
        return gone;
    }

    /**
     * Nobody waits for anything any more, and nothing is kept in case.
     *
     * @return what has left memory with that; what is being read leaves with its last reader
     */
    public List<K> clear() {
        List<K> gone = new ArrayList<>();
        for (KeptExtent<K> entry : List.copyOf(entries.values())) {
            if (!entry.invalidated && !entry.cancelled && entry.read < entry.expected) {
                cancelled += entry.bytes;
            }
            if (invalidate(entry)) {
                gone.add(entry.name);
            }
        }
        return gone;
    }

    private boolean invalidate(KeptExtent<K> entry) {
        if (entry.readers == 0) {
            remove(entry);
            return true;
        }
        entry.invalidated = true;
        return false;
    }

    private void remove(KeptExtent<K> entry) {
        order.displace(entry);
        entries.remove(entry.name);
        usedBytes -= entry.room;
        wasted += entry.arrived - entry.read;
    }

    /** Names of all extents in memory, the oldest first. */
    public List<K> extents() {
        return List.copyOf(entries.keySet());
    }

    /** Bytes of room that extents have of the cap. */
    public long usedBytes() {
        return usedBytes;
    }

    /** Bytes that have come, are in memory, and were not read. */
    public long unreadBytes() {
        return entries.values().stream()
                .mapToLong(entry -> entry.arrived - entry.read)
                .sum();
    }

    public MemoryCounts counts() {
        return new MemoryCounts(admitted, fetched, readBytes, wasted, cancelled, evicted, refused, failed, dropped);
    }
}
