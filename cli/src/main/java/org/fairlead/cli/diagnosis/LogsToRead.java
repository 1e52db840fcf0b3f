// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.diagnosis.history.HistoryServer;
import org.fairlead.diagnosis.history.LogAddress;
import org.fairlead.sim.workload.spark.EventLogFiles;

/** The event logs that a user names: files, or what a history server sends, which is deleted when it has been read. */
final class LogsToRead implements Closeable {
    private final Optional<Path> temporary;
    private final List<Path> logs;

    private LogsToRead(Optional<Path> temporary, List<Path> logs) {
        this.temporary = temporary;
        this.logs = logs;
    }

    /** @param application of a history server; empty for the one that the address names, or the newest */
    static LogsToRead of(String source, Optional<String> application, LongRun run) throws IOException {
        if (!LogAddress.isAddress(source)) {
            return new LogsToRead(
                    Optional.empty(), EventLogFiles.find(path(source), run.watch("looking through " + source)));
        }
        LogAddress named = LogAddress.of(source);
        LogAddress address = application.map(named::with).orElse(named);
        Path directory = Files.createTempDirectory("fairlead-why");
        try {
            HistoryServer.fetch(address, directory, run.watch("fetching from " + address.server()));
            List<Path> logs =
                    EventLogFiles.find(directory, run.watch("looking through what " + address.server() + " sent"));
            return new LogsToRead(Optional.of(directory), logs);
        } catch (IOException | RuntimeException e) {
            delete(directory);
            throw e;
        }
    }

    static Path path(String source) {
        try {
            return Path.of(source);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(source + ": no name of a file", e);
        }
    }

    List<Path> logs() {
        return logs;
    }

    /** What a message says of them, without names of files that are about to be deleted. */
    String said(String message) {
        return temporary.map(directory -> message.replace(directory + "/", "")).orElse(message);
    }

    @Override
    public void close() throws IOException {
        if (temporary.isPresent()) {
            delete(temporary.get());
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
