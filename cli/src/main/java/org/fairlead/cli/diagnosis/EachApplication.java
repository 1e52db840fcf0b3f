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
     * @param source a file, a directory or a history server's address
     * @param application the only one that is asked about; empty for all, of a history server for the newest
     * @throws InvalidFileException if there is no answer at all; its message says why
     */
    static <T> EachApplication<T> ask(String source, Optional<String> application, LongRun run, Question<T> question)
            throws IOException {
        List<T> answers = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        try (LogsToRead logs = LogsToRead.of(source, application, run)) {
            for (Path log : logs.logs()) {
                try {
                    ask(log, application, run, question).ifPresent(answers::add);
                } catch (InvalidFileException e) {
                    if (logs.logs().size() == 1) {
                        throw e;
                    }
                    unanswered.add(e.getMessage());
                }
            }
        }
        if (answers.isEmpty()) {
            throw new InvalidFileException(
                    source,
                    0,
                    "",
                    unanswered.isEmpty()
                            ? "no log of an application '" + application.orElse("") + "' there"
                            : "nothing to be said: " + unanswered.get(0));
        }
        return new EachApplication<>(answers, unanswered);
    }

    /** Empty if another application was asked for. */
    private static <T> Optional<T> ask(Path log, Optional<String> application, LongRun run, Question<T> question) {
        ApplicationLog read = ApplicationReader.read(log, run.watch("reading " + log.getFileName()));
        if (application.isPresent() && !application.get().equals(read.id())) {
            return Optional.empty();
        }
        if (read.tasks() == 0) {
            throw new InvalidFileException(
                    log.toString(), 0, "", "no task has ended in this log, so that there is nothing to be explained");
        }
        try {
            return Optional.of(question.ask(read, log));
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(log.toString(), 0, "", e.getMessage());
        }
    }
}
