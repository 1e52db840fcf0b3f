// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.fairlead.core.shuffle.copy.CopyMemory;

/**
 * Copies of shuffle blocks in an executor: in storage that may evict them, with the length and the checksum that they had when they came. Read once, they are gone. Safe for threads.
 */
final class HeldCopies {
    private final CopyStorage storage;
    private final long capBytes;
    private final CopyCounts counts;
    private final Map<CopyKey, Held> held = new LinkedHashMap<>();
    private long heldBytes;

    private static final class Held {
        private final int bytes;
        private final long checksum;
        private int pins;

        private Held(int bytes, long checksum) {
            this.bytes = bytes;
            this.checksum = checksum;
        }
    }

    HeldCopies(CopyStorage storage, long capBytes, CopyCounts counts) {
        this.storage = storage;
        this.capBytes = capBytes;
        this.counts = counts;
    }

    /** Most bytes of copies at once. */
    long capBytes() {
        return capBytes;
    }

    private static long checksum(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content.duplicate());
        return crc.getValue();
    }

    private CopyMemory memory() {
        return new CopyMemory(capBytes, storage.poolBytes());
    }

    /** Bytes that may be asked for while so many are on their way. */
    synchronized long credit(long arrivingBytes) {
        return memory().credit(heldBytes, arrivingBytes, storage.freeBytes());
    }

    /** Keeps a block that came, if there is still room for it. */
    void keep(CopyKey key, byte[] content) {
        long checksum = checksum(ByteBuffer.wrap(content));
        synchronized (this) {
            if (held.containsKey(key)) {
                return;
            }
            if (heldBytes + content.length > capBytes || !storage.put(key, content)) {
                counts.add(key.shuffle(), CopyCount.BLOCKS_REFUSED, 1);
                return;
            }
            held.put(key, new Held(content.length, checksum));
            heldBytes += content.length;
        }
        counts.add(key.shuffle(), CopyCount.BYTES_COPIED, content.length);
    }

    /**
     * The content of a copy, which stays until {@link #release}; empty where there is none, or it is not what came.
     *
     * @param task the attempt that reads it, on whose thread this is
     */
    Optional<ByteBuffer> pin(CopyKey key, long task) {
        Held copy;
        ByteBuffer content;
        synchronized (this) {
            copy = held.get(key);
            if (copy == null) {
                return Optional.empty();
            }
            Optional<ByteBuffer> found = storage.pin(key);
            if (found.isEmpty()) {
                forget(key, copy, CopyCount.BYTES_EVICTED);
                return Optional.empty();
            }
            copy.pins++;
            content = found.get();
        }
        if (content.remaining() == copy.bytes && checksum(content) == copy.checksum) {
            return Optional.of(content);
        }
        counts.add(key.shuffle(), CopyCount.BYTES_CORRUPT, copy.bytes);
        release(key, task, false);
        return Optional.empty();
    }

    /** A task has read a copy, or does not want it any more: it goes when nobody else has it pinned. On any thread. */
    synchronized void release(CopyKey key, long task, boolean wasRead) {
        storage.unpin(key, task);
        Held copy = held.get(key);
        if (copy == null) {
            return;
        }
        copy.pins--;
        if (wasRead) {
            counts.add(key.shuffle(), CopyCount.BYTES_READ, copy.bytes);
        }
        if (copy.pins == 0) {
            remove(key, copy);
        }
    }

    private void remove(CopyKey key, Held copy) {
        held.remove(key);
        heldBytes -= copy.bytes;
        storage.remove(key);
    }

    private void forget(CopyKey key, Held copy, CopyCount why) {
        held.remove(key);
        heldBytes -= copy.bytes;
        counts.add(key.shuffle(), why, copy.bytes);
    }

    /** Nobody wants some of what is held any more. What is being read stays until it was. */
    synchronized void drop(Predicate<CopyKey> unwanted) {
        drop(all(unwanted), Long.MAX_VALUE, CopyCount.BYTES_WASTED);
    }

    /** Finds out what was evicted, and what there is room for. Looks at each copy. */
    synchronized void look() {
        for (CopyKey key : all(each -> held.get(each).pins == 0 && !storage.contains(each))) {
            forget(key, held.get(key), CopyCount.BYTES_EVICTED);
        }
        counts.set(CopyCount.BYTES_HELD, heldBytes);
        counts.set(CopyCount.BYTES_ROOM, memory().credit(heldBytes, 0, storage.freeBytes()));
    }

    /** Makes room for tasks: what came last, and is read last, goes first. Called every so often. */
    synchronized void giveWay() {
        long tooMuch = heldBytes == 0 ? 0 : memory().tooMuch(heldBytes, storage.freeBytes());
        if (tooMuch > 0) {
            List<CopyKey> lastFirst = all(each -> true);
            Collections.reverse(lastFirst);
            drop(lastFirst, tooMuch, CopyCount.BYTES_GIVEN_WAY);
        }
    }

    private List<CopyKey> all(Predicate<CopyKey> which) {
        List<CopyKey> found = new ArrayList<>();
        for (CopyKey key : held.keySet()) {
            if (which.test(key)) {
                found.add(key);
            }
        }
        return found;
    }

    private void drop(List<CopyKey> keys, long bytes, CopyCount why) {
        long gone = 0;
        for (CopyKey key : keys) {
            Held copy = held.get(key);
            if (gone >= bytes) {
                return;
            }
            if (copy.pins == 0) {
                remove(key, copy);
                counts.add(key.shuffle(), why, copy.bytes);
                gone += copy.bytes;
            }
        }
    }

    synchronized long heldBytes() {
        return heldBytes;
    }
}
