// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.fairlead.core.prefetch.memory.MemoryAnswer;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.core.prefetch.memory.PrefetchMemory;
import org.fairlead.protocol.time.TimeSource;

/**
 * All that an executor holds of blocks, within one cap. {@link PrefetchMemory} decides what is taken in and gives way; here are the bytes. Extents begin and end at multiples of a chunk, or at a block's end, and
 * none overlaps another. Safe for threads.
 */
final class ExtentStore implements AutoCloseable {
    /** Requests of which something is kept that has left memory. */
    private static final int MOST_LEFT = 4096;

    /** An extent whose task did not come until so long after it was expected makes room for any other, and leaves memory when {@link #forget} is asked. */
    private static final long LAPSE_NANOS = 60_000_000_000L;

    private final TimeSource time;
    private final long objectPartBytes;
    private final DirectMemory buffers;
    private final PrefetchCounts counts;
    private final PrefetchMemory<Extent> memory;
    private final Map<Extent, HeldExtent> held = new HashMap<>();
    /** The same by block, in order, for who only wants to know whether there is something. */
    private final Map<BlockKey, List<HeldExtent>> byBlock = new ConcurrentHashMap<>();

    /** What came of the newest requests that wait, and was read, in extents that have left memory. */
    private final Map<Long, ReadBytes> left = new LinkedHashMap<>();

    /**
     * The answer to a request.
     *
     * @param toFetch what it needs and nobody had asked for before
     */
    record Taken(State state, List<HeldExtent> toFetch) {}

    /** @param objectPartBytes at most, of an object that one extent has; whole chunks */
    ExtentStore(long capBytes, long objectPartBytes, DirectMemory buffers, PrefetchCounts counts, TimeSource time) {
        this.time = time;
        this.objectPartBytes = objectPartBytes;
        this.buffers = buffers;
        this.counts = counts;
        memory = new PrefetchMemory<>(capBytes, LAPSE_NANOS);
    }

    /** Takes memory for what of a request is neither held nor arriving; for all of that, or for nothing. */
    Taken take(ExtentRequest request) {
        return take(request, true);
    }

    /** The same where nothing more can wait to be fetched: a request of which something is neither held nor arriving is refused. */
    Taken takeHeld(ExtentRequest request) {
        return take(request, false);
    }

    private synchronized Taken take(ExtentRequest request, boolean mayBeFetched) {
        long now = time.nanoTime();
        long deadline = request.deadlineNanos(now);
        Extent wanted = inChunks(request);
        boolean isHeld = true;
        List<Extent> missing = new ArrayList<>();
        long from = wanted.offset();
        for (HeldExtent there : overlapping(wanted)) {
            Extent known = there.extent();
            there.quota(request.bytesPerSecond(), now);
            there.wantedBy(request, deadline);
            if (known.offset() > from) {
                missing.add(new Extent(known.block(), from, known.offset() - from));
            }
            from = known.end();
            if (!there.request().extent().equals(request.extent())) {
                memory.expect(known, known.length());
            }
            State state = memory.request(known, known.length(), room(known), there.soonestNanos(), now)
                    .state();
            if (state == State.REFUSED) {
                return new Taken(State.REFUSED, List.of());
            }
            isHeld &= state == State.HELD;
        }
        if (from < wanted.end()) {
            missing.add(new Extent(wanted.block(), from, wanted.end() - from));
        }
        if (missing.isEmpty()) {
            return new Taken(isHeld ? State.HELD : State.ARRIVING, List.of());
        }
        List<Extent> parts = inParts(request, missing);
        long bytes = parts.stream().mapToLong(Extent::length).sum();
        if (!mayBeFetched) {
            counts.add(PrefetchCount.BYTES_REFUSED, bytes);
            return new Taken(State.REFUSED, List.of());
        }
        long room = parts.stream().mapToLong(ExtentStore::room).sum();
        if (!memory.hasRoom(bytes, room, deadline, now)) {
            return new Taken(State.REFUSED, List.of());
        }
        List<HeldExtent> taken = new ArrayList<>();
        for (Extent extent : parts) {
            Optional<HeldExtent> made = make(request, extent, deadline, now);
            if (made.isEmpty()) {
                taken.forEach(one -> leave(one.extent(), memory.failed(one.extent())));
                return new Taken(State.REFUSED, List.of());
            }
            taken.add(made.get());
        }
        return new Taken(State.ARRIVING, taken);
    }

    /** What of a request nobody has begun to fetch. */
    synchronized List<HeldExtent> queued(ExtentRequest request) {
        return overlapping(inChunks(request)).stream()
                .filter(HeldExtent::isQueued)
                .toList();
    }

    /** Grown to whole chunks, so that no two extents have a part of the same one. */
    private static Extent inChunks(ExtentRequest request) {
        Extent extent = request.extent();
        long from = extent.offset() / DirectMemory.CHUNK * DirectMemory.CHUNK;
        long to = Math.min(
                request.blockBytes(),
                (extent.end() + DirectMemory.CHUNK - 1) / DirectMemory.CHUNK * DirectMemory.CHUNK);
        return new Extent(extent.block(), from, to - from);
    }

    /** Stores give each connection its own share: parts of an object are extents of their own, so that several come at a time. */
    private List<Extent> inParts(ExtentRequest request, List<Extent> extents) {
        if (!ObjectSource.isObject(request)) {
            return extents;
        }
        List<Extent> parts = new ArrayList<>();
        for (Extent extent : extents) {
            for (long from = extent.offset(); from < extent.end(); from += objectPartBytes) {
                parts.add(new Extent(extent.block(), from, Math.min(objectPartBytes, extent.end() - from)));
            }
        }
        return parts;
    }

    /** Bytes of its chunks, of which a block's last may be full in part. */
    private static long room(Extent extent) {
        return (extent.length() + DirectMemory.CHUNK - 1) / DirectMemory.CHUNK * DirectMemory.CHUNK;
    }

    private Optional<HeldExtent> make(ExtentRequest request, Extent extent, long deadline, long now) {
        MemoryAnswer<Extent> answer = memory.request(extent, extent.length(), room(extent), deadline, now);
        answer.gaveWay().forEach(gone -> leave(gone, true));
        if (!answer.begins()) {
            return Optional.empty();
        }
        Optional<List<ByteBuffer>> empty = buffers.take((int) (room(extent) / DirectMemory.CHUNK));
        if (empty.isEmpty()) {
            memory.failed(extent);
            counts.add(PrefetchCount.DIRECT_MEMORY_FULL);
            return Optional.empty();
        }
        HeldExtent made = new HeldExtent(request, extent, deadline, empty.get());
        made.quota(request.bytesPerSecond(), now);
        made.wantedBy(request, deadline);
        memory.expect(extent, extent.common(request.extent()));
        held.put(extent, made);
        byBlock.merge(extent.block(), List.of(made), ExtentStore::inOrder);
        return Optional.of(made);
    }

    private static List<HeldExtent> inOrder(List<HeldExtent> some, List<HeldExtent> more) {
        List<HeldExtent> all = new ArrayList<>(some);
        all.addAll(more);
        all.sort(Comparator.comparingLong(one -> one.extent().offset()));
        return List.copyOf(all);
    }

    private List<HeldExtent> overlapping(Extent wanted) {
        return byBlock.getOrDefault(wanted.block(), List.of()).stream()
                .filter(there -> there.extent().offset() < wanted.end()
                        && wanted.offset() < there.extent().end())
                .toList();
    }

    /** An extent is not to be found any more; its bytes go back when nobody reads them. */
    private void leave(Extent extent, boolean isGone) {
        HeldExtent leaving = held.get(extent);
        if (leaving == null) {
            return;
        }
        leaving.end();
        if (isGone) {
            held.remove(extent);
            byBlock.computeIfPresent(extent.block(), (block, all) -> {
                List<HeldExtent> others =
                        all.stream().filter(one -> one != leaving).toList();
                return others.isEmpty() ? null : others;
            });
            leaving.wanting().forEach(request -> keep(request, leaving.readFor(request)));
            leaving.giveBack(buffers);
        }
    }

    /** For when its task ends. */
    private void keep(ExtentRequest request, ReadBytes bytes) {
        if (bytes.fetched() > 0) {
            left.merge(request.id(), bytes, ReadBytes::plus);
        }
        if (left.size() > MOST_LEFT) {
            left.remove(left.keySet().iterator().next());
        }
    }

    /**
     * More of an extent is in its memory.
     *
     * @return whether it is still wanted
     */
    synchronized boolean arrived(HeldExtent extent, long bytes) {
        return held.get(extent.extent()) == extent && memory.arrived(extent.extent(), bytes);
    }

    /** The rest of an extent will not come. */
    synchronized void failed(HeldExtent extent) {
        if (held.get(extent.extent()) == extent) {
            leave(extent.extent(), memory.failed(extent.extent()));
        }
    }

    /** An extent's checksum is wrong. */
    synchronized void corrupt(HeldExtent extent) {
        if (held.get(extent.extent()) == extent) {
            leave(extent.extent(), memory.drop(extent.extent()));
        }
    }

    /** A request does not count any more: what no other one asked for is given up. */
    synchronized void cancel(ExtentRequest request) {
        giveUp(request, there -> true, memory::cancel);
        left.remove(request.id());
    }

    /** The task of a request begins: it reads by itself what nobody has begun to fetch. */
    synchronized void launched(ExtentRequest request) {
        giveUp(request, HeldExtent::isQueued, memory::done);
        overlapping(inChunks(request)).forEach(there -> {
            memory.begun(there.extent());
            there.unthrottle();
        });
    }

    /** The task of a request has ended, and has read what it wanted. @return what came of it, and was read */
    synchronized ReadBytes done(ExtentRequest request) {
        ReadBytes bytes = Optional.ofNullable(left.remove(request.id())).orElse(ReadBytes.NONE);
        for (HeldExtent there : overlapping(inChunks(request))) {
            if (there.isWantedBy(request.id())) {
                bytes = bytes.plus(there.readFor(request));
            }
        }
        giveUp(request, there -> true, memory::done);
        return bytes;
    }

    /** @param isGone whether an extent has left memory with that */
    private void giveUp(ExtentRequest request, Predicate<HeldExtent> which, Predicate<Extent> isGone) {
        for (HeldExtent there : overlapping(inChunks(request))) {
            if (which.test(there) && there.unwantedBy(request.id()) && isGone.test(there.extent())) {
                leave(there.extent(), true);
            }
        }
    }

    /** Numbers of those requests that wait for an extent of which all that they ask for is there. */
    synchronized List<Long> heldWith(HeldExtent extent) {
        return extent.wanting().stream()
                .filter(this::isHeld)
                .map(ExtentRequest::id)
                .toList();
    }

    /** Whether all that a request asks for is there. */
    synchronized boolean isHeld(ExtentRequest request) {
        Extent wanted = inChunks(request);
        long from = wanted.offset();
        for (HeldExtent there : overlapping(wanted)) {
            if (there.extent().offset() > from || !there.isComplete()) {
                return false;
            }
            from = there.extent().end();
        }
        return from >= wanted.end();
    }

    /** What nobody came for long after it was expected leaves memory: who had it fetched may be gone, or hang. */
    synchronized void forget() {
        memory.forget(time.nanoTime()).forEach(extent -> leave(extent, true));
    }

    /** Nobody waits any more for anything. */
    synchronized void cancelAll() {
        List<Extent> all = memory.extents();
        List<Extent> gone = memory.clear();
        all.forEach(extent -> leave(extent, gone.contains(extent)));
        left.clear();
    }

    /** A block is left to stock from now on: what is held of it goes when those who read it now have ended. */
    synchronized void leaveBlock(BlockKey block) {
        byBlock.getOrDefault(block, List.of()).forEach(there -> leave(there.extent(), memory.failed(there.extent())));
    }

    /** Whether there may be something of a block. Takes no lock. */
    boolean mayHave(BlockKey block) {
        return byBlock.containsKey(block);
    }

    /** The same of any block of which this is so. Takes no lock. */
    boolean mayHave(Predicate<BlockKey> which) {
        return byBlock.keySet().stream().anyMatch(which);
    }

    /**
     * What is there of a block, pinned until it is closed.
     *
     * @param upTo where in the block reading is going to end
     */
    synchronized Optional<HeldBlock> open(BlockKey block, long upTo) {
        List<HeldExtent> pinned = byBlock.getOrDefault(block, List.of()).stream()
                .filter(there -> there.extent().offset() < upTo)
                .filter(there -> memory.beginRead(there.extent()))
                .toList();
        pinned.forEach(HeldExtent::unthrottle);
        return pinned.isEmpty() ? Optional.empty() : Optional.of(new HeldBlock(this, pinned));
    }

    /** @param bytes that nobody had read before */
    synchronized void endRead(HeldExtent extent, long bytes) {
        if (memory.endRead(extent.extent(), bytes)) {
            leave(extent.extent(), true);
        }
    }

    /** So many bytes were read of what had come before somebody waited for it, whether or not for the first time. */
    void fromMemory(long bytes) {
        counts.fromMemory(bytes);
    }

    TimeSource time() {
        return time;
    }

    /** In the order of {@link PrefetchCount}. */
    synchronized long[] counted() {
        return counts.with(memory.counts(), memory.unreadBytes());
    }

    /** Bytes that extents have of the cap. */
    synchronized long usedBytes() {
        return memory.usedBytes();
    }

    @Override
    public void close() {
        cancelAll();
    }
}
