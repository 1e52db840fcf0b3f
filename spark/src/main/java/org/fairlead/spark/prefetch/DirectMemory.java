// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.fairlead.protocol.time.TimeSource;

/**
 * Chunks of direct memory, all of one size, that are made when they are first needed and used again. When the JVM gives none, that is no failure, and it is not asked again for a minute: asking makes it collect
 * garbage, and waits for that. Safe for threads.
 */
final class DirectMemory {
    /** Bytes of a chunk. */
    static final int CHUNK = 64 << 10;

    private static final long PAUSE_NANOS = 60_000_000_000L;

    private final int mostChunks;
    private final TimeSource time;
    private final IntFunction<ByteBuffer> allocation;
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private int made;
    private boolean wasRefused;
    private long refusedNanos;

    /** @param capBytes most bytes of all chunks together; less than a chunk gives none */
    DirectMemory(long capBytes, TimeSource time) {
        this(capBytes, time, ByteBuffer::allocateDirect);
    }

    /** @param allocation of that many bytes; may throw OutOfMemoryError */
    DirectMemory(long capBytes, TimeSource time, IntFunction<ByteBuffer> allocation) {
        this.time = time;
        this.allocation = allocation;
        mostChunks = (int) Math.min(capBytes / CHUNK, Integer.MAX_VALUE);
    }

    /** So many empty chunks; nothing when there are not as many. */
    synchronized Optional<List<ByteBuffer>> take(int chunks) {
        if (chunks > free.size() + mostChunks - made || !grow(chunks - free.size())) {
            return Optional.empty();
        }
        List<ByteBuffer> taken = new ArrayList<>(chunks);
        for (int i = 0; i < chunks; i++) {
            ByteBuffer chunk = free.pop();
            chunk.clear();
            taken.add(chunk);
        }
        return Optional.of(taken);
    }

    private boolean grow(int chunks) {
        if (chunks > 0 && wasRefused && time.nanoTime() - refusedNanos < PAUSE_NANOS) {
            return false;
        }
        try {
            for (int i = 0; i < chunks; i++) {
                free.push(allocation.apply(CHUNK));
                made++;
            }
            return true;
        } catch (OutOfMemoryError e) {
            wasRefused = true;
            refusedNanos = time.nanoTime();
            return false;
        }
    }

    /** Gives back what was taken, and nobody writes to or reads from any more. */
    synchronized void give(List<ByteBuffer> chunks) {
        chunks.forEach(free::push);
    }

    /** Bytes that were taken from the JVM and not given back to it, in use or not. */
    synchronized long madeBytes() {
        return (long) made * CHUNK;
    }

    /** Bytes in use. */
    synchronized long usedBytes() {
        return (long) (made - free.size()) * CHUNK;
    }
}
