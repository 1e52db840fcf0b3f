// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.LongConsumer;
import org.apache.hadoop.hdfs.BlockReader;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches extents into the {@link ExtentStore}: by a few threads, each an extent at a time, what is due first is fetched first. No more than a bound wait. Safe for threads.
 */
final class Fetcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Fetcher.class);
    private static final String KIND = "fairlead-prefetch";
    /** So that one slow DataNode holds up few others. */
    private static final int THREADS = 4;

    private static final int MOST_WAITING = 1024;

    private final ExtentStore store;
    private final HdfsReplicas replicas;
    private final PrefetchCounts counts;
    private final RareLog rareLog = new RareLog(LOG);
    private final PriorityBlockingQueue<HeldExtent> waiting;
    private final List<Thread> threads = new ArrayList<>();
    private volatile LongConsumer arrivals = request -> {};
    private volatile boolean closed;

    Fetcher(ExtentStore store, HdfsReplicas replicas, PrefetchCounts counts) {
        this.store = store;
        this.replicas = replicas;
        this.counts = counts;
        waiting = new PriorityBlockingQueue<>(
                16, (one, other) -> Long.signum(one.deadlineNanos() - other.deadlineNanos()));
        for (int i = 0; i < THREADS; i++) {
            Thread thread = LastingThread.of(KIND, KIND + "-" + i, this::fetch);
            threads.add(thread);
            thread.start();
        }
    }

    /** @param heard gets the number of each request as soon as all that it asks for is there, on the thread that fetched it */
    void onArrival(LongConsumer heard) {
        arrivals = heard;
    }

    /** Has a request fetched, if it can be, and counts what is answered. */
    State submit(ExtentRequest request) {
        boolean isFull = isFull();
        State state = ask(request);
        counts.add(PrefetchCount.BYTES_REFUSED, isFull ? request.extent().length() : 0);
        counts.add(
                switch (state) {
                    case HELD -> PrefetchCount.HELD;
                    case ARRIVING -> PrefetchCount.ARRIVING;
                    case REFUSED -> PrefetchCount.REFUSED;
                });
        return state;
    }

    /** What has become of a request that was submitted before; it is fetched if it was refused then and can be now. */
    State ask(ExtentRequest request) {
        if (isFull()) {
            return State.REFUSED;
        }
        ExtentStore.Taken taken = store.take(request);
        taken.toFetch().forEach(waiting::add);
        return taken.state();
    }

    private boolean isFull() {
        if (waiting.size() >= MOST_WAITING) {
            waiting.removeIf(HeldExtent::isEnded);
        }
        return closed || waiting.size() >= MOST_WAITING;
    }

    private void fetch() {
        ByteBuffer staging = ByteBuffer.allocate(DirectMemory.CHUNK);
        while (!closed) {
            HeldExtent next;
            try {
                next = waiting.take();
            } catch (InterruptedException e) {
                continue; // closed, or for what ended just before
            }
            try {
                fetch(next, staging);
            } catch (IOException | RuntimeException e) {
                if (!next.isOver()) {
                    counts.add(PrefetchCount.FETCHES_FAILED);
                    rareLog.warn("fetch", "Input is not fetched ahead, its task reads it as ever", e);
                    store.failed(next);
                }
            } catch (Error e) {
                store.failed(next);
                throw e;
            }
        }
    }

    private void fetch(HeldExtent extent, ByteBuffer staging) throws IOException {
        if (!extent.beginWriting()) {
            return;
        }
        LocatedReplicas located = replicas.locate(extent.request());
        extent.found(located);
        try {
            if (extent.beginTransfer()) {
                replicas.asUser(() -> {
                    transfer(extent, located, staging);
                    return extent;
                });
            }
        } finally {
            extent.endTransfer();
            boolean wasInterrupted = Thread.interrupted(); // for this extent, which is over
            if (wasInterrupted) {
                LOG.debug("a transfer ended early");
            }
        }
    }

    private void transfer(HeldExtent extent, LocatedReplicas located, ByteBuffer staging) throws IOException {
        Extent wanted = extent.extent();
        try (BlockReader reader = located.open(
                HdfsReplicas.source(extent.request(), located), located.token(), wanted.offset(), wanted.length())) {
            for (int chunk = 0; chunk < extent.chunkCount(); chunk++) {
                staging.clear().limit(extent.chunkBytes(chunk));
                while (staging.hasRemaining()) {
                    if (reader.read(staging) < 0) {
                        throw new EOFException(extent.request().path() + ": " + wanted.block() + " ends early");
                    }
                }
                staging.flip();
                if (!store.arrived(extent, staging.remaining()) || !extent.put(staging)) {
                    return;
                }
                extent.awaitTurn(extent.chunkBytes(chunk), store.time());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(wanted.block() + " is not wanted any more");
        }
        if (store.isHeld(extent.request())) {
            arrivals.accept(extent.request().id());
        }
    }

    @Override
    public void close() {
        closed = true;
        waiting.clear();
        threads.forEach(Thread::interrupt);
    }
}
