// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.nio.file.Path;
import java.util.Optional;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * What a file of decisions tells of an application's reads.
 *
 * @param sources who gave slower than the others
 * @param waits of each task
 */
public record ObservedReads(SourceDiagnosis sources, TaskWaits waits) {
    /** @throws InvalidFileException if it is no file of decisions, or tells of no task's reads */
    public static ObservedReads read(Path file) {
        TaskWaits waits = new TaskWaits();
        SeenReads reads = SeenReads.read(file, waits::take);
        return new ObservedReads(SourceDiagnosis.of(reads), waits);
    }

    /**
     * The same; empty where the file tells of no task's reads, as where tasks only compute.
     *
     * @throws InvalidFileException if it is no file of decisions
     */
    public static Optional<ObservedReads> in(Path file) {
        TaskWaits waits = new TaskWaits();
        SeenReads reads = SeenReads.readAny(file, waits::take);
        return reads.tasks() == 0 ? Optional.empty() : Optional.of(new ObservedReads(SourceDiagnosis.of(reads), waits));
    }
}
