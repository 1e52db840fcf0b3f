// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.trace.Lines;
import org.fairlead.sim.trace.TraceInput;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Workload;

/**
 * Reads what Spark wrote with {@code spark.eventLog.enabled}: one file of an application, or a directory {@code eventlog_v2_*} of files that
 * were rolled, plain or packed, finished or still being written.
 */
public final class EventLog {
    private static final int LONGEST_LINE = 256 << 20;
    private static final String EVENT = "{\"Event\":\"";
    private static final int EVENT_BEGINS = EVENT.length();
    private static final int LONGEST_NAME = 128;
    private static final Set<String> NEEDED = Set.of(
            "SparkListenerApplicationStart", "SparkListenerJobStart", "SparkListenerJobEnd", "SparkListenerTaskEnd");
    private static final ObjectReader READER = JsonMapper.builder().build().readerFor(JsonNode.class);

    private EventLog() {}

    /**
     * Whether a file that begins so is an event log: its first event of Spark's own decides. Vendors write lines of their own before, such as
     * {@code DBCEventLoggingListenerMetadata}.
     *
     * @param head the first lines, the last of which may be cut off
     */
    public static boolean begins(String head) {
        return head.lines()
                .filter(line -> !isVendors(line))
                .findFirst()
                .map(EventLog::isSparks)
                .orElse(false);
    }

    private static boolean isSparks(String line) {
        return line.startsWith(EVENT + "SparkListener");
    }

    /** Whether a line is an event, and not one of Spark's. */
    private static boolean isVendors(String line) {
        return line.startsWith(EVENT) && !isSparks(line);
    }

    /** What becomes of a log's events, in their order. */
    @FunctionalInterface
    public interface Listener {
        /** @throws IllegalArgumentException that says what is wrong with the event */
        void event(String name, JsonNode event);

        /** A line that cannot be used and is not the last one of its file. What follows is read if this returns. */
        default void damaged(InvalidFileException problem) {
            throw problem;
        }

        /** What of a file lies behind packed data that is damaged, or behind a line that is too long. Its lines before were read; further files are if this returns. */
        default void endLost(InvalidFileException problem) {
            damaged(problem);
        }

        /** A file of a rolled log that cannot be read, behind one that could. What follows is read if this returns. */
        default void partLost(InvalidFileException problem) {
            damaged(problem);
        }

        /** The last line of a file is cut off: the application still runs, or was killed while it wrote. */
        default void cut() {}
    }

    /**
     * Reads one log, line by line.
     *
     * @param log a file, or a directory of a log that was rolled
     * @param wanted names of the events that are passed on; others are not even parsed
     * @param watcher is called with how many bytes of the whole log have been read
     * @throws InvalidFileException with file and line
     */
    public static void forEach(Path log, Set<String> wanted, Listener listener, RunObserver watcher) {
        List<Path> parts = EventLogFiles.parts(log);
        long size = parts.stream().mapToLong(EventLog::size).sum();
        long before = 0;
        boolean begun = false;
        for (Path file : parts) {
            long bytesBefore = before;
            RunObserver ofPart = (done, of) -> watcher.goOn(bytesBefore + done, Math.max(size, bytesBefore + of));
            before += size(file);
            try {
                begun |= read(file, wanted, listener, ofPart);
            } catch (InvalidFileException e) {
                if (!begun) {
                    throw e;
                }
                listener.partLost(e);
            }
        }
    }

    /**
     * The applications of these logs as one workload that begins with its first job.
     *
     * @param name of the workload; when empty, the application's
     * @throws InvalidFileException with file and line
     */
    public static Workload read(List<Path> logs, String name, RunObserver watcher) {
        List<Application> applications = new ArrayList<>();
        for (Path log : logs) {
            Application application = new Application();
            forEach(log, NEEDED, (unused, event) -> application.event(event), watcher);
            applications.add(application);
        }
        long start = applications.stream()
                .flatMap(application -> application.jobs().values().stream())
                .mapToLong(JobSeen::submitMillis)
                .min()
                .orElse(0);
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < applications.size(); i++) {
            Application application = applications.get(i);
            String prefix = applications.size() == 1
                    ? ""
                    : (application.id().isBlank() ? "application-" + i : application.id()) + "-";
            jobs.addAll(new JobsOfApplication(application, prefix, start).jobs());
        }
        if (jobs.isEmpty()) {
            throw new InvalidFileException(logs.get(0).toString(), 0, "", "no task of any job ended well in this log");
        }
        jobs.sort(Comparator.comparingDouble(Job::submitSeconds));
        String own = name.isBlank() ? applications.get(0).name() : name;
        return new Workload(own.isBlank() ? "spark" : own, List.of(), jobs);
    }

    /** In bytes as they stand in the file; 0 where that cannot be asked. */
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Whether the file has an event of Spark's. */
    private static boolean read(Path file, Set<String> wanted, Listener listener, RunObserver watcher) {
        EventLogFiles.checkIsNoPipe(file);
        try (TraceInput input = TraceInput.open(file, watcher, CompressedLog::unpack)) {
            Lines lines = new Lines(input, LONGEST_LINE);
            Optional<InvalidFileException> unread = Optional.empty();
            boolean begun = false;
            while (next(lines, begun, listener)) {
                unread.ifPresent(listener::damaged);
                unread = Optional.empty();
                String start = start(lines);
                if (!begun && isVendors(start)) {
                    continue;
                }
                if (!begun && !isSparks(start)) {
                    throw lines.invalid("", "not an event log of Spark: no event of Spark's comes before this line");
                }
                begun = true;
                unread = readLine(lines, start, wanted, listener);
            }
            if (unread.isPresent()) {
                listener.cut();
            }
            return begun;
        }
    }

    /** Packed data that is damaged ends a file of which something was read; so does a line that is too long. */
    private static boolean next(Lines lines, boolean begun, Listener listener) {
        try {
            return lines.next();
        } catch (InvalidFileException e) {
            if (!begun) {
                throw e;
            }
            listener.endLost(e);
            return false;
        }
    }

    private static String start(Lines lines) {
        int end = Math.min(lines.to(), lines.from() + LONGEST_NAME);
        return new String(lines.bytes(), lines.from(), end - lines.from(), StandardCharsets.ISO_8859_1);
    }

    /** What is wrong with a line that is no JSON. */
    private static Optional<InvalidFileException> readLine(
            Lines lines, String start, Set<String> wanted, Listener listener) {
        int quote = start.indexOf('"', EVENT_BEGINS);
        if (quote > 0 && !wanted.contains(start.substring(EVENT_BEGINS, quote))) {
            return Optional.empty();
        }
        JsonNode event;
        try {
            event = READER.readValue(lines.bytes(), lines.from(), lines.to() - lines.from());
        } catch (IOException e) {
            return Optional.of(lines.invalid(
                    "", "not valid JSON: " + e.getMessage().lines().findFirst().orElse("")));
        }
        try {
            listener.event(event.path("Event").asText(), event);
        } catch (IllegalArgumentException e) {
            listener.damaged(lines.invalid("", e.getMessage()));
        }
        return Optional.empty();
    }
}
