// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.io.EOFException;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** One host's writer or reader. A chunk counts when the pipeline has acknowledged it, or when it has arrived. */
final class SteadyClient {
    private static final int CHUNK_BYTES = 128 << 10;
    private static final short REPLICAS = 3;
    private static final long PAUSE_MILLIS = 200;

    private final FileSystem files;
    private final SteadyRequest request;
    private final SteadyRequest.Client client;
    private final SteadyFiles readable;
    private final Consumer<Map<String, Object>> history;
    private long dueNanos = System.nanoTime();

    SteadyClient(
            FileSystem files,
            SteadyRequest request,
            SteadyRequest.Client client,
            SteadyFiles readable,
            Consumer<Map<String, Object>> history) {
        this.files = files;
        this.request = request;
        this.client = client;
        this.readable = readable;
        this.history = history;
    }

    private interface Work {
        void run(MessageDigest digest) throws IOException;
    }

    /** Writes file after file, and deletes the oldest ones once they have been read back. */
    void write(BooleanSupplier ended, AtomicLong count) throws InterruptedException {
        Random bytes = new Random(request.seed() * 31 + client.host().hashCode());
        Deque<String> own = new ArrayDeque<>();
        for (int number = 0; !ended.getAsBoolean(); number++) {
            String path = request.directory() + "/" + client.host() + "-" + number;
            if (record("write", path, digest -> writeOne(new Path(path), bytes, digest, count))) {
                own.addLast(path);
                readable.add(path);
            } else {
                forget(path);
                Thread.sleep(PAUSE_MILLIS);
            }
            if (own.size() > request.keptFiles() && readable.take(own.peekFirst())) {
                retire(own.removeFirst());
            }
        }
    }

    private void forget(String path) {
        try {
            files.delete(new Path(path), false);
        } catch (IOException e) {
            System.err.println(path + " stays: " + e.getMessage());
        }
    }

    private void retire(String path) {
        AtomicLong uncounted = new AtomicLong();
        if (record("read", path, digest -> readOne(new Path(path), digest, uncounted, false))) {
            // Before it happens: whoever hears nothing of the outcome does not know whether it has.
            history.accept(Map.of("event", "delete", "path", path, "at", System.currentTimeMillis()));
            forget(path);
        }
    }

    /** Reads any file that was acknowledged, one after the other. */
    void read(BooleanSupplier ended, AtomicLong count) throws InterruptedException {
        Random random = new Random(request.seed() * 37 + client.host().hashCode());
        while (!ended.getAsBoolean()) {
            Optional<String> path = readable.borrow(random);
            if (path.isEmpty()) {
                Thread.sleep(PAUSE_MILLIS);
                continue;
            }
            boolean succeeded =
                    record("read", path.get(), digest -> readOne(new Path(path.get()), digest, count, true));
            readable.giveBack(path.get());
            if (!succeeded) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private boolean record(String event, String path, Work work) {
        long start = System.currentTimeMillis();
        MessageDigest digest = sha256();
        String error = "";
        try {
            work.run(digest);
        } catch (IOException | RuntimeException e) {
            error = String.valueOf(e);
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", event);
        line.put("path", path);
        line.put("host", client.host());
        line.put("start", start);
        line.put("end", System.currentTimeMillis());
        line.put("bytes", error.isEmpty() ? request.fileBytes() : 0);
        line.put("digest", error.isEmpty() ? HexFormat.of().formatHex(digest.digest()) : "");
        line.put("error", error);
        history.accept(line);
        return error.isEmpty();
    }

    private void writeOne(Path path, Random random, MessageDigest digest, AtomicLong count) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (FSDataOutputStream out = files.create(path, false, CHUNK_BYTES, REPLICAS, request.blockBytes())) {
            for (long left = request.fileBytes(); left > 0; ) {
                int length = (int) Math.min(left, CHUNK_BYTES);
                random.nextBytes(chunk);
                pace(length);
                out.write(chunk, 0, length);
                out.hflush();
                digest.update(chunk, 0, length);
                count.addAndGet(length);
                left -= length;
            }
        }
    }

    private void readOne(Path path, MessageDigest digest, AtomicLong count, boolean paced) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (FSDataInputStream in = files.open(path)) {
            for (long left = request.fileBytes(); left > 0; ) {
                int length = in.read(chunk, 0, (int) Math.min(left, CHUNK_BYTES));
                if (length < 0) {
                    throw new EOFException(path + " lacks its last " + left + " bytes");
                }
                if (paced) {
                    pace(length);
                }
                digest.update(chunk, 0, length);
                count.addAndGet(length);
                left -= length;
            }
        }
    }

    /** Waits for the turn of so many bytes. Who is late goes on at the pace and not faster. */
    private void pace(int bytes) throws IOException {
        long now = System.nanoTime();
        if (dueNanos > now) {
            try {
                TimeUnit.NANOSECONDS.sleep(dueNanos - now);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        long late = TimeUnit.SECONDS.toNanos(1);
        dueNanos = Math.max(dueNanos, System.nanoTime() - late) + Math.round(bytes * 1e9 / request.bytesPerSecond());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
