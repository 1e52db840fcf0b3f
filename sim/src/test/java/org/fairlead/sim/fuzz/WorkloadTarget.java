// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.source.WorkloadSources;

/** Whatever a workload can be read from: its own file, a trace of SWIM, an event log of Spark, told by its content. */
public final class WorkloadTarget {
    private WorkloadTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Path file = file();
        try {
            Files.write(file, input);
            Reading.of(() -> read(file))
                    .ifPresent(workload -> check(!workload.jobs().isEmpty(), "no job, and no error"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            file.toFile().delete();
        }
    }

    private static Path file() {
        try {
            return Files.createTempFile("workload", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The error names the file, which is another one each time. */
    private static Workload read(Path file) {
        try {
            return WorkloadSources.read(file, RunObserver.NONE);
        } catch (InvalidFileException e) {
            throw new InvalidFileException(Reading.FILE, 0, "", e.getMessage());
        }
    }
}
