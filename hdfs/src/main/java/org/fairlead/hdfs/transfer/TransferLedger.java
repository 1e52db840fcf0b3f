// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.transfer;

import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.fairlead.core.view.LoadModel;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a transfer has ended, and gives back what it reserved. A block's write ends when the next block of its file is
 * asked for, or when its file is closed: files past their expected end are looked up, at most 200 a second. What is still
 * open after ten minutes is given up. A read, and a write whose path nobody can look up, ends when its expected time is over.
 *
 * <p>One thread of its own does the work. Requests only put into its queue, and never wait: what does not fit is dropped
 * and counted. Who places a file's next block says so first ({@link #nextBlock}): else the block before, which is written, would keep it from its hosts.
 */
public final class TransferLedger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransferLedger.class);
    private static final int MOST_QUEUED = 16_384;
    /** What a load model shares out anew with each view; more than a cluster of thousands of hosts has under way. */
    private static final int MOST_OPEN = 20_000;

    /** With those that have ended and were not looked at since. */
    private static final int MOST_KEPT = 4 * MOST_OPEN;

    private static final int LOOKUPS_PER_ROUND = 20;
    private static final long COLLECT_EVERY_NANOS = 10_000_000L;
    /** Between two looks when nothing was begun since the last. */
    private static final long ROUND_NANOS = 100_000_000L;

    private static final long LEAST_EXPECTED_NANOS = 200_000_000L;
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final double LEAST_RATE = 1e6;

    private static final class Open {
        final StartedTransfer begun;
        final long number;
        final AtomicBoolean over = new AtomicBoolean();
        long lookAtNanos;

        Open(StartedTransfer begun, long number, long lookAtNanos) {
            this.begun = begun;
            this.number = number;
            this.lookAtNanos = lookAtNanos;
        }
    }

    private final FileProbe files;
    private final ExpectedSizes sizes;
    private final long blockBytes;
    private final CanaryComparison comparison;
    private final TimeSource time;
    private final ArrayBlockingQueue<StartedTransfer> begun = new ArrayBlockingQueue<>(MOST_QUEUED);
    private final Map<String, Open> writes = new ConcurrentHashMap<>();
    /** Those that end when their file does, and those that end when their time is over, which wait for no look-up. */
    private final PriorityQueue<Open> byTime = new PriorityQueue<>(Comparator.comparingLong(open -> open.lookAtNanos));

    private final PriorityQueue<Open> reads = new PriorityQueue<>(Comparator.comparingLong(open -> open.lookAtNanos));
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder givenUp = new LongAdder();
    private final RareLog rareLog = new RareLog(LOG);
    private final Thread thread = LastingThread.of("fairlead-transfers", this::run);
    /** Whether the thread rests until the next round, or until a transfer begins. */
    private volatile boolean resting;

    private volatile boolean closed;

    /**
     * @param blockBytes the usual block size, to learn mean sizes by
     * @param comparison gets how long blocks took to be written: from a decision to the next block of the same file. A block that is its
     *     file's last has no such end and does not count, on either side
     */
    public TransferLedger(
            FileProbe files, ExpectedSizes sizes, long blockBytes, CanaryComparison comparison, TimeSource time) {
        this.files = files;
        this.sizes = sizes;
        this.blockBytes = blockBytes;
        this.comparison = comparison;
        this.time = time;
        thread.start();
    }

    /** Takes note of a transfer; never waits. */
    public void begin(StartedTransfer transfer) {
        if (!begun.offer(transfer)) {
            dropped.increment();
            if (transfer.committed().isPresent()) {
                transfer.model().finish(transfer.committed().getAsLong(), transfer.nowNanos());
            }
        }
        if (resting) {
            resting = false;
            LockSupport.unpark(thread);
        }
    }

    /** The next block of a file is asked for: the one before is written, and holds no reservation any more. Waits for nobody. */
    public void nextBlock(String path, long nowNanos) {
        Open previous = writes.get(path);
        if (previous != null) {
            followed(previous, nowNanos);
        }
    }

    /** Transfers that hold a reservation. */
    public int inFlight() {
        return open.get();
    }

    /** Transfers that were not followed because too many were under way. */
    public long dropped() {
        return dropped.sum();
    }

    /** Transfers whose end was never seen. */
    public long givenUp() {
        return givenUp.sum();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        long nextRound = time.nanoTime() + ROUND_NANOS;
        while (!closed) {
            boolean busy = false;
            try {
                for (StartedTransfer next = begun.poll(); next != null; next = begun.poll()) {
                    take(next);
                    busy = true;
                }
                if (time.nanoTime() - nextRound >= 0) {
                    lookUp(time.nanoTime());
                    nextRound = time.nanoTime() + ROUND_NANOS;
                }
            } catch (RuntimeException e) {
                rareLog.warn(e.getClass().getName(), "A transfer could not be accounted for", e);
            }
            rest(busy);
        }
    }

    /** Woken by the first request after a rest only: waking a thread costs a request more than a decision does. */
    private void rest(boolean busy) {
        if (busy) {
            LockSupport.parkNanos(COLLECT_EVERY_NANOS);
            return;
        }
        resting = true;
        if (begun.isEmpty()) {
            LockSupport.parkNanos(ROUND_NANOS);
        }
        resting = false;
    }

    private void take(StartedTransfer transfer) {
        LoadModel model = transfer.model();
        long number = transfer.committed().isPresent()
                ? transfer.committed().getAsLong()
                : model.commit(transfer.transfer(), transfer.nowNanos());
        if (open.get() >= MOST_OPEN || byTime.size() >= MOST_KEPT) {
            dropped.increment();
            model.finish(number, transfer.nowNanos());
            return;
        }
        double rate = Math.max(LEAST_RATE, transfer.transfer().bytesPerSecond());
        long expected =
                Math.max(LEAST_EXPECTED_NANOS, (long) (transfer.transfer().bytes() / rate * 1e9));
        Open entry = new Open(transfer, number, transfer.nowNanos() + Math.min(expected, LONGEST_NANOS));
        // Asked for anything else, a NameNode throws an Error.
        boolean hasFile = transfer.path().startsWith("/");
        (hasFile ? byTime : reads).add(entry);
        open.incrementAndGet();
        if (hasFile) {
            Open previous = writes.put(transfer.path(), entry);
            if (previous != null) {
                followed(previous, transfer.nowNanos());
            }
        }
    }

    private void followed(Open previous, long nowNanos) {
        if (end(previous, nowNanos) && previous.begun.compared()) {
            comparison.add(previous.begun.ours(), (nowNanos - previous.begun.nowNanos()) / 1e9);
        }
    }

    /** Ends what is over; bounded by the entries that are due, and by the look-ups of a round. */
    private void lookUp(long now) {
        while (!reads.isEmpty() && reads.peek().lookAtNanos - now <= 0) {
            end(reads.remove(), now);
        }
        int lookups = 0;
        while (!byTime.isEmpty() && byTime.peek().lookAtNanos - now <= 0) {
            Open due = byTime.peek();
            if (!due.over.get() && ++lookups > LOOKUPS_PER_ROUND) {
                return;
            }
            byTime.remove();
            if (due.over.get()) {
                continue;
            }
            if (isClosed(due)) {
                end(due, now);
            } else if (now - due.begun.nowNanos() >= LONGEST_NANOS) {
                givenUp.increment();
                end(due, now);
            } else {
                long age = now - due.begun.nowNanos();
                due.lookAtNanos = now + Math.max(ROUND_NANOS * 5, age / 2);
                byTime.add(due);
            }
        }
    }

    private boolean isClosed(Open entry) {
        try {
            OptionalLong length = files.closedLength(entry.begun.path());
            length.ifPresent(bytes -> sizes.closed(entry.begun.path(), bytes, blockBytes));
            return length.isPresent();
        } catch (IOException e) {
            return true; // deleted, renamed, or this NameNode is no longer active: nothing of ours writes it
        } catch (Throwable t) {
            // Whatever it is, the entry is out of the queue already: it has to end.
            rareLog.warn(t.getClass().getName(), "A file could not be looked up; its transfer counts as ended", t);
            return true;
        }
    }

    /** @return whether it had not ended before */
    private boolean end(Open entry, long now) {
        if (!entry.over.compareAndSet(false, true)) {
            return false;
        }
        open.decrementAndGet();
        entry.begun.model().finish(entry.number, now);
        writes.remove(entry.begun.path(), entry);
        return true;
    }
}
