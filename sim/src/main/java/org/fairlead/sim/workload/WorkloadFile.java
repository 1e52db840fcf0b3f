package org.fairlead.sim.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.fairlead.sim.engine.Watcher;

/** A workload as JSON lines: first its name and its stored files, then a line for each job. docs/jobs.md teaches it. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * @param file unpacked if its name ends in {@code .gz}
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Workload read(Path file, Watcher watcher) {
        throw new UnsupportedOperationException("not yet: " + file + " " + watcher);
    }

    /** The same workload gives the same bytes; they read back as an equal one. */
    public static void write(Workload workload, OutputStream to) throws IOException {
        throw new IOException("not yet: " + workload.name() + " " + to);
    }
}
