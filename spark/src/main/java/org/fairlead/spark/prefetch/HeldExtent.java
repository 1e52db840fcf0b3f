// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;
import org.fairlead.core.prefetch.admission.TransferPace;
import org.fairlead.protocol.time.TimeSource;

/**
 * An extent's bytes in memory, in chunks with a checksum each. One thread writes them in order, tasks read them, also while they come. Memory is written under its lock alone, and never after it was given back; whoever reads
 * has pinned it in the {@link ExtentStore}. Safe for threads.
 */
final class HeldExtent {
    /** How long a reader waits for a chunk that does not come, before it reads by itself. */
    static final long PATIENCE_NANOS = 2_000_000_000L;

    /** Bytes that may be left of what is read, and are no waste: a file's end is fetched by its last 64 KiB, however short its footer is. */
    private static final long SPARE_BYTES = DirectMemory.CHUNK;

    private enum State {
        QUEUED,
        ARRIVING,
        COMPLETE,
        /** No more will come. */
        ENDED
    }

    private record Wanting(ExtentRequest request, long deadlineNanos) {}

    /** What came of a wish to read. */
    enum Outcome {
        READ,
        /** It does not come, or not in time: to be read elsewhere. */
        ABSENT,
        /** Its checksum is wrong. */
        CORRUPT
    }

    private final ExtentRequest request;
    private final Extent extent;
    private volatile long deadlineNanos;
    private final List<ByteBuffer> chunks;
    private final int[] checksums;
    /** Of each chunk, where the first byte that was read begins, and the last one ends; both 0 before any was. */
    private final int[] readFrom;

    private final int[] readUpTo;
    /** The requests that wait for it, by their numbers. */
    private final Map<Long, Wanting> wanting = new LinkedHashMap<>();

    private Optional<LocatedReplicas> replicas = Optional.empty();
    private State state = State.QUEUED;
    private Thread writer;
    private int ready;
    private boolean given;
    /** Bytes of the chunks of which anything was read. */
    private long usedBytes;

    private final TransferPace pace = new TransferPace();

    /**
     * @param extent begins at a multiple of a chunk's bytes
     * @param chunks as many as it needs
     */
    HeldExtent(ExtentRequest request, Extent extent, long deadlineNanos, List<ByteBuffer> chunks) {
        this.request = request;
        this.extent = extent;
        this.deadlineNanos = deadlineNanos;
        this.chunks = chunks;
        checksums = new int[chunks.size()];
        readFrom = new int[chunks.size()];
        readUpTo = new int[chunks.size()];
    }

    ExtentRequest request() {
        return request;
    }

    Extent extent() {
        return extent;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** It is expected to be read at another time. */
    void due(long newDeadlineNanos) {
        deadlineNanos = newDeadlineNanos;
    }

    /** A request waits for it, whose task is expected to read it at a time. */
    synchronized void wantedBy(ExtentRequest waiting, long readNanos) {
        wanting.put(waiting.id(), new Wanting(waiting, readNanos));
    }

    /** The requests that wait for it. */
    synchronized List<ExtentRequest> wanting() {
        return wanting.values().stream().map(Wanting::request).toList();
    }

    /** When the first of the requests that wait for it is expected to read it; as it was due where none waits. */
    synchronized long soonestNanos() {
        return wanting.values().stream()
                .map(Wanting::deadlineNanos)
                .reduce((one, other) -> one - other <= 0 ? one : other)
                .orElse(deadlineNanos);
    }

    /**
     * What has come, and was of use to whomever, of what a request asked for: chunks of which anything was read, and a spare one. What lies between ranges that are read is fetched with them, up to a chunk, and stock has a DataNode
     * send no less.
     */
    synchronized ReadBytes readFor(ExtentRequest asking) {
        long arrived = Math.min(extent.length(), (long) ready * DirectMemory.CHUNK);
        long fetched = Math.min(arrived, extent.common(asking.extent()));
        long used = usedBytes == 0 ? 0 : usedBytes + SPARE_BYTES;
        return new ReadBytes(fetched, Math.min(fetched, used));
    }

    synchronized boolean isWantedBy(long requestId) {
        return wanting.containsKey(requestId);
    }

    /** A request waits for it no more. @return whether no other one does */
    synchronized boolean unwantedBy(long requestId) {
        wanting.remove(requestId);
        return wanting.isEmpty();
    }

    /** @param bytesPerSecond at which it may come at most, for a while; 0: as fast as it can */
    synchronized void quota(long bytesPerSecond, long nowNanos) {
        pace.quota(bytesPerSecond == 0 ? Double.POSITIVE_INFINITY : bytesPerSecond, nowNanos);
        notifyAll();
    }

    /**
     * On the thread that fetches it: waits while it is to give way, nobody waits for it, and more of it is wanted.
     *
     * @param givesWay asked again and again
     * @param everyMillis between two of these
     * @return whether it waited
     * @throws InterruptedException when it has ended meanwhile
     */
    synchronized boolean awaitWay(BooleanSupplier givesWay, long everyMillis) throws InterruptedException {
        boolean waited = false;
        while (!isAwaited() && givesWay.getAsBoolean()) {
            waited = true;
            wait(everyMillis);
        }
        return waited;
    }

    private boolean isAwaited() {
        return pace.isFree() || isOver();
    }

    /** Somebody waits for it: from now on it comes as fast as it can. */
    synchronized void unthrottle() {
        pace.free();
        notifyAll();
    }

    /**
     * On the thread that writes: so many bytes have come, and it waits until more may, by its quota, or nothing more is wanted.
     *
     * @throws InterruptedException when it has ended meanwhile
     */
    synchronized void awaitTurn(long bytes, TimeSource time) throws InterruptedException {
        pace.moved(bytes, time.nanoTime());
        for (long left = pace.waitNanos(time.nanoTime());
                left > 0 && state == State.ARRIVING;
                left = pace.waitNanos(time.nanoTime())) {
            wait(Math.max(1, left / 1_000_000));
        }
    }

    /** Where its block was found; empty until that is known. */
    synchronized Optional<LocatedReplicas> replicas() {
        return replicas;
    }

    synchronized void found(LocatedReplicas located) {
        replicas = Optional.of(located);
    }

    /** On the thread that will write. @return whether it is still wanted */
    synchronized boolean beginWriting() {
        if (state != State.QUEUED) {
            return false;
        }
        state = State.ARRIVING;
        return true;
    }

    /** From now on {@link #end} interrupts this thread. @return whether it is still wanted */
    synchronized boolean beginTransfer() {
        writer = state == State.ARRIVING ? Thread.currentThread() : null;
        return writer != null;
    }

    /** Nobody interrupts this thread for it any more. */
    synchronized void endTransfer() {
        writer = null;
    }

    /** Bytes of a chunk, of which the last may be shorter. */
    int chunkBytes(int chunk) {
        return (int) Math.min(DirectMemory.CHUNK, extent.length() - (long) chunk * DirectMemory.CHUNK);
    }

    int chunkCount() {
        return chunks.size();
    }

    /**
     * The next chunk has come.
     *
     * @param bytes all of it
     * @return whether more is wanted
     */
    synchronized boolean put(ByteBuffer bytes) {
        if (state != State.ARRIVING || given) {
            return false;
        }
        int checksum = checksum(bytes.duplicate());
        ByteBuffer chunk = chunks.get(ready);
        chunk.clear();
        chunk.put(bytes);
        checksums[ready] = checksum;
        ready++;
        if (ready == chunks.size()) {
            state = State.COMPLETE;
        }
        notifyAll();
        return true;
    }

    /** No more will come: who waits is told, who writes is interrupted. */
    synchronized void end() {
        if (state != State.COMPLETE) {
            state = State.ENDED;
        }
        if (writer != null) {
            writer.interrupt();
        }
        notifyAll();
    }

    /** Whether nothing of it is going to come any more. */
    synchronized boolean isOver() {
        return state == State.ENDED || state == State.COMPLETE;
    }

    synchronized boolean isEnded() {
        return state == State.ENDED;
    }

    /** Whether nobody has begun to fetch it. */
    synchronized boolean isQueued() {
        return state == State.QUEUED;
    }

    /** Whether all of it is there. */
    synchronized boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Gives its memory back, when nobody reads it and nobody will. */
    synchronized void giveBack(DirectMemory memory) {
        if (!given) {
            given = true;
            memory.give(chunks);
        }
    }

    /**
     * Copies bytes out, at most to the end of the chunk they begin in, once that chunk's checksum is found to be right.
     *
     * @param position in the block, within the extent
     * @param to filled when the outcome is that they were read, else left as it is
     * @param most bytes, above 0
     * @throws InterruptedException while it waits for what is under way
     */
    Outcome read(long position, ByteBuffer to, int most, TimeSource time) throws InterruptedException {
        int chunk = (int) ((position - extent.offset()) / DirectMemory.CHUNK);
        if (!await(chunk, time)) {
            return Outcome.ABSENT;
        }
        ByteBuffer from = chunks.get(chunk).duplicate();
        int bytes = chunkBytes(chunk);
        from.position(0).limit(bytes);
        if (checksum(from.duplicate()) != checksums[chunk]) {
            return Outcome.CORRUPT;
        }
        int begin = (int) (position - extent.offset() - (long) chunk * DirectMemory.CHUNK);
        from.position(begin).limit(Math.min(bytes, begin + most));
        to.put(from);
        return Outcome.READ;
    }

    /**
     * Somebody has read bytes of one chunk.
     *
     * @param position in the block
     * @param bytes above 0
     * @return how many of them nobody had read before, as far as that is known: all between the first and the last byte that was read counts as read
     */
    synchronized long firstRead(long position, int bytes) {
        int chunk = (int) ((position - extent.offset()) / DirectMemory.CHUNK);
        int begin = (int) (position - extent.offset() - (long) chunk * DirectMemory.CHUNK);
        boolean isFirst = readUpTo[chunk] == 0;
        int from = isFirst ? begin : Math.min(begin, readFrom[chunk]);
        int upTo = Math.max(begin + bytes, readUpTo[chunk]);
        int more = Math.min(bytes, upTo - from - (readUpTo[chunk] - readFrom[chunk]));
        readFrom[chunk] = from;
        readUpTo[chunk] = upTo;
        usedBytes += isFirst ? chunkBytes(chunk) : 0;
        return more;
    }

    /** Waits while chunks come, each within the patience. */
    private synchronized boolean await(int chunk, TimeSource time) throws InterruptedException {
        int seen = ready;
        long since = time.nanoTime();
        while (ready <= chunk) {
            long leftNanos = PATIENCE_NANOS - (time.nanoTime() - since);
            if (state != State.ARRIVING || leftNanos <= 0) {
                return false;
            }
            wait(Math.max(1, leftNanos / 1_000_000));
            if (ready > seen) {
                seen = ready;
                since = time.nanoTime();
            }
        }
        return true;
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue();
    }
}
