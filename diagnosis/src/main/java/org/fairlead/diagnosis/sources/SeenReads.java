// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.yaml.InvalidFileException;

/** What a file of decisions tells of reading: an observation for each pair of a task and a source, and sums. */
public final class SeenReads {
    private static final String FIRST_LINE = "{\"application\":{";

    private final List<Observation> observations = new ArrayList<>();
    private final Map<Source, SourceReads> sums = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<List<String>, NicAllowance> allowances = new TreeMap<>(SeenReads::compared);
    private String id = "";
    private String name = "";
    private long tasks;
    private double taskSeconds;

    /** A source, whether its readers are on its host or not. */
    public record Source(String kind, String host) {}

    /**
     * What one task was given by one source.
     *
     * @param stage as people write it
     * @param reader host of the task
     * @param local whether that is the source's host
     */
    public record Observation(
            Source source, String stage, String reader, boolean local, double bytes, double seconds) {}

    private SeenReads() {}

    private static int compared(List<String> one, List<String> other) {
        return String.join("\0", one).compareTo(String.join("\0", other));
    }

    /**
     * Whether a file is one of decisions, by how it begins.
     *
     * @throws IOException if it cannot be read
     */
    public static boolean beginsIn(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(FIRST_LINE.length());
            return new String(begin, StandardCharsets.UTF_8).equals(FIRST_LINE);
        }
    }

    /** The same of a file that may be something else: not where it cannot be read. */
    public static boolean isIn(Path file) {
        try {
            return beginsIn(file);
        } catch (IOException e) {
            return false; // who reads all of it says what is wrong
        }
    }

    /** @throws InvalidFileException if it is no file of decisions, or tells of no task's reads */
    public static SeenReads read(Path file) {
        return read(file, unused -> {});
    }

    /** @param each gets what each task has read */
    static SeenReads read(Path file, Consumer<TaskReads> each) {
        SeenReads reads = readAny(file, each);
        if (reads.tasks == 0) {
            throw new InvalidFileException(
                    file.toString(),
                    0,
                    "",
                    "no task's reads are in it, so that there is nothing to be explained: none has ended, none has read anything, or a plug-in of before wrote it");
        }
        return reads;
    }

    /** The same of a file that may tell of no task's reads, as where tasks only compute. */
    static SeenReads readAny(Path file, Consumer<TaskReads> each) {
        SeenReads reads = new SeenReads();
        DecisionsReader.read(file, line -> {
            reads.take(line);
            if (line.reads() != null) {
                each.accept(line.reads());
            }
        });
        return reads;
    }

    /**
     * The id of the application that a file of decisions is of, with {@code _ATTEMPT} where there may be several attempts.
     *
     * @throws InvalidFileException if its first line does not say it
     */
    public static String application(Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String first = lines.readLine();
            DecisionLine line = first == null
                    ? null
                    : Encoding.JSON.read(first.getBytes(StandardCharsets.UTF_8), DecisionLine.class);
            if (line != null && line.application() != null) {
                return line.application().id();
            }
        } catch (InvalidMessageException e) {
            throw new InvalidFileException(file.toString(), 1, "", e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
        throw new InvalidFileException(file.toString(), 1, "", "the application is expected: no file of decisions");
    }

    /** Of tasks of an application without a file. */
    static SeenReads of(String id, Iterable<TaskReads> tasks) {
        SeenReads reads = new SeenReads();
        reads.id = id;
        tasks.forEach(reads::take);
        return reads;
    }

    private void take(DecisionLine line) {
        if (line.application() != null) {
            id = line.application().id();
            name = line.application().name();
        }
        if (line.reads() != null) {
            take(line.reads());
        }
        if (line.allowance() != null) {
            NicAllowance now = line.allowance();
            allowances.merge(
                    List.of(now.host(), now.device(), now.counter()),
                    now,
                    (before, after) -> after.packets() > before.packets() ? after : before);
        }
    }

    private void take(TaskReads task) {
        tasks++;
        taskSeconds += task.seconds();
        String stage = kept(task.attempt() == 0 ? "" + task.stage() : task.stage() + "." + task.attempt());
        for (SourceReads each : task.sources()) {
            Source source = new Source(kept(each.kind()), kept(each.source()));
            sums.merge(
                    source,
                    new SourceReads(each.kind(), each.source(), false, each.bytes(), each.seconds(), each.requests()),
                    SourceReads::and);
            boolean comparable = !source.host.isEmpty()
                    && each.seconds() != null
                    && each.bytes() > 0
                    && (source.kind.equals(SourceReads.HDFS) || source.kind.equals(SourceReads.SHUFFLE));
            if (comparable) {
                observations.add(
                        new Observation(source, stage, kept(task.host()), each.local(), each.bytes(), each.seconds()));
            }
        }
    }

    /** One object for all that are equal: there are millions of observations, and few names. */
    private String kept(String text) {
        return texts.computeIfAbsent(text, same -> same);
    }

    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** Tasks of which it is known what they have read. */
    public long tasks() {
        return tasks;
    }

    /** That these took, summed. */
    public double taskSeconds() {
        return taskSeconds;
    }

    /** All that can be compared. */
    public List<Observation> observations() {
        return List.copyOf(observations);
    }

    /** One for each source, those that were waited for longest first. */
    public List<SourceReads> sums() {
        return sums.values().stream().sorted(SourceReads.LONGEST_FIRST).toList();
    }

    /** That tasks waited for all sources of a kind. */
    public double waitedSeconds(String kind) {
        return sums.values().stream()
                .filter(each -> each.kind().equals(kind))
                .mapToDouble(SourceReads::waited)
                .sum();
    }

    /** The newest figure of each counter that was exceeded. */
    public List<NicAllowance> allowances() {
        return List.copyOf(allowances.values());
    }
}
