// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.trace.TraceInput;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.WorkloadFile;
import org.fairlead.sim.workload.spark.CompressedLog;
import org.fairlead.sim.workload.spark.EventLog;
import org.fairlead.sim.workload.swim.SwimTrace;

/**
 * Reads a workload from whatever holds one, known by its content: a workload's own file, a trace of SWIM, an event log of Spark, a
 * directory of a log that was rolled, or a directory with logs of several applications.
 */
public final class WorkloadSources {
    private static final int FIRST_BYTES = 1 << 16;
    private static final int MOST_LOGS = 100_000;

    private WorkloadSources() {}

    /** As {@link #read(Path, SwimTrace.Options, RunObserver)}, with what is usual for SWIM. */
    public static Workload read(Path file, RunObserver watcher) {
        return read(file, SwimTrace.Options.USUAL, watcher);
    }

    /**
     * @param options for a trace of SWIM
     * @throws InvalidFileException with file, line and key
     */
    public static Workload read(Path file, SwimTrace.Options options, RunObserver watcher) {
        if (Files.isDirectory(file)) {
            return directory(file, watcher);
        }
        String head = head(file);
        if (EventLog.begins(head)) {
            return EventLog.read(List.of(file), "", watcher);
        }
        String first = head.lines().findFirst().orElse("");
        if (first.stripLeading().startsWith("{")) {
            return WorkloadFile.read(file, watcher, CompressedLog::unpack);
        }
        if (SwimTrace.begins(first)) {
            try (TraceInput input = TraceInput.open(file, watcher, CompressedLog::unpack)) {
                return SwimTrace.read(input, name(file), options);
            }
        }
        throw new InvalidFileException(
                file.toString(),
                1,
                "",
                "neither a workload (a line with \"fairlead-workload\"), nor a trace of SWIM (6 columns separated by tabs), nor an"
                        + " event log of Spark");
    }

    private static Workload directory(Path directory, RunObserver watcher) {
        if (EventLog.isRolled(directory)) {
            return EventLog.read(List.of(directory), "", watcher);
        }
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> logs = entries.sorted()
                    .limit(MOST_LOGS + 1L)
                    .filter(entry -> Files.isDirectory(entry) ? EventLog.isRolled(entry) : EventLog.begins(head(entry)))
                    .toList();
            if (logs.isEmpty() || logs.size() > MOST_LOGS) {
                throw new InvalidFileException(
                        directory.toString(),
                        0,
                        "",
                        logs.isEmpty()
                                ? "no event log of Spark in this directory"
                                : "more than " + MOST_LOGS + " logs");
            }
            return EventLog.read(logs, name(directory), watcher);
        } catch (IOException e) {
            throw new InvalidFileException(directory.toString(), 0, "", "cannot be read: " + e.getMessage());
        }
    }

    private static String head(Path file) {
        try (TraceInput input = TraceInput.open(file, RunObserver.NONE, CompressedLog::unpack)) {
            byte[] bytes = new byte[FIRST_BYTES];
            int read = 0;
            int more = input.read(bytes, 0, bytes.length, 1);
            while (more > 0 && read + more < bytes.length) {
                read += more;
                more = input.read(bytes, read, bytes.length - read, 1);
            }
            String text = new String(bytes, 0, read + Math.max(0, more), StandardCharsets.UTF_8);
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        }
    }

    private static String name(Path file) {
        Path name = file.toAbsolutePath().normalize().getFileName();
        return name == null ? "workload" : name.toString().replaceFirst("\\.[A-Za-z.]+$", "");
    }
}
