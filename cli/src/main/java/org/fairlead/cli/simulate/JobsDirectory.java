// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.report.WholeFile;
import org.fairlead.sim.report.JobsCsv;
import org.fairlead.sim.report.JobsJson;
import org.fairlead.sim.report.JobsPage;
import org.fairlead.sim.report.JobsReport;

/** The directory of a simulation's reports. Files of an earlier report are replaced, each whole or not at all; others stay. */
final class JobsDirectory {
    private static final String JSON = "report.json";
    private static final String PAGE = "report.html";
    private static final String JOBS = "jobs.csv";
    private static final String TASKS = "tasks.csv";

    private final Path directory;

    JobsDirectory(Path directory) {
        this.directory = directory;
    }

    Path page() {
        return directory.resolve(PAGE);
    }

    /**
     * Refuses what could not be written after the run, or would overwrite what it reads or writes as well.
     *
     * @param json of {@code report.json}, a further copy
     * @throws IllegalArgumentException that says why
     */
    void check(Optional<OutputFile> json, Path... inputs) throws IOException {
        OutputFile.checkDirectory("--out", directory);
        if (json.isPresent()) {
            json.get().refuseAmong(directory, List.of(PAGE, JOBS, TASKS));
        }
        refuseInputs(inputs);
    }

    private void refuseInputs(Path... inputs) throws IOException {
        for (String name : List.of(JSON, PAGE, JOBS, TASKS)) {
            Path file = directory.resolve(name);
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw refused(file, "not a file; the report would replace it");
            }
            for (Path input : inputs) {
                if (OutputFile.isRead(file, input)) {
                    throw refused(file, "this is a file that the command reads");
                }
            }
        }
    }

    private static IllegalArgumentException refused(Path path, String problem) {
        return new IllegalArgumentException("--out " + path + ": " + problem);
    }

    void write(JobsReport report, boolean tasks) throws IOException {
        WholeFile.write(directory.resolve(JOBS), to -> JobsCsv.writeJobs(report, to));
        if (tasks) {
            WholeFile.write(directory.resolve(TASKS), to -> JobsCsv.writeTasks(report, to));
        }
        WholeFile.write(page(), to -> to.write(JobsPage.render(report)));
        WholeFile.write(directory.resolve(JSON), to -> to.write(JobsJson.bytes(report)));
    }
}
