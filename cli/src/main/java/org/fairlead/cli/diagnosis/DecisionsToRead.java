// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.diagnosis.history.LogAddress;
import org.fairlead.diagnosis.report.SourcesJson;
import org.fairlead.diagnosis.report.SourcesText;
import org.fairlead.diagnosis.sources.SeenReads;
import org.fairlead.diagnosis.sources.SourceDiagnosis;
import picocli.CommandLine;

/** A file of decisions in the place of an event log: from whom tasks have read, and who gave slower than the others. */
final class DecisionsToRead {
    private DecisionsToRead() {}

    /**
     * The file that is named; empty where something else is.
     *
     * @throws IllegalArgumentException if one is named among others
     */
    static Optional<Path> of(List<String> sources) {
        Optional<Path> first = sources.stream()
                .map(DecisionsToRead::named)
                .flatMap(Optional::stream)
                .findFirst();
        if (first.isPresent() && sources.size() > 1) {
            throw new IllegalArgumentException(
                    first.get() + " is a file of decisions: name it alone, or beside event logs with --decisions");
        }
        return first;
    }

    private static Optional<Path> named(String source) {
        if (LogAddress.isAddress(source)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source)).filter(SeenReads::isIn);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Says what is in it. */
    static void explain(Path file, LogOptions options, CommandLine command) throws IOException {
        Map<String, Optional<?>> forLogs = new LinkedHashMap<>();
        forLogs.put("--application", options.application());
        forLogs.put("--decisions", options.decisions());
        forLogs.put("--html", options.page());
        forLogs.put("--zones", options.zonesFile());
        boolean saysStages = command.getParseResult().hasMatchedOption("--stages");
        forLogs.put("--stages", saysStages ? Optional.of(options.stages()) : Optional.empty());
        forLogs.forEach((option, value) -> {
            if (value.isPresent()) {
                throw new IllegalArgumentException(option + " " + value.get() + " is for event logs, and " + file
                        + " is a file of decisions; --json is accepted");
            }
        });
        SourceDiagnosis diagnosis = SourceDiagnosis.of(SeenReads.read(file));
        options.write(() -> new byte[0], () -> SourcesJson.bytes(diagnosis), SourcesText.of(diagnosis), command);
    }
}
