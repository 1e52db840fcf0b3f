package org.fairlead.sim.cluster;

import java.nio.file.Path;

/** The YAML form of a {@link Cluster}. docs/jobs.md teaches it. */
public final class ClusterFile {
    private ClusterFile() {}

    /**
     * @param shippedTopologies the directory in which a topology is found by its name
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Cluster read(Path file, Path shippedTopologies) {
        throw new UnsupportedOperationException("not yet: " + file + " " + shippedTopologies);
    }

    /** A topology is found beside the file, or in {@code scenarios/topologies} beside the file's directory. */
    public static Cluster read(Path file) {
        Path directory = file.toAbsolutePath().normalize().getParent();
        return read(file, directory.resolveSibling("scenarios").resolve("topologies"));
    }
}
