// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.diagnosis.history.LogAddress;
import org.fairlead.diagnosis.report.SourcesJson;
import org.fairlead.diagnosis.report.SourcesText;
import org.fairlead.diagnosis.sources.SeenReads;
import org.fairlead.diagnosis.sources.SourceDiagnosis;
import picocli.CommandLine;

/** A file of decisions in the place of an event log: from whom tasks have read, and who gave slower than the others. */
final class DecisionsToRead {
    private DecisionsToRead() {}

    /** The file that a source names; empty where it names something else. */
    static Optional<Path> of(String source) {
        if (LogAddress.isAddress(source)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source)).filter(SeenReads::isIn);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /**
     * Says what is in it.
     *
     * @param forLogs values of options that are for event logs alone, by their names; null where they were not given
     */
    static void explain(Path file, Map<String, Object> forLogs, Optional<OutputFile> figures, CommandLine command)
            throws IOException {
        forLogs.forEach((option, value) -> {
            if (value != null) {
                throw new IllegalArgumentException(option + " " + value + " is for event logs, and " + file
                        + " is a file of decisions; --json is accepted");
            }
        });
        SourceDiagnosis diagnosis = SourceDiagnosis.of(SeenReads.read(file));
        if (figures.isPresent()) {
            figures.get().write(to -> to.write(SourcesJson.bytes(diagnosis)));
        }
        boolean taken = figures.isPresent() && figures.get().isStandard();
        PrintWriter text = taken ? command.getErr() : command.getOut();
        text.print(SourcesText.of(diagnosis));
        text.flush();
    }
}
