package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.fairlead.testbed.network.Hosts;

/**
 * Where a cluster runs: the emulated hosts, the engines and a directory for everything its processes write.
 *
 * @param directory removed by its owner after the run
 * @param disks by host, where the disk of a DataNode is that has one of its own; the others store in the directory
 */
public record ClusterSite(Hosts hosts, ClusterLayout layout, Engines engines, Path directory, Map<String, Path> disks) {
    public ClusterSite {
        directory = directory.toAbsolutePath();
        disks = Map.copyOf(disks);
    }

    /** Where a DataNode stores its blocks, apart from other HDFS clusters. */
    Path dataDirectory(String host, Path hdfsDirectory) {
        Path own = hdfsDirectory.resolve("datanode-" + host);
        return disks.containsKey(host)
                ? disks.get(host).resolve(hdfsDirectory.getFileName()).resolve("data")
                : own.resolve("data");
    }

    /**
     * The file that {@code -Djdk.net.hosts.file} reads: names and addresses of the emulated hosts, both ways, without a
     * resolver.
     */
    public Path hostsFile() {
        Path file = directory.resolve("hosts");
        if (Files.exists(file)) {
            return file;
        }
        StringBuilder text = new StringBuilder("127.0.0.1 localhost\n");
        for (String local : localNames()) {
            text.append("127.0.0.1 ").append(local).append('\n');
        }
        for (String host : layout.hosts()) {
            text.append(hosts.address(host)).append(' ').append(host).append('\n');
        }
        return write("hosts", text.toString());
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

    /** The machine's own name must resolve as well: Hadoop asks for it even where it is not used. */
    private static Set<String> localNames() {
        Set<String> names = new LinkedHashSet<>();
        try {
            names.add(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
            names.add(InetAddress.getLocalHost().getHostName());
        } catch (IOException e) {
            // A machine whose own name does not resolve: the first name is enough.
        }
        names.remove("localhost");
        return names;
    }
}
