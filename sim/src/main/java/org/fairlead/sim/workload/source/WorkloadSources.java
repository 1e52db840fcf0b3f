// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.source;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.trace.TraceInput;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.WorkloadFile;
import org.fairlead.sim.workload.spark.CompressedLog;
import org.fairlead.sim.workload.spark.EventLog;
import org.fairlead.sim.workload.spark.EventLogFiles;
import org.fairlead.sim.workload.swim.SwimTrace;

/**
 * Reads a workload from whatever holds one, known by its content: a workload's own file, a trace of SWIM, an event log of Spark, a
 * directory of a log that was rolled, or a directory with logs of several applications.
 */
public final class WorkloadSources {
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
        String head = EventLogFiles.head(file);
        if (EventLog.begins(head)) {
            return EventLog.read(List.of(file), "", watcher);
        }
        String first = head.lines().findFirst().orElse("");
        if (first.stripLeading().startsWith("{")) {
            return WorkloadFile.read(file, watcher, CompressedLog::unpackWhole);
        }
        if (SwimTrace.begins(first)) {
            try (TraceInput input = TraceInput.open(file, watcher, CompressedLog::unpackWhole)) {
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
        // Progress is that of reading.
        List<Path> logs = EventLogFiles.find(directory, (done, of) -> watcher.goOn(0, 1));
        return EventLog.read(logs, logs.equals(List.of(directory)) ? "" : name(directory), watcher);
    }

    private static String name(Path file) {
        Path name = file.toAbsolutePath().normalize().getFileName();
        return name == null ? "workload" : name.toString().replaceFirst("\\.[A-Za-z.]+$", "");
    }
}
