// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.PathFollower;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** Has all hosts send over the paths that a controller of the testbed's own plans for applications on one HDFS: what {@code fairlead agent --paths} does, in this process. */
public final class PathAgents implements AutoCloseable {
    private final List<PathFollower> agents = new ArrayList<>();

    private PathAgents() {}

    /** @throws ClusterException if a host cannot be had to follow */
    public static PathAgents start(ClusterSite site, HdfsCluster hdfs, ControllerKind kind) {
        PathAgents started = new PathAgents();
        PathDriverFiles settings = hdfs.pathDriverFiles(kind.label());
        TelemetryFiles files = new TelemetryFiles(site.directory());
        // as the controller is told of it: both have to number paths alike
        Topology topology = TopologyFile.read(files.topology());
        boolean complete = false;
        try {
            for (String host : site.layout().hosts()) {
                // What it starts stays in the host's network.
                started.agents.add(site.hosts()
                        .callOn(
                                host,
                                () -> PathFollower.start(
                                        host,
                                        topology,
                                        List.of(site.ownController(kind)),
                                        TelemetryFiles.credentials(files.agentToken(host)),
                                        settings.write(host),
                                        TimeSource.SYSTEM)));
            }
            complete = true;
            return started;
        } catch (Exception e) {
            throw new ClusterException("a host cannot follow planned paths: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                started.close();
            }
        }
    }

    @Override
    public void close() {
        agents.forEach(PathFollower::close);
    }
}
