// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.fairlead.spark.prefetch.HeldExtent.Outcome;

/** What was there of a block when somebody began to read it; it stays until it is closed. Of one reader, closed by any thread. */
final class HeldBlock implements AutoCloseable {
    private final ExtentStore store;
    private final List<HeldExtent> extents;
    private final long[] firstRead;
    private final boolean[] unusable;
    private boolean closed;

    /** @param extents in order, pinned */
    HeldBlock(ExtentStore store, List<HeldExtent> extents) {
        this.store = store;
        this.extents = extents;
        firstRead = new long[extents.size()];
        unusable = new boolean[extents.size()];
    }

    /**
     * Copies bytes out.
     *
     * @param position in the block
     * @param most bytes, above 0 and no more than there is room for
     * @return how many, 0 if these are to be read elsewhere, up to {@link #nextFrom}
     * @throws InterruptedException while it waits for what is under way
     */
    synchronized int read(long position, ByteBuffer to, int most) throws InterruptedException {
        int index = at(position);
        if (closed || index < 0 || unusable[index]) {
            return 0;
        }
        HeldExtent extent = extents.get(index);
        int before = to.position();
        Outcome outcome = extent.read(position, to, most, store.time());
        if (outcome == Outcome.READ) {
            int bytes = to.position() - before;
            if (extent.isComplete()) {
                store.fromMemory(bytes);
            }
            firstRead[index] += extent.firstRead(position, bytes);
            return bytes;
        }
        unusable[index] = true;
        if (outcome == Outcome.CORRUPT) {
            store.corrupt(extent);
        } else {
            store.failed(extent); // overtaken: its task reads it itself
        }
        return 0;
    }

    private int at(long position) {
        for (int i = 0; i < extents.size(); i++) {
            if (extents.get(i).extent().offset() <= position
                    && position < extents.get(i).extent().end()) {
                return i;
            }
        }
        return -1;
    }

    /** Where after a position the next byte is that may be held; {@code otherwise} if there is none before that. */
    synchronized long nextFrom(long position, long otherwise) {
        for (int i = 0; i < extents.size(); i++) {
            long begin = extents.get(i).extent().offset();
            if (!unusable[i] && begin > position) {
                return Math.min(begin, otherwise);
            }
        }
        return otherwise;
    }

    /** Whether all of a part may be held. */
    synchronized boolean covers(long position, long end) {
        long next = position;
        while (next < end) {
            int index = at(next);
            if (index < 0 || unusable[index]) {
                return false;
            }
            next = extents.get(index).extent().end();
        }
        return true;
    }

    /** Where the block was found, by who fetched of it. */
    Optional<LocatedReplicas> replicas() {
        return extents.stream().flatMap(extent -> extent.replicas().stream()).findFirst();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            for (int i = 0; i < extents.size(); i++) {
                store.endRead(extents.get(i), firstRead[i]);
            }
        }
    }
}
