// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.testkit.Authority;
import org.fairlead.testkit.FreePort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NameNode and DataNodes that speak TLS, each with a token of its own role. */
@Tag("testbed")
@Tag("untimed")
class TlsInHdfsTest {
    @TempDir
    Path directory;

    private TlsFiles stores;
    private Path accepted;
    private Path agents;
    private Path nameNode;
    private Path operator;

    @BeforeEach
    void secrets() throws Exception {
        Authority authority = Authority.in(directory);
        authority.issue("server", "dns:localhost");
        stores = authority.stores();
        accepted = secret(
                "tokens",
                "agent:" + String.join(",", SmallCluster.HOSTS) + " token-of-the-agents-1\n"
                        + "namenode:localhost,127.0.0.1 token-of-the-namenode\noperator token-of-a-person-1\n");
        agents = secret("agents.token", "token-of-the-agents-1");
        nameNode = secret("namenode.token", "token-of-the-namenode");
        operator = secret("operator.token", "token-of-a-person-1");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private Path secret(String name, String text) throws Exception {
        return Authority.secret(file(name), text + "\n");
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("fairlead.heartbeat.interval", "500ms");
        settings.put("dfs.datanode.plugins", FairleadDataNodePlugin.class.getName());
        settings.put("fairlead.agent.token.file", agents.toString());
        return settings;
    }

    private ControllerClient person(int port) {
        TlsFiles tls = new TlsFiles(Optional.empty(), Optional.of(new TlsFiles.Pem(file("ca.pem"), Optional.empty())));
        return new ControllerClient(
                List.of(new Endpoint("127.0.0.1", port)),
                Credentials.of(Optional.of(operator), Optional.of(tls), InClear.NO, TimeSource.SYSTEM));
    }

    private static void awaitAllHosts(SmallCluster cluster) throws Exception {
        Topology topology = cluster.topology();
        SmallCluster.await("every host's links are measured", () -> topology.hosts().stream()
                .flatMap(host -> topology.linksFrom(host).stream())
                .allMatch(link -> cluster.runtime()
                                .state()
                                .orElseThrow()
                                .model()
                                .availableBandwidth()
                                .knowledge(link.index(), System.nanoTime())
                        == Freshness.FRESH));
    }

    @Test
    void theControllerInANameNodeServesTlsFromAKeyStore() throws Exception {
        int port = FreePort.next();
        Map<String, String> settings = settings();
        settings.put("fairlead.controller.bind", "127.0.0.1:" + port);
        settings.put("fairlead.token.file", accepted.toString());
        settings.put("fairlead.tls.key.store", file("authority.p12").toString());
        settings.put("fairlead.tls.key.store.password", file("password").toString());
        settings.put("fairlead.tls.trust.store", file("authority.p12").toString());
        settings.put("fairlead.tls.trust.store.password", file("password").toString());
        try (SmallCluster cluster = SmallCluster.start(file("dfs"), settings);
                ControllerClient person = person(port)) {
            awaitAllHosts(cluster);
            assertThat(cluster.place("h1")).hasSize(3).startsWith("h1");
            SmallCluster.await("the decision is told", () -> {
                try {
                    return !person.lastDecisions(1).isEmpty();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(person.enforcement(false).enforcement()).isFalse();
        }
    }

    @Test
    void aNameNodeFollowsAnothersControllerUnderTls() throws Exception {
        Topology topology = Topologies.tree(new Topology.Builder("t"), 3, 3, SmallCluster.LINK, 1)
                .build();
        ControllerSettings controllerSettings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .interval(Duration.ofMillis(500))
                .trustAddresses(true)
                .tokenFile(accepted)
                .tls(stores);
        try (Controller controller = Controller.start(controllerSettings, TimeSource.SYSTEM);
                ControllerClient person = person(controller.address().getPort())) {
            Map<String, String> settings = settings();
            settings.put("fairlead.controller.embedded", "false");
            settings.put(
                    "fairlead.controllers", "127.0.0.1:" + controller.address().getPort());
            settings.put("fairlead.token.file", nameNode.toString());
            settings.put("fairlead.tls.authority", file("ca.pem").toString());
            try (SmallCluster cluster = SmallCluster.start(file("dfs"), settings)) {
                awaitAllHosts(cluster);
                assertThat(cluster.place("h1")).hasSize(3).startsWith("h1");
                SmallCluster.await("the decision is told", () -> {
                    try {
                        return !person.lastDecisions(1).isEmpty();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
                assertThat(controller.counts().heartbeats()).isPositive();
            }
        }
    }
}
