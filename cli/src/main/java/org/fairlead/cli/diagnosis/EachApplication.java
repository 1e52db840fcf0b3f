// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ApplicationReader;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * What was found in the logs that a user names.
 *
 * @param answers one for each application
 * @param unanswered a sentence for each log of which nothing can be said: which, and why
 */
record EachApplication<T>(List<T> answers, List<String> unanswered) {
    /** Asks something of an application. */
    interface Question<T> {
        /**
         * Answers it.
         *
         * @param file that the application's log is in
         * @throws IllegalArgumentException why there is no answer
         */
        T ask(ApplicationLog application, Path file);
    }

    /**
     * Asks the same of each application.
     *
     * @param sources files, directories or history servers' addresses; of several, one of which nothing can be said ends nothing
     * @param application the only one that is asked about; empty for all, of a history server for the newest
     * @throws InvalidFileException if there is no answer at all; its message says why
     */
    static <T> EachApplication<T> ask(
            List<String> sources, Optional<String> application, LongRun run, Question<T> question) throws IOException {
        List<T> answers = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        for (String source : sources) {
            try (LogsToRead logs = LogsToRead.of(source, application, run)) {
                for (Path log : logs.logs()) {
                    try {
                        ask(log, application, run, logs, question).ifPresent(answers::add);
                    } catch (InvalidFileException e) {
                        if (sources.size() == 1 && logs.logs().size() == 1) {
                            throw e;
                        }
                        unanswered.add(logs.said(e.getMessage()));
                    }
                }
            } catch (InvalidFileException e) {
                if (sources.size() == 1) {
                    throw e;
                }
                unanswered.add(e.getMessage());
            }
        }
        if (answers.isEmpty()) {
            throw new InvalidFileException(String.join(", ", sources), 0, "", whyNone(application, unanswered));
        }
        // Whose logs the others are is not known.
        return new EachApplication<>(answers, application.isPresent() ? List.of() : unanswered);
    }

    private static String whyNone(Optional<String> application, List<String> unanswered) {
        String first = unanswered.isEmpty() ? "" : unanswered.get(0);
        return application
                .map(id -> "no log of an application '" + id + "' there"
                        + (first.isEmpty()
                                ? ""
                                : "; of " + unanswered.size() + " logs nothing can be said, first: " + first))
                .orElse("nothing to be said: " + first);
    }

    /** Empty if another application was asked for. */
    private static <T> Optional<T> ask(
            Path log, Optional<String> application, LongRun run, LogsToRead logs, Question<T> question) {
        Optional<ApplicationLog> read =
                ApplicationReader.read(log, application, run.watch("reading " + log.getFileName()));
        if (read.isPresent() && read.get().tasks() == 0) {
            throw new InvalidFileException(
                    log.toString(), 0, "", "no task has ended in this log, so that there is nothing to be explained");
        }
        try {
            return read.map(each -> question.ask(each.withDamage(each.damage().said(logs::said)), log));
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(log.toString(), 0, "", e.getMessage());
        }
    }
}
