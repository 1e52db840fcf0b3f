// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.SeenReads;
import org.fairlead.protocol.yaml.InvalidFileException;

/** Files of decisions beside event logs, each found by the application, and attempt of it, that it is of. */
final class DecisionFiles {
    private static final int MOST_NOTES = 5;

    private final Optional<Path> named;
    private final Map<String, Path> byApplication = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    private boolean asked;

    private DecisionFiles(Optional<Path> named) {
        this.named = named;
    }

    /**
     * @param named a file, or a directory of such; empty where nobody named one
     * @throws InvalidFileException if there is none, or none can be read
     */
    static DecisionFiles of(Optional<Path> named) throws IOException {
        DecisionFiles files = new DecisionFiles(named);
        if (named.isPresent()) {
            if (Files.isDirectory(named.get())) {
                files.findIn(named.get());
            } else {
                files.find(named.get());
            }
        }
        return files;
    }

    private void find(Path file) {
        if (!Files.exists(file)) {
            throw new InvalidFileException(file.toString(), 0, "", "no such file");
        }
        if (!add(file)) {
            throw new InvalidFileException(
                    file.toString(), 1, "", "no file of decisions: its first line does not name an application");
        }
    }

    /** Files that are not of decisions are not spoken of. */
    private void findIn(Path directory) throws IOException {
        List<Path> entries;
        try (Stream<Path> all = Files.list(directory)) {
            entries = all.sorted().toList();
        }
        for (Path entry : entries) {
            try {
                add(entry);
            } catch (InvalidFileException e) {
                leftOut.add(e.getMessage() + "; left out");
            }
        }
        if (byApplication.isEmpty()) {
            throw new InvalidFileException(
                    directory.toString(),
                    0,
                    "",
                    "no file of decisions in this directory"
                            + (leftOut.isEmpty() ? "" : " that can be read: " + leftOut.get(0)));
        }
    }

    /**
     * Adds a file if it is one of decisions.
     *
     * @return whether it is
     * @throws InvalidFileException if it cannot be read, does not say of which application it is, or there was one of that already
     */
    private boolean add(Path file) {
        try {
            if (!SeenReads.beginsIn(file)) {
                return false;
            }
            String application = SeenReads.application(file);
            Path earlier = byApplication.putIfAbsent(application, file);
            if (earlier != null) {
                throw new InvalidFileException(
                        file.toString(), 0, "", "decisions of " + application + " are in " + earlier + ", too");
            }
            return true;
        } catch (AccessDeniedException e) {
            throw new InvalidFileException(file.toString(), 0, "", "no permission to read it");
        } catch (IOException | UncheckedIOException e) {
            throw new InvalidFileException(file.toString(), 0, "", "it cannot be read: " + e.getMessage());
        }
    }

    /** What the file of an application tells; empty where there is none, or none of its tasks' reads is in it. */
    Optional<ObservedReads> of(ApplicationLog application) {
        return file(application).flatMap(file -> read(file, application.id()));
    }

    /** Where an application may be tried several times, as on YARN, each attempt has a file of its own. */
    private Optional<Path> file(ApplicationLog application) {
        Path own = byApplication.get(application.id() + "_" + application.attempt());
        Path file = own == null ? byApplication.get(application.id()) : own;
        asked |= file != null;
        return Optional.ofNullable(file);
    }

    private Optional<ObservedReads> read(Path file, String application) {
        String byLog = "; " + application + " is answered by its log alone";
        try {
            Optional<ObservedReads> reads = ObservedReads.in(file);
            if (reads.isEmpty()) {
                leftOut.add(file + ": no task's reads are in it" + byLog);
            }
            return reads;
        } catch (InvalidFileException e) {
            if (named.filter(Files::isDirectory).isEmpty()) {
                throw e;
            }
            leftOut.add(e.getMessage() + byLog);
            return Optional.empty();
        }
    }

    /** Which files were left out, and why: the first ones, and how many more. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(leftOut.subList(0, Math.min(MOST_NOTES, leftOut.size())));
        int more = leftOut.size() - notes.size();
        if (more > 0) {
            notes.add(more + (more == 1 ? " more file" : " more files") + " of decisions left out");
        }
        return notes;
    }

    /**
     * @param sources the logs that were read
     * @throws InvalidFileException if files were named, and none is of an application whose log was read
     */
    void checkAnyWasAsked(List<String> sources) {
        if (named.isPresent() && !asked) {
            throw new InvalidFileException(
                    named.get().toString(),
                    0,
                    "",
                    "decisions of " + String.join(", ", byApplication.keySet()) + ", none of which is in "
                            + String.join(", ", sources)
                            + (leftOut.isEmpty() ? "" : "; " + leftOut.get(0)));
        }
    }
}
