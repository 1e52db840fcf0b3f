// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.util.stream.Collectors;
import org.fairlead.testbed.network.LabelledFabric;

/**
 * What the driver {@code labels} is told on each host about what is sent for one HDFS: docs/network.md. Those of several HDFS on one host have ports of their own.
 *
 * @param name in the comments of its rules; drivers of one host have different ones
 */
record PathDriverFiles(ClusterSite site, HdfsPorts ports, String name) {
    /** As contenders refer to it. */
    static final String FACT = "testbed.datanode.paths.file";

    /** Where the file of a host stands; it is written first. */
    Path write(String host) {
        String directory = "hdfs-" + ports.index() + "/paths-" + name + "/";
        site.write(
                directory + "addresses.yaml",
                site.layout().hosts().stream()
                        .map(name -> "  " + name + ": " + site.hosts().address(name) + "\n")
                        .collect(Collectors.joining("", "hosts:\n", "")));
        return site.write(directory + host + ".yaml", """
                driver: labels
                host: %s
                codepoints: %s
                addresses: addresses.yaml
                comment: fairlead-%s
                ports:
                  block-read: own %d
                  replication: peer %d
                  shuffle: own %d-%d
                """.formatted(
                        host,
                        LabelledFabric.CODEPOINTS,
                        name,
                        ports.dataNodeData(),
                        ports.dataNodeData(),
                        ports.firstShuffle(),
                        ports.lastShuffle()));
    }
}
