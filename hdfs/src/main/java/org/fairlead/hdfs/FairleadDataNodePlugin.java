// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ServicePlugin;
import org.fairlead.control.agent.Agent;
import org.fairlead.control.agent.AgentSettings;
import org.fairlead.network.PathFollower;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the agent in a DataNode; {@code dfs.datanode.plugins}. It reports to every controller: those configured, else one beside
 * each NameNode of each nameservice, be it active, standby or observer. Where a driver is configured, it has the host send over the paths that
 * they plan. Starts once the DataNode knows its host name.
 */
public class FairleadDataNodePlugin extends Configured implements ServicePlugin {
    private final Logger log;
    private static final long LOOK_EVERY_MILLIS = 100;

    private Thread starter;
    private Agent agent;
    private PathFollower follower;
    private boolean stopped;

    /** Hadoop makes it. */
    public FairleadDataNodePlugin() {
        this(LoggerFactory.getLogger(FairleadDataNodePlugin.class));
    }

    FairleadDataNodePlugin(Logger log) {
        this.log = log;
    }

    @Override
    public synchronized void start(Object service) {
        DataNode dataNode = (DataNode) service;
        stopped = false;
        starter = LastingThread.of("fairlead-agent-start", () -> startWhenKnown(dataNode));
        starter.start();
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        if (starter != null) {
            starter.interrupt();
        }
        endWhatRuns();
    }

    private void endWhatRuns() {
        if (agent != null) {
            agent.close();
            agent = null;
        }
        if (follower != null) {
            follower.close();
            follower = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** Every NameNode of every nameservice, at the port on which embedded controllers listen. */
    static List<Endpoint> controllers(
            HdfsPluginSettings settings, Map<String, Map<String, InetSocketAddress>> nameNodes) {
        if (!settings.controllers().isEmpty()) {
            return settings.controllers();
        }
        List<Endpoint> endpoints = new ArrayList<>();
        nameNodes.values().forEach(service -> service.values().stream()
                .map(address ->
                        new Endpoint(address.getHostString(), settings.bind().port()))
                .filter(endpoint -> !endpoints.contains(endpoint))
                .forEach(endpoints::add));
        return endpoints;
    }

    private void startWhenKnown(DataNode dataNode) {
        try {
            HdfsPluginSettings settings = HdfsPluginSettings.from(getConf());
            String host = settings.agentHost().orElse("");
            while (host.isEmpty()) {
                DatanodeID id = dataNode.getDatanodeId();
                host = id == null || id.getHostName() == null ? "" : id.getHostName();
                if (host.isEmpty()) {
                    Thread.sleep(LOOK_EVERY_MILLIS);
                }
            }
            List<Endpoint> endpoints = controllers(settings, DFSUtil.getNNServiceRpcAddressesForCluster(getConf()));
            Credentials credentials = Options.ofFile(
                    "fairlead.agent.token.file and fairlead.tls",
                    () -> Credentials.of(
                            settings.agentTokenFile(), settings.tls(), settings.tokenInClear(), TimeSource.SYSTEM));
            AgentSettings agentSettings =
                    AgentSettings.of(host, endpoints, credentials).interval(settings.heartbeat());
            synchronized (this) {
                if (!stopped) {
                    endWhatRuns(); // of an attempt that an Error ended
                    agent = Agent.start(agentSettings, TimeSource.SYSTEM);
                    log.warn(
                            "Fairlead is on: the counters of {} are reported to {} every {} ms",
                            host,
                            endpoints.stream().map(Endpoint::toString).collect(Collectors.joining(",")),
                            settings.heartbeat().toMillis());
                    followPaths(host, endpoints, credentials, settings);
                }
            }
        } catch (InterruptedException e) {
            log.debug("Stopped before the DataNode was up");
        } catch (IllegalArgumentException | InvalidFileException | IOException e) {
            off(e.getMessage());
        } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
            off("it could not be started: " + e);
            log.info("Why Fairlead could not be started", e);
        }
    }

    /** What goes wrong here leaves paths to the network; the agent goes on. Under this object's lock. */
    private void followPaths(
            String host, List<Endpoint> controllers, Credentials credentials, HdfsPluginSettings settings) {
        if (settings.pathDriverFile().isEmpty()) {
            return;
        }
        Path driver = settings.pathDriverFile().get();
        try {
            Path topology = settings.topologyFile()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "fairlead.topology.file: missing; fairlead.path.driver.file needs it"));
            follower = PathFollower.start(
                    host, TopologyFile.read(topology), controllers, credentials, driver, TimeSource.SYSTEM);
            log.warn("{} sends over the paths that controllers plan, by {}", host, driver);
        } catch (IllegalArgumentException | InvalidFileException | IOException e) {
            log.warn("Paths are left to the network: {}", e.getMessage());
        } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
            log.warn("Paths are left to the network: {}", e.toString());
            log.info("Why paths are left to the network", e);
        }
    }

    private void off(String why) {
        log.warn("Fairlead is off, this DataNode's counters are not reported: {}", why);
    }
}
