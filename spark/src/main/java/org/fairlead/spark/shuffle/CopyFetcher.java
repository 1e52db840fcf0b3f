// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.fairlead.core.shuffle.copy.CopyQueue;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.shuffle.CopyOrder.Source;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks other executors for the blocks that are to be copied here, by Spark's own transfer of blocks. An executor sends what it was asked for and nothing else; asked is within the credit of {@link HeldCopies}, so a request is
 * the credit for what it asks. Safe for threads.
 */
final class CopyFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(CopyFetcher.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final int MOST_WAITING = 1 << 16;
    private static final long MOST_BATCH_BYTES = 512L << 10;
    /** What has not come by then does not keep others from coming: its sender may be silent for minutes before Spark gives up. */
    private static final long SILENT_NANOS = 5_000_000_000L;
    /** A sender may lack some blocks. Of a shuffle of which it gives nothing so many times it is not asked for the rest. */
    private static final int FAILURES_IN_A_ROW = 3;
    /** Of which it is known that nobody reads them any more; the newest. */
    private static final int MOST_GONE = 1024;

    private final BlockStoreClient client;
    private final HeldCopies held;
    private final CopyCounts counts;
    /** Connecting to a sender that is silent takes minutes. */
    private final Executor connects;

    private final TimeSource time;
    private final CopyQueue<Source, CopyKey> queue = new CopyQueue<>(MOST_WAITING, MOST_BATCH_BYTES);
    /** What was asked for and has neither come nor failed: it takes room on the link whether or not anybody still wants it. */
    private final Map<CopyKey, Arriving> arriving = new HashMap<>();

    private final Set<Integer> shuffles = new HashSet<>();
    private final Set<Integer> gone = new LinkedHashSet<>();
    /** Times in a row that nothing came of what was asked for, though the sender answered. */
    private final Map<Output, Integer> failures = new HashMap<>();

    private final UncopiedBlocks uncopied = new UncopiedBlocks();

    private long arrivingBytes;
    /** They are in no account of Spark's until they are here. */
    private long mostArrivingBytes;

    /** Who wants a block that was asked for. */
    private enum Wanted {
        YES,
        /** Its task has begun to fetch the original. */
        OVERTAKEN,
        /** Nobody. */
        NO
    }

    private record Arriving(long bytes, Wanted wanted, long askedNanos) {
        Arriving but(Wanted other) {
            return new Arriving(bytes, other, askedNanos);
        }
    }

    /** What an executor has written of a shuffle. */
    private record Output(Source source, int shuffle) {}

    /** What is known of a batch that was asked for. */
    private static final class Asked {
        private final Source source;
        private final Set<Integer> shuffles;
        private final long askedNanos;
        private final AtomicInteger left;
        /** Shuffles of which a block came. */
        private final Set<Integer> cameOf = ConcurrentHashMap.newKeySet();

        /** @param blocks that have neither come nor failed */
        private Asked(Source source, Set<Integer> shuffles, int blocks, long askedNanos) {
            this.source = source;
            this.shuffles = Set.copyOf(shuffles);
            this.askedNanos = askedNanos;
            left = new AtomicInteger(blocks);
        }
    }

    /** @param connects runs what waits for a sender to be connected to, of as many senders at once as the window has */
    CopyFetcher(BlockStoreClient client, HeldCopies held, CopyCounts counts, Executor connects, TimeSource time) {
        this.client = client;
        this.held = held;
        this.counts = counts;
        this.connects = connects;
        this.time = time;
    }

    /**
     * A block that finds no room even with nothing beside it would hold up all that wait behind it, and is left to its task. Of a shuffle that is gone nothing is taken: the order came late.
     *
     * @return the places of the order's blocks that will be asked for
     */
    synchronized BitSet add(CopyOrder order) {
        BitSet added = new BitSet();
        if (gone.contains(order.shuffle())) {
            return added;
        }
        double pace = order.paceBytesPerSecond() > 0 ? order.paceBytesPerSecond() : Double.POSITIVE_INFINITY;
        queue.limit(order.window(), pace);
        mostArrivingBytes = EarlyCopies.mostArrivingBytes(pace);
        long mostBytes = Math.min(EarlyCopies.MOST_BLOCK_BYTES, held.capBytes());
        for (int block = 0; block < order.count(); block++) {
            CopyKey key = order.key(block);
            if (order.bytes()[block] <= mostBytes
                    && !arriving.containsKey(key)
                    && queue.add(order.sourceOf(block), key, order.bytes()[block])) {
                added.set(block);
            }
        }
        if (!added.isEmpty()) {
            shuffles.add(order.shuffle());
        }
        return added;
    }

    /** Whether anything of a shuffle was to be copied. */
    synchronized boolean hasAny(int shuffle) {
        return shuffles.contains(shuffle);
    }

    /** Whether nothing waits to be asked for. */
    synchronized boolean isIdle() {
        return queue.size() == 0;
    }

    /** Asks for as much as there is credit for. */
    void ask() {
        long nowNanos = time.nanoTime();
        for (Optional<CopyQueue.Batch<Source, CopyKey>> batch = next(nowNanos);
                batch.isPresent();
                batch = next(nowNanos)) {
            fetch(batch.get(), nowNanos);
        }
    }

    private synchronized Optional<CopyQueue.Batch<Source, CopyKey>> next(long nowNanos) {
        Optional<CopyQueue.Part<CopyKey>> first = queue.firstWaiting(nowNanos);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        long soon = arrivingSoon(nowNanos);
        long unaccounted = soon == 0 ? EarlyCopies.MOST_BLOCK_BYTES : mostArrivingBytes - soon;
        long memory = held.credit(arrivingBytes);
        if (memory < first.get().bytes()) {
            counts.add(first.get().block().shuffle(), CopyCount.CREDITS_REFUSED, 1);
        }
        long credit = Math.min(memory, unaccounted);
        if (credit < first.get().bytes()) {
            return Optional.empty();
        }
        Optional<CopyQueue.Batch<Source, CopyKey>> batch = queue.next(credit, nowNanos);
        batch.ifPresent(each -> each.parts().forEach(part -> {
            arriving.put(part.block(), new Arriving(part.bytes(), Wanted.YES, nowNanos));
            arrivingBytes += part.bytes();
            counts.add(part.block().shuffle(), CopyCount.BYTES_ASKED, part.bytes());
        }));
        return batch;
    }

    /** Bytes on their way, but for those of senders that are silent. */
    private long arrivingSoon(long nowNanos) {
        return arriving.values().stream()
                .filter(block -> nowNanos - block.askedNanos() < SILENT_NANOS)
                .mapToLong(Arriving::bytes)
                .sum();
    }

    /** One request for each shuffle: Spark takes no others together. */
    private void fetch(CopyQueue.Batch<Source, CopyKey> batch, long nowNanos) {
        Map<Integer, Map<String, CopyKey>> byShuffle = new HashMap<>();
        batch.parts().forEach(part -> byShuffle
                .computeIfAbsent(part.block().shuffle(), unused -> new LinkedHashMap<>())
                .put(part.block().original().name(), part.block()));
        Asked asked =
                new Asked(batch.sender(), byShuffle.keySet(), batch.parts().size(), nowNanos);
        byShuffle.values().forEach(names -> fetch(names, asked));
    }

    /** @param asked of the sender at once, these blocks among others */
    private void fetch(Map<String, CopyKey> names, Asked asked) {
        Source source = asked.source;
        BlockFetchingListener listener = new BlockFetchingListener() {
            @Override
            public void onBlockFetchSuccess(String name, ManagedBuffer content) {
                asked.cameOf.add(names.get(name).shuffle());
                try {
                    came(names.get(name), content.nioByteBuffer());
                } catch (IOException | RuntimeException e) {
                    failed(names.get(name), e);
                }
                endOne();
            }

            @Override
            public void onBlockFetchFailure(String name, Throwable cause) {
                failed(names.get(name), cause);
                endOne();
            }

            private void endOne() {
                if (asked.left.decrementAndGet() == 0) {
                    ended(asked);
                }
            }
        };
        String[] blocks = names.keySet().toArray(String[]::new);
        Runnable fetch = () -> {
            try {
                client.fetchBlocks(source.host(), source.port(), source.executor(), blocks, listener, null);
            } catch (RuntimeException e) {
                names.keySet().forEach(name -> listener.onBlockFetchFailure(name, e));
            }
        };
        try {
            connects.execute(fetch);
        } catch (RejectedExecutionException e) { // closed
            names.keySet().forEach(name -> listener.onBlockFetchFailure(name, e));
        }
    }

    private void came(CopyKey key, ByteBuffer content) {
        Optional<Arriving> expected = arrived(key);
        byte[] bytes = new byte[content.remaining()];
        counts.add(key.shuffle(), CopyCount.BYTES_ARRIVED, bytes.length);
        Wanted wanted = expected.map(Arriving::wanted).orElse(Wanted.NO);
        if (wanted != Wanted.YES) {
            counts.add(
                    key.shuffle(),
                    wanted == Wanted.OVERTAKEN ? CopyCount.BYTES_LATE : CopyCount.BYTES_WASTED,
                    bytes.length);
        } else if (expected.get().bytes() != bytes.length) {
            counts.add(key.shuffle(), CopyCount.BYTES_CORRUPT, bytes.length);
        } else {
            content.get(bytes);
            held.keep(key, bytes);
            if (!hasAny(key.shuffle())) { // since it was looked whether it is wanted
                held.drop(key::equals);
            }
        }
    }

    private void failed(CopyKey key, Throwable cause) {
        lost(key);
        counts.add(key.shuffle(), CopyCount.FETCHES_FAILED, 1);
        RARE_LOG.warn("fetch", "A block of a shuffle was not copied; its task fetches it", cause);
    }

    private synchronized Optional<Arriving> arrived(CopyKey key) {
        Optional<Arriving> block = Optional.ofNullable(arriving.remove(key));
        arrivingBytes -= block.map(Arriving::bytes).orElse(0L);
        return block;
    }

    private synchronized void lost(CopyKey key) {
        arrived(key)
                .filter(block -> block.wanted() == Wanted.YES)
                .ifPresent(block -> uncopied.add(List.of(new CopyQueue.Part<>(key, block.bytes()))));
    }

    /** Of a silent sender nothing that waits is asked any more. What one that answers does not give fails alone, but for the rest of a shuffle of which it gives nothing. */
    private synchronized void ended(Asked asked) {
        queue.ended(asked.source);
        if (asked.cameOf.isEmpty() && time.nanoTime() - asked.askedNanos >= SILENT_NANOS) {
            drop(asked.source, key -> true);
            return;
        }
        for (int shuffle : asked.shuffles) {
            Output output = new Output(asked.source, shuffle);
            if (asked.cameOf.contains(shuffle)) {
                failures.remove(output);
            } else if (shuffles.contains(shuffle) && failures.merge(output, 1, Integer::sum) >= FAILURES_IN_A_ROW) {
                drop(asked.source, key -> key.shuffle() == shuffle);
            }
        }
    }

    private void drop(Source source, Predicate<CopyKey> which) {
        List<CopyQueue.Part<CopyKey>> dropped = queue.dropFrom(source, which);
        dropped.forEach(part -> counts.add(part.block().shuffle(), CopyCount.FETCHES_FAILED, 1));
        uncopied.add(dropped);
    }

    /** Blocks that were to be copied, and were not since their senders did not give them or it was enough before. */
    UncopiedBlocks uncopied() {
        return uncopied;
    }

    /**
     * Tasks read these blocks by themselves: those that are not here are not wanted any more.
     *
     * @return which of them were
     */
    synchronized Set<CopyKey> overtaken(Collection<CopyKey> blocks) {
        Set<CopyKey> missed = new HashSet<>();
        Set<CopyKey> read = new HashSet<>(blocks);
        queue.drop(key -> read.contains(key) && missed.add(key));
        for (CopyKey key : read) {
            Arriving block = arriving.get(key);
            if (block != null && block.wanted() == Wanted.YES) {
                arriving.put(key, block.but(Wanted.OVERTAKEN));
                missed.add(key);
            }
        }
        return missed;
    }

    /** All map tasks of a shuffle have ended: nothing more is asked for. What is on its way is still wanted. */
    synchronized void enough(int shuffle) {
        uncopied.add(queue.drop(key -> key.shuffle() == shuffle));
    }

    /** Nobody reads a shuffle any more, nor will. */
    synchronized void gone(int shuffle) {
        removed(shuffle);
        gone.add(shuffle);
        if (gone.size() > MOST_GONE) {
            gone.remove(gone.iterator().next());
        }
    }

    /** Nobody reads a shuffle any more, until something of it is to be copied again. */
    synchronized void removed(int shuffle) {
        shuffles.remove(shuffle);
        failures.keySet().removeIf(output -> output.shuffle() == shuffle);
        uncopied.forget(shuffle);
        queue.drop(key -> key.shuffle() == shuffle);
        arriving.replaceAll((key, block) -> key.shuffle() == shuffle ? block.but(Wanted.NO) : block);
    }

    synchronized void clear() {
        Set.copyOf(shuffles).forEach(this::removed);
    }
}
