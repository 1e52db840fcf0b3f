// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Which block is asked for next, and of whom. Blocks are asked for in the order in which they were added, several of one sender at once, of each sender one batch at a time,
 * of so many senders as the window has. Nothing is asked for beyond the credit or ahead of the pace. Of one thread at a time.
 *
 * @param <S> who sends
 * @param <B> a block's name
 */
public final class CopyQueue<S, B> {
    private final int mostWaiting;
    private final long mostBatchBytes;
    private final Map<B, Wanted<S>> waiting = new LinkedHashMap<>();
    private final Set<S> busy = new HashSet<>();
    private int window = 1;
    private double paceBytesPerSecond = Double.POSITIVE_INFINITY;
    /** Bytes that were asked for ahead of the pace, as of a moment. */
    private double aheadBytes;

    private long aheadNanos;

    private record Wanted<S>(S sender, long bytes) {}

    /**
     * A block that is asked for.
     *
     * @param bytes that it has
     */
    public record Part<B>(B block, long bytes) {}

    /** What is asked of one sender at once. */
    public record Batch<S, B>(S sender, List<Part<B>> parts) {
        public Batch {
            parts = List.copyOf(parts);
        }

        public long bytes() {
            return parts.stream().mapToLong(Part::bytes).sum();
        }
    }

    /**
     * @param mostWaiting blocks
     * @param mostBatchBytes of a batch of more than one block
     */
    public CopyQueue(int mostWaiting, long mostBatchBytes) {
        this.mostWaiting = mostWaiting;
        this.mostBatchBytes = mostBatchBytes;
    }

    /**
     * From now on, also for what was asked for before: how soon something may follow it is by the newest pace.
     *
     * @param senders of whom something is asked at the same time, at least 1
     * @param bytesPerSecond at which blocks come at most; infinite: as fast as they do
     */
    public void limit(int senders, double bytesPerSecond) {
        window = Math.max(1, senders);
        paceBytesPerSecond = bytesPerSecond;
    }

    /** @return false if no more can wait, or it waits already */
    public boolean add(S sender, B block, long bytes) {
        return waiting.size() < mostWaiting && waiting.putIfAbsent(block, new Wanted<>(sender, bytes)) == null;
    }

    /**
     * Takes the next batch, whose sender is busy until {@link #ended}.
     *
     * @param creditBytes that may be asked for
     */
    public Optional<Batch<S, B>> next(long creditBytes, long nowNanos) {
        Optional<Map.Entry<B, Wanted<S>>> first = first(nowNanos);
        if (first.isEmpty() || first.get().getValue().bytes() > creditBytes) {
            return Optional.empty();
        }
        S sender = first.get().getValue().sender();
        Batch<S, B> batch = new Batch<>(sender, take(sender, creditBytes));
        busy.add(batch.sender());
        pace(batch.bytes(), nowNanos);
        return Optional.of(batch);
    }

    /** The block that comes next, if it only has to find credit; empty where there is none, windows are full, or it is too early. */
    public Optional<Part<B>> firstWaiting(long nowNanos) {
        return first(nowNanos)
                .map(each -> new Part<>(each.getKey(), each.getValue().bytes()));
    }

    private Optional<Map.Entry<B, Wanted<S>>> first(long nowNanos) {
        if (busy.size() >= window || aheadBytes(nowNanos) > 0) {
            return Optional.empty();
        }
        return waiting.entrySet().stream()
                .filter(each -> !busy.contains(each.getValue().sender()))
                .findFirst();
    }

    private List<Part<B>> take(S sender, long creditBytes) {
        List<Part<B>> parts = new ArrayList<>();
        long bytes = 0;
        for (Iterator<Map.Entry<B, Wanted<S>>> all = waiting.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<B, Wanted<S>> each = all.next();
            if (!each.getValue().sender().equals(sender)) {
                continue;
            }
            long more = bytes + each.getValue().bytes();
            if (more > creditBytes || (!parts.isEmpty() && more > mostBatchBytes)) {
                break;
            }
            bytes = more;
            parts.add(new Part<>(each.getKey(), each.getValue().bytes()));
            all.remove();
        }
        return parts;
    }

    private void pace(long bytes, long nowNanos) {
        aheadBytes = aheadBytes(nowNanos) + bytes;
        aheadNanos = nowNanos;
    }

    private double aheadBytes(long nowNanos) {
        boolean isPaced = aheadBytes > 0 && paceBytesPerSecond < Double.POSITIVE_INFINITY;
        return isPaced ? Math.max(0, aheadBytes - paceBytesPerSecond * (nowNanos - aheadNanos) / 1e9) : 0;
    }

    /** All of a batch has come or failed. */
    public void ended(S sender) {
        busy.remove(sender);
    }

    /**
     * Nothing more is asked of a sender of some of what waits for it.
     *
     * @return these blocks
     */
    public List<Part<B>> dropFrom(S sender, Predicate<B> which) {
        return dropped((block, wanted) -> wanted.sender().equals(sender) && which.test(block));
    }

    /**
     * Nobody wants some of what waits any more.
     *
     * @return these blocks
     */
    public List<Part<B>> drop(Predicate<B> unwanted) {
        return dropped((block, wanted) -> unwanted.test(block));
    }

    private List<Part<B>> dropped(BiPredicate<B, Wanted<S>> unwanted) {
        List<Part<B>> dropped = new ArrayList<>();
        waiting.forEach((block, wanted) -> {
            if (unwanted.test(block, wanted)) {
                dropped.add(new Part<>(block, wanted.bytes()));
            }
        });
        dropped.forEach(part -> waiting.remove(part.block()));
        return dropped;
    }

    /** Blocks that nobody was asked for yet. */
    public int size() {
        return waiting.size();
    }
}
