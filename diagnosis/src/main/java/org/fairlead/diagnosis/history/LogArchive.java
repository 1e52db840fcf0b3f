// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.fairlead.sim.engine.RunObserver;

/** Unpacks what a history server sends: nothing outside of the directory, and no more than half of what is free there. */
final class LogArchive {
    private static final int BLOCK = 1 << 20;
    private static final long MOST_BYTES = 1L << 38;
    private static final int MOST_FILES = 100_000;

    private final String server;
    private final RunObserver watcher;
    private final long mostOnDiskBytes;
    private long bytes;

    /** @param freeBytes of the file system that it is unpacked to */
    LogArchive(String server, RunObserver watcher, long freeBytes) {
        this.server = server;
        this.watcher = watcher;
        this.mostOnDiskBytes = freeBytes / 2;
    }

    /** @throws IllegalArgumentException if it is no archive, is empty, is too large, or names files elsewhere */
    void unpack(InputStream in, Path into) throws IOException {
        int entries = 0;
        int files = 0;
        try (ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                goOn();
                if (++entries > MOST_FILES) {
                    throw refused("more than " + MOST_FILES + " files and directories", null);
                }
                if (!entry.isDirectory()) {
                    write(zip, inside(into, entry.getName()));
                    files++;
                }
            }
        } catch (ZipException e) {
            throw refused(e.getMessage(), e);
        }
        if (files == 0) {
            throw refused("no file in it", null);
        }
    }

    private Path inside(Path into, String name) {
        try {
            Path file = into.resolve(name).normalize();
            if (file.startsWith(into) && !file.equals(into)) {
                return file;
            }
        } catch (InvalidPathException e) {
            throw refused("a file is called '" + name + "'", e);
        }
        throw refused("a file is called '" + name + "'", null);
    }

    private void write(InputStream from, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int read = from.read(block); read >= 0; read = from.read(block)) {
                out.write(block, 0, read);
                bytes += read;
                checkSize();
                goOn();
            }
        }
    }

    private void checkSize() {
        if (bytes > MOST_BYTES) {
            throw refused("more than " + (MOST_BYTES >> 30) + " GiB", null);
        }
        if (bytes > mostOnDiskBytes) {
            throw new IllegalArgumentException(server + " sent logs that take more than half of what is free for"
                    + " temporary files, " + (mostOnDiskBytes >> 20)
                    + " MiB; FAIRLEAD_JAVA_OPTIONS=-Djava.io.tmpdir=DIRECTORY puts these elsewhere");
        }
    }

    /** How much will come is not said before. */
    private void goOn() {
        if (!watcher.goOn(0, 1)) {
            throw new CancellationException("interrupted while " + server + " sent a log");
        }
    }

    private IllegalArgumentException refused(String why, Throwable cause) {
        return new IllegalArgumentException(server + " sent no archive of event logs: " + why, cause);
    }
}
