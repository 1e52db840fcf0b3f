// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;

/** The bytes of a file, unpacked if its name ends in {@code .gz}, in blocks; whatever goes wrong is an error that names the file. */
public final class TraceInput implements Closeable {
    private static final int BLOCK = 1 << 16;
    /** Between two looks at the watcher. */
    private static final long PACE = 1 << 20;

    private final String file;
    private final Counted counted;
    private final InputStream in;
    private final long size;
    private final RunObserver watcher;
    private long watchedAt;

    private TraceInput(String file, Counted counted, InputStream in, long size, RunObserver watcher) {
        this.file = file;
        this.counted = counted;
        this.in = in;
        this.size = size;
        this.watcher = watcher;
    }

    /**
     * @param watcher is called with how many bytes of the file have been read
     * @throws InvalidFileException if there is no such file, or it cannot be read
     */
    public static TraceInput open(Path path, RunObserver watcher) {
        boolean packed = path.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
        return open(path, watcher, packed ? TraceInput::gzip : in -> in);
    }

    /** How the bytes of a file are unpacked. */
    public interface Unpacking {
        /** @throws IOException whose message says what the bytes are not */
        InputStream unpack(InputStream in) throws IOException;
    }

    private static InputStream gzip(InputStream in) throws IOException {
        try {
            return new GZIPInputStream(in, BLOCK);
        } catch (IOException e) {
            throw new IOException("not gzip, though its name ends in .gz", e);
        }
    }

    /**
     * @param watcher is called with how many bytes of the file have been read
     * @throws InvalidFileException if there is no such file, or it cannot be read or unpacked
     */
    public static TraceInput open(Path path, RunObserver watcher, Unpacking unpacking) {
        String file = path.toString();
        if (Files.isDirectory(path)) {
            throw new InvalidFileException(file, 0, "", "a directory; a file is expected");
        }
        try {
            Counted counted = new Counted(Files.newInputStream(path));
            InputStream in;
            try {
                in = unpacking.unpack(counted);
            } catch (IOException e) {
                counted.close();
                throw new InvalidFileException(file, 0, "", e.getMessage());
            }
            return new TraceInput(file, counted, in, Files.size(path), watcher);
        } catch (NoSuchFileException e) {
            throw new InvalidFileException(file, 0, "", "no such file");
        } catch (IOException e) {
            throw new InvalidFileException(file, 0, "", "cannot be read: " + e.getMessage());
        }
    }

    /** @param file how errors name the text */
    public static TraceInput of(String file, InputStream in) {
        Counted counted = new Counted(in);
        return new TraceInput(file, counted, counted, 0, RunObserver.NONE);
    }

    /**
     * Reads some bytes, at least one; -1 at the end.
     *
     * @param line for errors
     * @throws CancellationException if the watcher wants to stop
     */
    public int read(byte[] into, int from, int length, long line) {
        if (counted.count - watchedAt >= PACE) {
            watchedAt = counted.count;
            if (!watcher.goOn(counted.count, Math.max(size, counted.count))) {
                throw new CancellationException("interrupted while reading " + file);
            }
        }
        try {
            return in.read(into, from, Math.min(length, BLOCK));
        } catch (EOFException e) {
            throw invalid(line, "", "the file ends inside its compressed data");
        } catch (ZipException e) {
            throw invalid(line, "", "its compressed data is damaged: " + e.getMessage());
        } catch (IOException e) {
            throw invalid(line, "", "cannot be read: " + e.getMessage());
        }
    }

    public InvalidFileException invalid(long line, String key, String problem) {
        return new InvalidFileException(file, (int) Math.min(line, Integer.MAX_VALUE), key, problem);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // It was only read: what has been read is good.
        }
    }

    /** Bytes as they stand in the file, so that progress goes by its size. */
    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = super.read(into, from, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
