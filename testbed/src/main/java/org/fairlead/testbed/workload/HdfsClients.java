// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import com.sun.jna.Native;
import java.time.Duration;
import java.util.List;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.HdfsProcess;
import org.fairlead.testbed.cluster.TestbedClasses;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.process.JsonProcess;
import org.fairlead.testbed.workload.client.ClientMain;
import org.fairlead.testbed.workload.client.ClientReply;
import org.fairlead.testbed.workload.client.ClientRequest;

/** The process with all HDFS clients, whose threads work from any host for any of the run's HDFS clusters. */
final class HdfsClients implements AutoCloseable {
    private static final int HEAP_MEBIBYTES = 384;
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration ROUND_WITHIN = Duration.ofMinutes(20);

    private final ClusterSite site;
    private final JsonProcess process;

    private HdfsClients(ClusterSite site, JsonProcess process) {
        this.site = site;
        this.process = process;
    }

    static HdfsClients start(ClusterSite site) {
        JsonProcess process = JsonProcess.start(
                "the HDFS clients",
                HdfsProcess.command(
                        site,
                        HEAP_MEBIBYTES,
                        List.of(TestbedClasses.location(), TestbedClasses.of(Native.class)),
                        ClientMain.class.getName()),
                java.util.Map.of(),
                site.directory().resolve("clients/client.log"));
        process.awaitReady(READY_WITHIN);
        return new HdfsClients(site, process);
    }

    ClientRequest.Transfer transfer(String host, String client, String path) {
        return ClientRequest.Transfer.of(host, site.hosts().namespace(host), client, path);
    }

    /**
     * Runs transfers and waits for all.
     *
     * @throws ClusterException when one of them fails
     */
    List<ClientReply.Done> run(String operation, HdfsCluster hdfs, List<ClientRequest.Transfer> transfers) {
        if (transfers.isEmpty()) {
            return List.of();
        }
        ClientRequest request =
                new ClientRequest(operation, hdfs.configurationDirectory().toString(), transfers);
        List<ClientReply.Done> done =
                process.ask(request, ClientReply.class, ROUND_WITHIN).done();
        for (ClientReply.Done one : done) {
            if (!one.error().isEmpty()) {
                throw new ClusterException("HDFS " + operation + " of " + one.error());
            }
        }
        return done;
    }

    @Override
    public void close() {
        process.close();
    }
}
