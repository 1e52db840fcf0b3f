// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.shipped.ShippedFiles;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.sim.cluster.Cluster.FileSystem;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.cluster.Cluster.Machine;

/** The YAML form of a {@link Cluster}. docs/jobs.md teaches it. */
public final class ClusterFile {
    private static final long MEBIBYTE = 1L << 20;

    private ClusterFile() {}

    /**
     * @param shipped where a topology is found by its name
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Cluster read(Path file, ShippedFiles shipped) {
        return from(Yaml.read(file), file.toAbsolutePath().normalize().getParent(), shipped);
    }

    /** A topology is found beside the file, or in {@code scenarios/topologies} beside the file's directory. */
    public static Cluster read(Path file) {
        Path directory = file.toAbsolutePath().normalize().getParent();
        return read(file, new ShippedFiles(directory.resolveSibling("")));
    }

    static Cluster from(YamlNode root, Path beside, ShippedFiles shipped) {
        root.allow(
                "name",
                "description",
                "topology",
                "framework",
                "on",
                "machines",
                "machines-by-host",
                "hdfs",
                "costs",
                "background",
                "guarantees",
                "slow");
        root.optional("description").ifPresent(YamlNode::text);
        Topology topology = topology(root.required("topology"), beside, shipped);
        Framework framework = root.optional("framework")
                .map(node -> node.oneOf(List.of("hadoop", "spark")).equals("spark"))
                .map(isSpark -> isSpark ? Framework.SPARK : Framework.HADOOP)
                .orElse(Framework.HADOOP);
        List<Machine> machines = new MachineKeys(topology, framework).machines(root);
        if (machines.stream().noneMatch(machine -> machine.mapSlots() > 0)) {
            throw root.required("topology").invalid("no host of it has a slot for a task that reads blocks");
        }
        if (machines.stream().noneMatch(Machine::stores)) {
            throw root.required("topology").invalid("no host of it stores blocks");
        }
        return new Cluster(
                root.optional("name").map(YamlNode::text).orElse(topology.name()),
                topology,
                machines,
                framework,
                fileSystem(root, framework),
                CostKeys.costs(root, framework),
                BackgroundKeys.loads(root, topology),
                root.optional("guarantees").map(ClusterFile::guarantees).orElse(Cluster.USUAL_GUARANTEES),
                SlowKeys.slowdowns(root, topology, machines));
    }

    /**
     * Loads on the links of a network: a file that holds {@code background} of a cluster, and nothing else.
     *
     * @return by time, then by link
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static List<Cluster.BackgroundLoad> background(Path file, Topology topology) {
        YamlNode root = Yaml.read(file);
        root.allow("background");
        root.required("background");
        return BackgroundKeys.loads(root, topology);
    }

    private static SharingRule guarantees(YamlNode node) {
        return SharingRule.named(node.oneOf(List.of(SharingRule.MAX_MIN_WITH_MINIMA.label(), SharingRule.HTB.label())));
    }

    private static Topology topology(YamlNode node, Path beside, ShippedFiles shipped) {
        return node.isMapping()
                ? TopologyFile.from(node)
                : TopologyFile.read(node.as(text -> shipped.find(ShippedKind.TOPOLOGY, text, beside)));
    }

    private static FileSystem fileSystem(YamlNode root, Framework framework) {
        long usual = (framework == Framework.HADOOP ? 64 : 128) * MEBIBYTE;
        return root.optional("hdfs")
                .map(hdfs -> {
                    hdfs.allow("block-size", "replication");
                    return new FileSystem(
                            hdfs.optional("block-size")
                                    .map(ClusterFile::blockBytes)
                                    .orElse(usual),
                            hdfs.optional("replication")
                                    .map(node -> node.integer(1, 100))
                                    .orElse(3));
                })
                .orElse(new FileSystem(usual, 3));
    }

    private static long blockBytes(YamlNode node) {
        long bytes = node.as(Quantities::bytes);
        if (bytes < 1) {
            throw node.invalid("a block has at least 1 byte");
        }
        return bytes;
    }

    /** A file that {@link #read} turns into the same cluster, its topology inside. */
    public static String text(Cluster cluster) {
        return ClusterText.text(cluster);
    }
}
