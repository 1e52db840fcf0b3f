// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What some files say now: read at once, and again when one of them has changed. Files that can no longer be used change
 * nothing: one line of the log says why, and what was read before stays in force. Safe for threads.
 */
public final class WatchedFiles<T> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFiles.class);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    private final List<Path> files;
    private final Supplier<T> reading;
    private final TimeSource time;
    private final AtomicLong lookedNanos;
    private volatile T value;
    private List<String> signature;
    /** Why the files could not be used when they were last read; empty if they could. */
    private String refused = "";

    private WatchedFiles(List<Path> files, Supplier<T> reading, TimeSource time) {
        this.files = List.copyOf(files);
        this.reading = reading;
        this.time = time;
        lookedNanos = new AtomicLong(time.nanoTime());
        signature = signature();
        value = reading.get();
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException if the files cannot be used at the start */
    public static <T> WatchedFiles<T> of(List<Path> files, Supplier<T> reading, TimeSource time) {
        return new WatchedFiles<>(files, reading, time);
    }

    /** What was read last; looks at no file. */
    public T last() {
        return value;
    }

    /** What the files say: looks at them when nobody has for a second, on the caller's thread. */
    public T now() {
        long last = lookedNanos.get();
        long nanos = time.nanoTime();
        if (nanos - last >= LOOK_EVERY_NANOS && lookedNanos.compareAndSet(last, nanos)) {
            look();
        }
        return value;
    }

    /** Looks at the files at once. */
    public synchronized void look() {
        List<String> found = signature();
        // What could not be used is tried again: who may read a file can change without a trace in its content or time.
        if (found.equals(signature) && refused.isEmpty()) {
            return;
        }
        signature = found;
        try {
            value = reading.get();
            refused = "";
            LOG.info("read again, since it has changed: {}", files);
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(refused)) {
                LOG.warn("{}; what was read before stays in force", why);
            }
            refused = why;
        }
    }

    private List<String> signature() {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                found.add(attributes.lastModifiedTime() + " " + attributes.size() + " "
                        + Optional.ofNullable(attributes.fileKey()));
            } catch (IOException e) {
                found.add("none");
            }
        }
        return found;
    }
}
