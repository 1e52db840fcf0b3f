// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.cli.shell.FailureWords;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ApplicationReader;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * What was found in the logs that a user names.
 *
 * @param answers one for each application
 * @param unanswered a sentence for each log or source of which nothing can be said: which, and why
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
     * Why nothing can be said of a log or a source.
     *
     * @param ofSource whether it is of all that a source has, and not of a log among others
     * @param isBadInput as opposed to what may go well another time
     */
    private record Problem(String said, boolean ofSource, boolean isBadInput) {}

    /**
     * Asks the same of each application.
     *
     * @param sources files, directories or history servers' addresses; of several, one of which nothing can be said ends nothing
     * @param application the only one that is asked about; empty for all, of a history server for the newest
     * @throws InvalidFileException if there is no answer at all; its message says why
     * @throws IOException if that is since no source could be read, though none is known to be wrong
     */
    static <T> EachApplication<T> ask(
            List<String> sources, Optional<String> application, LongRun run, Question<T> question) throws IOException {
        List<T> answers = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (String source : sources) {
            try (LogsToRead logs = LogsToRead.of(source, application, run)) {
                boolean isAlone = logs.logs().size() == 1;
                for (Path log : logs.logs()) {
                    try {
                        ask(log, application, run, logs, question).ifPresent(answers::add);
                    } catch (InvalidFileException e) {
                        if (sources.size() == 1 && isAlone) {
                            throw e;
                        }
                        problems.add(new Problem(logs.said(e.getMessage()), isAlone, true));
                    }
                }
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException | IllegalArgumentException | InvalidFileException e) {
                if (sources.size() == 1) {
                    throw e;
                }
                problems.add(new Problem(said(source, e), true, !(e instanceof IOException)));
            }
        }
        if (answers.isEmpty()) {
            String named = String.join(", ", sources);
            String why = whyNone(application, problems);
            if (!problems.isEmpty() && problems.stream().noneMatch(Problem::isBadInput)) {
                throw new IOException(named + ": " + why);
            }
            throw new InvalidFileException(named, 0, "", why);
        }
        // Whose logs the others of a directory are is not known.
        return new EachApplication<>(
                answers,
                problems.stream()
                        .filter(problem -> problem.ofSource() || application.isEmpty())
                        .map(Problem::said)
                        .toList());
    }

    /** Java's own words for a file do not say whose it is, if the source's name is not in them. */
    static String said(String source, Exception e) {
        String words = FailureWords.of(e);
        boolean isNamed = words.startsWith(source) || (e.getMessage() != null && !(e instanceof FileSystemException));
        return isNamed ? words : source + ": " + words;
    }

    private static String whyNone(Optional<String> application, List<Problem> problems) {
        String first = problems.isEmpty() ? "" : problems.get(0).said();
        return application
                .map(id -> "no log of an application '" + id + "' there"
                        + (first.isEmpty()
                                ? ""
                                : "; of " + problems.size() + " logs or servers nothing can be said, first: " + first))
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
