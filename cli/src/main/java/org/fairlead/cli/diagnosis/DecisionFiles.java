// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.SeenReads;
import org.fairlead.protocol.yaml.InvalidFileException;

/** Files of decisions beside event logs, each found by the application that it is of. */
final class DecisionFiles {
    private final Optional<Path> named;
    private final Map<String, Path> byApplication = new LinkedHashMap<>();
    private boolean asked;

    private DecisionFiles(Optional<Path> named) {
        this.named = named;
    }

    /**
     * @param named a file, or a directory of such; empty where nobody named one
     * @throws InvalidFileException if there is none
     */
    static DecisionFiles of(Optional<Path> named) throws IOException {
        DecisionFiles files = new DecisionFiles(named);
        if (named.isPresent()) {
            files.find(named.get());
        }
        return files;
    }

    private void find(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            if (!SeenReads.isIn(path)) {
                throw new InvalidFileException(
                        path.toString(),
                        Files.exists(path) ? 1 : 0,
                        "",
                        Files.exists(path)
                                ? "no file of decisions: its first line does not name an application"
                                : "no such file");
            }
            byApplication.put(SeenReads.application(path), path);
            return;
        }
        List<Path> entries;
        try (Stream<Path> all = Files.list(path)) {
            entries = all.sorted().filter(SeenReads::isIn).toList();
        }
        for (Path entry : entries) {
            byApplication.put(SeenReads.application(entry), entry);
        }
        if (byApplication.isEmpty()) {
            throw new InvalidFileException(path.toString(), 0, "", "no file of decisions in this directory");
        }
    }

    /** What the file of an application tells; empty where there is none. */
    Optional<ObservedReads> of(String application) {
        Optional<Path> file = Optional.ofNullable(byApplication.get(application));
        asked |= file.isPresent();
        return file.map(ObservedReads::read);
    }

    /**
     * @param source the logs that were read
     * @throws InvalidFileException if files were named, and none is of an application whose log was read
     */
    void checkAnyWasAsked(String source) {
        if (named.isPresent() && !asked) {
            throw new InvalidFileException(
                    named.get().toString(),
                    0,
                    "",
                    "decisions of " + String.join(", ", byApplication.keySet()) + ", none of which is in " + source);
        }
    }
}
