// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.BlockReader;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches extents into the {@link ExtentStore}: by a few threads for HDFS and others for objects, each an extent at a time, what is due first is fetched first. No more than a bound wait. Safe for threads.
 */
final class Fetcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Fetcher.class);
    private static final String KIND = "fairlead-prefetch";
    /** So that one slow DataNode holds up few others. */
    private static final int HDFS_THREADS = 4;
    /** As many blocks as S3A's own stream fetches ahead of its reader (fs.s3a.prefetch.block.count). */
    private static final int OBJECT_THREADS = 8;
    /** How many of one kind there are at most. */
    static final int MOST_THREADS = Math.max(HDFS_THREADS, OBJECT_THREADS);

    private final ExtentStore store;
    private final HdfsReplicas replicas;
    private final ObjectSource objects;
    private final PrefetchCounts counts;
    private final LinkTurns turns;
    private final RareLog rareLog = new RareLog(LOG);
    private final FetchQueue ofHdfs = new FetchQueue();
    private final FetchQueue ofObjects = new FetchQueue();
    private final List<Thread> threads = new ArrayList<>();
    private boolean hasObjectThreads;
    private volatile LongConsumer arrivals = request -> {};
    private volatile boolean closed;

    Fetcher(ExtentStore store, HdfsReplicas replicas, ObjectSource objects, LinkTurns turns, PrefetchCounts counts) {
        this.store = store;
        this.replicas = replicas;
        this.objects = objects;
        this.turns = turns;
        this.counts = counts;
        start(HDFS_THREADS, KIND + "-", ofHdfs);
    }

    private void start(int count, String name, FetchQueue queue) {
        for (int i = 0; i < count; i++) {
            Thread thread = LastingThread.of(KIND, name + i, () -> fetch(queue));
            threads.add(thread);
            thread.start();
        }
    }

    /** Of the first object on there are threads for objects. */
    private synchronized FetchQueue queue(ExtentRequest request) {
        if (!ObjectSource.isObject(request)) {
            return ofHdfs;
        }
        if (!hasObjectThreads && !closed) {
            start(OBJECT_THREADS, KIND + "-object-", ofObjects);
            hasObjectThreads = true;
        }
        return ofObjects;
    }

    /** @param heard gets the number of each request as soon as all that it asks for is there, on the thread that fetched it */
    void onArrival(LongConsumer heard) {
        arrivals = heard;
    }

    /** Has a request fetched, if it can be, and counts what is answered. */
    State submit(ExtentRequest request) {
        State state = ask(request);
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
        if (closed) {
            return State.REFUSED;
        }
        FetchQueue waiting = queue(request);
        ExtentStore.Taken taken = waiting.isFull() ? store.takeHeld(request) : store.take(request);
        waiting.renew(store.queued(request));
        waiting.add(taken.toFetch());
        return taken.state();
    }

    private void fetch(FetchQueue waiting) {
        ByteBuffer staging = ByteBuffer.allocate(DirectMemory.CHUNK);
        while (!closed) {
            HeldExtent next;
            try {
                next = waiting.take();
            } catch (InterruptedException e) {
                continue; // closed, or for what ended just before
            }
            try {
                turns.begin(next);
                fetch(next, staging);
            } catch (InterruptedException e) {
                store.failed(next); // closed
            } catch (IOException | RuntimeException e) {
                if (!next.isOver()) {
                    counts.add(PrefetchCount.FETCHES_FAILED);
                    rareLog.warn("fetch", "Input is not fetched ahead, its task reads it as ever", e);
                    store.failed(next);
                }
            } catch (Error e) {
                store.failed(next);
                throw e;
            } finally {
                turns.end(next);
            }
        }
    }

    private void fetch(HeldExtent extent, ByteBuffer staging) throws IOException {
        if (!extent.beginWriting()) {
            return;
        }
        Opening opening = opening(extent);
        try {
            if (extent.beginTransfer()) {
                replicas.asUser(() -> {
                    transfer(extent, opening, staging);
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

    /** Opens an extent's bytes, where it is asked. */
    private interface Opening {
        Incoming open() throws IOException;
    }

    /** An extent's bytes as they come. */
    private interface Incoming extends Closeable {
        /** @return below 0 after the last */
        int read(ByteBuffer into) throws IOException;

        /** Nobody wants the rest. */
        default void giveUp() throws IOException {}
    }

    private Opening opening(HeldExtent extent) throws IOException {
        ExtentRequest request = extent.request();
        if (ObjectSource.isObject(request)) {
            return () -> incoming(objects.open(request, extent.extent()));
        }
        LocatedReplicas located = replicas.locate(request);
        extent.found(located);
        return () -> {
            BlockReader reader = located.open(
                    HdfsReplicas.source(request, located),
                    located.token(),
                    extent.extent().offset(),
                    extent.extent().length());
            return new Incoming() {
                @Override
                public int read(ByteBuffer into) throws IOException {
                    return reader.read(into);
                }

                @Override
                public void close() throws IOException {
                    reader.close();
                }
            };
        };
    }

    private static Incoming incoming(FSDataInputStream object) {
        return new Incoming() {
            @Override
            public int read(ByteBuffer into) throws IOException {
                int read = object.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
                into.position(into.position() + Math.max(0, read));
                return read;
            }

            /** So that the connection is ended, and the rest is not read off it. */
            @Override
            public void giveUp() throws IOException {
                object.setReadahead(0L);
            }

            @Override
            public void close() throws IOException {
                object.close();
            }
        };
    }

    private void transfer(HeldExtent extent, Opening opening, ByteBuffer staging) throws IOException {
        boolean isWhole = false;
        try (Incoming incoming = opening.open()) {
            try {
                isWhole = receive(extent, incoming, staging);
            } finally {
                if (!isWhole) {
                    incoming.giveUp(); // else closing an object reads the rest of it
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(extent.extent().block() + " is not wanted any more");
        }
        if (isWhole) {
            store.heldWith(extent).forEach(arrivals::accept);
        }
    }

    /** @return whether all of it has come; if not, nobody wants the rest */
    private boolean receive(HeldExtent extent, Incoming incoming, ByteBuffer staging)
            throws IOException, InterruptedException {
        for (int chunk = 0; chunk < extent.chunkCount(); chunk++) {
            staging.clear().limit(extent.chunkBytes(chunk));
            while (staging.hasRemaining()) {
                if (incoming.read(staging) < 0) {
                    throw new EOFException(
                            extent.request().path() + ": " + extent.extent().block() + " ends early");
                }
            }
            staging.flip();
            if (!store.arrived(extent, staging.remaining()) || !extent.put(staging)) {
                return false;
            }
            extent.awaitTurn(extent.chunkBytes(chunk), store.time());
            turns.goOn(extent);
        }
        return true;
    }

    @Override
    public synchronized void close() {
        closed = true;
        ofHdfs.clear();
        ofObjects.clear();
        threads.forEach(Thread::interrupt);
    }
}
