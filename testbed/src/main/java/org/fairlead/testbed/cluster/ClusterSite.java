// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.Hosts;

/**
 * Where a cluster runs: the emulated hosts, the engines and a directory for everything its processes write.
 *
 * @param directory removed by its owner after the run
 * @param disks by host, where its disk is when it has one of its own, for its DataNode and Spark's map output; the others store in the
 *     directory
 */
public record ClusterSite(Hosts hosts, ClusterLayout layout, Engines engines, Path directory, Map<String, Path> disks) {
    public ClusterSite {
        directory = directory.toAbsolutePath();
        disks = Map.copyOf(disks);
    }

    /** Where a host's own disk is. */
    Optional<Path> disk(String host) {
        return Optional.ofNullable(disks.get(host));
    }

    /** Where a contender may have Spark keep files in memory: a file system of its own while Spark runs. */
    Path memoryDirectory() {
        return directory.resolve("memory");
    }

    /** Where a DataNode stores its blocks, apart from other HDFS clusters. */
    Path dataDirectory(String host, Path hdfsDirectory) {
        Path own = hdfsDirectory.resolve("datanode-" + host);
        return disk(host)
                .map(disk -> disk.resolve(hdfsDirectory.getFileName()))
                .orElse(own)
                .resolve("data");
    }

    /** Where the testbed's own controller of a kind listens, if a contender wants one: beside those inside NameNodes. */
    public Endpoint ownController(ControllerKind kind) {
        return new Endpoint(hosts.address(layout.nameNode()), kind.port());
    }

    /**
     * The file that {@code -Djdk.net.hosts.file} reads: names and addresses of the emulated hosts, both ways, without a
     * resolver. {@link org.fairlead.testbed.network.Fabric#bindHostNames} writes it.
     */
    public Path hostsFile() {
        return directory.resolve("hosts");
    }

    /** Hadoop's {@code TableMapping}: racks by address and by name, since callers ask for either. */
    public Path rackTable() {
        StringBuilder text = new StringBuilder();
        layout.racks()
                .forEach((host, rack) ->
                        text.append(hosts.address(host) + " /" + rack + "\n" + host + " /" + rack + "\n"));
        return write("racks", text.toString());
    }

    /** Writes a file below the directory and returns it. */
    Path write(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new ClusterException(directory.resolve(name) + " cannot be written: " + e.getMessage(), e);
        }
    }
}
