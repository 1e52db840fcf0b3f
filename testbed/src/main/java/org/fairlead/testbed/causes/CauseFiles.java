// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.InvalidFileException;

/** Where the files of a run are: what {@code why} is given lies apart from what only the scorer reads. */
public final class CauseFiles {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DECISIONS = ".jsonl";

    private final Path out;

    /** @param out the directory of a run */
    public CauseFiles(Path out) {
        this.out = out.toAbsolutePath();
    }

    /** Event log and file of decisions of a run. */
    public Path observed(int run) {
        return out.resolve("runs").resolve("%02d".formatted(run));
    }

    /** Event log and file of decisions of a counterpart. */
    Path observed(Counterpart counterpart) {
        return out.resolve("runs").resolve(counterpart.label());
    }

    /** Whether any application ran to its end. */
    public boolean haveCauses() {
        return Files.isDirectory(hidden());
    }

    private Path hidden() {
        return out.resolve("hidden");
    }

    private Path counterparts() {
        return out.resolve("counterparts");
    }

    private Path hidden(int run) {
        return hidden().resolve("%02d.json".formatted(run));
    }

    /** Which hosts are in which rack, as {@code why --zones} takes it. */
    public Path racks() {
        return out.resolve("racks.yaml");
    }

    /** What came of it, for programs. */
    public Path report() {
        return out.resolve("report.json");
    }

    /** Written when an application has ended: only those with this file are scored. */
    void hide(HiddenCause cause) throws IOException {
        Files.createDirectories(hidden());
        Files.writeString(hidden(cause.run()), JSON.writeValueAsString(cause) + "\n");
    }

    /** Written when a counterpart has ended: only those with this file are compared. */
    void note(Counterpart counterpart) throws IOException {
        Files.createDirectories(counterparts());
        Files.writeString(
                counterparts().resolve(counterpart.label() + ".json"), JSON.writeValueAsString(counterpart) + "\n");
    }

    /** @param racks rack by host */
    void writeRacks(Map<String, String> racks) throws IOException {
        StringBuilder text = new StringBuilder();
        racks.values().stream().distinct().forEach(rack -> text.append(rack)
                .append(": [")
                .append(racks.keySet().stream()
                        .filter(host -> racks.get(host).equals(rack))
                        .collect(Collectors.joining(", ")))
                .append("]\n"));
        Files.writeString(racks(), text.toString());
    }

    /**
     * All that were run to their end, in their order.
     *
     * @throws InvalidFileException if the directory is none of a run, or a file in it is not one of ours
     */
    public List<HiddenCause> causes() throws IOException {
        if (!haveCauses()) {
            throw new InvalidFileException(
                    out.toString(), 0, "", "no directory that 'testbed causes' wrote: it has no 'hidden'");
        }
        return read(hidden(), HiddenCause.class, "hidden cause");
    }

    /**
     * All counterparts of an application that were run to their end.
     *
     * @throws InvalidFileException if a file is not one of ours
     */
    public List<Counterpart> counterparts(int run) throws IOException {
        return Files.isDirectory(counterparts())
                ? read(counterparts(), Counterpart.class, "counterpart").stream()
                        .filter(counterpart -> counterpart.run() == run)
                        .toList()
                : List.of();
    }

    private static <T> List<T> read(Path directory, Class<T> type, String what) throws IOException {
        List<T> all = new ArrayList<>();
        for (Path file : list(directory, ".json")) {
            try {
                all.add(JSON.readValue(Files.readString(file), type));
            } catch (JsonProcessingException e) {
                throw new InvalidFileException(file.toString(), 0, "", "no " + what + ": " + e.getOriginalMessage());
            }
        }
        return all;
    }

    /** The file of decisions of a run; none, or several, are an error. */
    public Path decisions(int run) throws IOException {
        return only(observed(run), list(observed(run), DECISIONS), "file of decisions");
    }

    /** The event log of a run. */
    public Path log(int run) throws IOException {
        return log(observed(run));
    }

    /** The event log of a counterpart. */
    public Path log(Counterpart counterpart) throws IOException {
        return log(observed(counterpart));
    }

    private static Path log(Path directory) throws IOException {
        List<Path> logs = list(directory, "").stream()
                .filter(file -> !file.toString().endsWith(DECISIONS))
                .filter(file -> !file.toString().endsWith(".crc"))
                .toList();
        return only(directory, logs, "event log");
    }

    private static Path only(Path directory, List<Path> files, String what) {
        if (files.size() != 1) {
            throw new InvalidFileException(
                    directory.toString(), 0, "", "one " + what + " is expected, not " + files.size());
        }
        return files.get(0);
    }

    private static List<Path> list(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }
}
