// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkContext;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.message.Encoding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes decisions to a file, a JSON object a line, for those who ask when the application is over. Adding never waits: what comes faster than
 * it can be written, or beyond the file's largest size, is left out and counted. So is all that comes after the file could not be written once: what was to be written may stand there in part.
 */
public final class DecisionFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionFile.class);
    private static final int MOST_QUEUED = 50_000;

    private final ArrayBlockingQueue<DecisionLine> queue = new ArrayBlockingQueue<>(MOST_QUEUED);
    private final LongAdder dropped = new LongAdder();
    private final Path path;
    private final long mostBytes;
    private final OutputStream file;
    private OutputStream out;
    private long written;
    private boolean full;

    /** @param file to which nothing else is written */
    DecisionFile(Path path, long mostBytes, OutputStream file) {
        this.path = path;
        this.mostBytes = mostBytes;
        this.file = file;
        out = new BufferedOutputStream(file);
    }

    /**
     * Begins a file in a directory, which is made if there is none.
     *
     * @throws IOException if it cannot be written
     */
    public static DecisionFile create(Path directory, DecisionLine.Application application, long mostBytes)
            throws IOException {
        Path path = path(Files.createDirectories(directory), application.id());
        DecisionFile file = new DecisionFile(path, mostBytes, Files.newOutputStream(path));
        file.add(DecisionLine.of(application));
        return file;
    }

    /** Where an application's decisions are. */
    public static Path path(Path directory, String application) {
        return directory.resolve(application.replaceAll("[^A-Za-z0-9_.-]", "_") + ".jsonl");
    }

    /** An application's name in files: Spark's id, and which attempt it is where there may be several. */
    public static String id(SparkContext context, String applicationId) {
        return applicationId
                + context.applicationAttemptId().map(attempt -> "_" + attempt).getOrElse(() -> "");
    }

    void add(DecisionLine line) {
        if (!queue.offer(line)) {
            dropped.increment();
        }
    }

    /** Lines that were left out. */
    public long dropped() {
        return dropped.sum();
    }

    /** Writes what has come since. */
    public synchronized void flush() {
        try {
            for (DecisionLine line = queue.poll(); line != null; line = queue.poll()) {
                write(Encoding.JSON.write(line));
            }
            out.flush();
        } catch (IOException e) {
            full = true;
            out = OutputStream.nullOutputStream(); // or the buffer would be written again
            LOG.warn("{} cannot be written; further decisions are left out: {}", path, e.toString());
        }
    }

    private void write(byte[] line) throws IOException {
        if (full || written + line.length + 1 > mostBytes) {
            dropped.increment();
            if (!full) {
                full = true;
                LOG.warn("{} has reached {} bytes; further decisions are left out", path, mostBytes);
            }
            return;
        }
        out.write(line);
        out.write('\n');
        written += line.length + 1;
    }

    @Override
    public synchronized void close() throws IOException {
        try (file) {
            flush();
        }
    }
}
