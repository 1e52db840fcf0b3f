// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.List;

/** JVM options that every Hadoop process of the testbed shares. */
final class HadoopJvm {
    private HadoopJvm() {}

    static List<String> options(ClusterSite site) {
        return List.of(
                "-Djdk.net.hosts.file=" + site.hostsFile(),
                "-Djava.net.preferIPv4Stack=true",
                "-Dhadoop.home.dir=" + site.directory(),
                "-Djava.io.tmpdir=" + site.directory());
    }
}
