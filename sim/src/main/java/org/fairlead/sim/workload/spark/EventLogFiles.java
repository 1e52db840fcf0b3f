// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.trace.TraceInput;

/**
 * Which files an event log has: one, or those of a directory, as Spark rolls them ({@code events_N_ID}) or as Databricks does ({@code
 * eventlog-DATE--TIME.gz} and then {@code eventlog}).
 */
public final class EventLogFiles {
    private static final int FIRST_BYTES = 1 << 16;
    private static final int MOST_LOGS = 100_000;
    private static final String COMPACT = ".compact";
    /** Spark's own ids have no dot. Other endings are of other files, such as sums and what is not yet whole. */
    private static final Pattern ROLLED =
            Pattern.compile("events_(\\d{1,9})_([^.]*)((?:\\.(?:compact|zstd|zst|lz4|snappy|lzf|gz|bz2|xz|zip))*)");

    private static final Pattern DATED = Pattern.compile("eventlog-\\d{4}-\\d\\d-\\d\\d--\\d\\d-\\d\\d(\\.gz)?");
    private static final String NEWEST_OF_DATED = "eventlog";
    private static final String ROLLED_BY_SPARK = "eventlog_v2_";

    private EventLogFiles() {}

    /** Whether a directory holds the files of one log that was rolled. */
    public static boolean isRolled(Path directory) {
        return Files.isDirectory(directory)
                && files(directory).stream()
                        .anyMatch(file -> ROLLED.matcher(name(file)).matches()
                                || DATED.matcher(name(file)).matches());
    }

    /**
     * The logs that a path names, each a file or a directory of a log that was rolled.
     *
     * @param path such a log, or a directory of several
     * @param watcher is called with how many files of the directory have been looked at
     * @throws InvalidFileException if there is none, or more than 100,000
     * @throws CancellationException if the watcher wants to stop
     */
    public static List<Path> find(Path path, RunObserver watcher) {
        if (!Files.isDirectory(path)) {
            if (!EventLog.begins(head(path))) {
                throw new InvalidFileException(
                        path.toString(),
                        1,
                        "",
                        "not an event log of Spark: it has no line that begins with {\"Event\":\"SparkListener");
            }
            return List.of(path);
        }
        if (isRolled(path)) {
            return List.of(path);
        }
        List<Path> entries = files(path);
        List<Path> logs = entries.size() > MOST_LOGS ? List.of() : logs(path, entries, watcher);
        if (logs.isEmpty()) {
            throw new InvalidFileException(
                    path.toString(),
                    0,
                    "",
                    entries.size() > MOST_LOGS
                            ? "more than " + MOST_LOGS + " files"
                            : "no event log of Spark in this directory");
        }
        return logs;
    }

    private static List<Path> logs(Path directory, List<Path> entries, RunObserver watcher) {
        List<Path> logs = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (!watcher.goOn(i, entries.size())) {
                throw new CancellationException("interrupted while looking through " + directory);
            }
            if (isLog(entries.get(i))) {
                logs.add(entries.get(i));
            }
        }
        return List.copyOf(logs);
    }

    /**
     * Among others. A file that cannot be read may be one, and a directory that is called as Spark calls one: who reads it then says what is
     * wrong with it.
     */
    private static boolean isLog(Path entry) {
        if (isPipe(entry)) {
            return false;
        }
        boolean directory = Files.isDirectory(entry);
        try {
            return directory ? isRolled(entry) : EventLog.begins(head(entry));
        } catch (InvalidFileException e) {
            return !directory || name(entry).startsWith(ROLLED_BY_SPARK);
        }
    }

    /** Or a device. */
    private static boolean isPipe(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** What has been read of a pipe to know what it is cannot be read again, and nobody may ever write to it. */
    static void checkIsNoPipe(Path file) {
        if (isPipe(file)) {
            throw new InvalidFileException(
                    file.toString(), 0, "", "neither a file nor a directory; it is read twice: unpack it to a file");
        }
    }

    /**
     * The first 64 KiB of a file as text, unpacked; less where the file ends before, or is damaged behind what could be read.
     *
     * @throws InvalidFileException if it is a pipe, which cannot be read once more, or nothing of it can be read
     */
    public static String head(Path file) {
        checkIsNoPipe(file);
        try (TraceInput input = TraceInput.open(file, RunObserver.NONE, CompressedLog::unpack)) {
            byte[] bytes = new byte[FIRST_BYTES];
            int read = 0;
            int more = more(input, bytes, read);
            while (more > 0) {
                read += more;
                more = more(input, bytes, read);
            }
            String text = new String(bytes, 0, read, StandardCharsets.UTF_8);
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        }
    }

    /** How many more bytes there are; none behind the end, or where nothing more can be read. */
    private static int more(TraceInput input, byte[] bytes, int read) {
        if (read == bytes.length) {
            return 0;
        }
        try {
            return input.read(bytes, read, bytes.length - read, 1);
        } catch (InvalidFileException e) {
            if (read == 0) {
                throw e;
            }
            return 0;
        }
    }

    private record RolledFile(int index, String id, boolean compact, Path path) {}

    /**
     * The files of a log in their order; those before the last compacted one are left out, since it holds what is left of them.
     *
     * @throws InvalidFileException if the directory cannot be read, holds logs of two applications, or a file twice, such as packed and unpacked
     */
    static List<Path> parts(Path log) {
        if (!Files.isDirectory(log)) {
            return List.of(log);
        }
        List<Path> all = files(log);
        List<Path> dated = new ArrayList<>(
                all.stream().filter(file -> DATED.matcher(name(file)).matches()).toList());
        if (!dated.isEmpty()) {
            for (int i = 1; i < dated.size(); i++) {
                if (name(dated.get(i)).equals(name(dated.get(i - 1)) + ".gz")) {
                    throw twice(log, dated.get(i - 1), dated.get(i));
                }
            }
            all.stream().filter(file -> name(file).equals(NEWEST_OF_DATED)).forEach(dated::add);
            return dated;
        }
        return rolled(log, all);
    }

    private static List<Path> rolled(Path log, List<Path> all) {
        List<RolledFile> found = new ArrayList<>();
        for (Path path : all) {
            Matcher matcher = ROLLED.matcher(name(path));
            if (matcher.matches()) {
                found.add(new RolledFile(
                        Integer.parseInt(matcher.group(1)), matcher.group(2), isCompact(matcher.group(3)), path));
            }
        }
        for (RolledFile file : found) {
            if (!file.id.equals(found.get(0).id)) {
                throw refused(log, found.get(0).path, file.path, "of two logs; a directory for each is expected");
            }
        }
        // Spark deletes what it has compacted only after that.
        int compacted = found.stream()
                .filter(RolledFile::compact)
                .mapToInt(RolledFile::index)
                .max()
                .orElse(-1);
        List<RolledFile> counted = found.stream()
                .filter(file -> file.index > compacted || (file.index == compacted && file.compact))
                .sorted(Comparator.comparingInt(RolledFile::index))
                .toList();
        for (int i = 1; i < counted.size(); i++) {
            if (counted.get(i).index == counted.get(i - 1).index) {
                throw twice(log, counted.get(i - 1).path, counted.get(i).path);
            }
        }
        return counted.stream().map(RolledFile::path).toList();
    }

    /** Whether a history server has left out of a log what had ended when it looked. */
    public static boolean isCompacted(Path log) {
        return parts(log).stream().anyMatch(file -> {
            Matcher matcher = ROLLED.matcher(name(file));
            return matcher.matches() && isCompact(matcher.group(3));
        });
    }

    private static boolean isCompact(String endings) {
        return endings.contains(COMPACT);
    }

    private static InvalidFileException twice(Path log, Path one, Path other) {
        return refused(log, one, other, "the same part of a log twice; one of them is expected");
    }

    private static InvalidFileException refused(Path log, Path one, Path other, String problem) {
        return new InvalidFileException(log.toString(), 0, "", name(one) + " and " + name(other) + " are " + problem);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new InvalidFileException(directory.toString(), 0, "", "cannot be read: " + e.getMessage());
        }
    }
}
