// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * Decides the site files of one HDFS: stock defaults, then what a testbed cannot do without, then the contender's values,
 * which win.
 */
final class HdfsConfiguration {
    /** A contender that has this key runs a controller inside its NameNode. */
    private static final String CONTROLLER_KEY = "fairlead.controller.bind";

    private final ClusterSite site;
    private final Contender contender;
    private final HdfsPorts ports;
    private final HdfsSettings settings;

    HdfsConfiguration(ClusterSite site, Contender contender, HdfsPorts ports, HdfsSettings settings) {
        this.site = site;
        this.contender = contender;
        this.ports = ports;
        this.settings = settings;
    }

    /** Addresses, not names: clients outside the cluster's processes have no resolver either. */
    String uri() {
        return "hdfs://" + nameNodeAddress() + ":" + ports.nameNodeRpc();
    }

    String nameNodeAddress() {
        return site.hosts().address(site.layout().nameNode());
    }

    Map<String, String> core(Path directory) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("fs.defaultFS", uri());
        values.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
        values.putAll(racks(site));
        values.putAll(contender.core());
        return values;
    }

    /** Rack mapping for anything that reads a Hadoop configuration. */
    static Map<String, String> racks(ClusterSite site) {
        return Map.of(
                "net.topology.node.switch.mapping.impl",
                "org.apache.hadoop.net.TableMapping",
                "net.topology.table.file.name",
                site.directory().resolve("racks").toString());
    }

    Map<String, String> hdfs(Path directory) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("dfs.namenode.name.dir", "file://" + directory.resolve("name"));
        values.put("dfs.namenode.rpc-address", nameNodeAddress() + ":" + ports.nameNodeRpc());
        values.put("dfs.namenode.http-address", nameNodeAddress() + ":" + ports.nameNodeHttp());
        values.put("dfs.blocksize", Long.toString(settings.blockBytes()));
        values.put("dfs.namenode.fs-limits.min-block-size", Long.toString(HdfsSettings.LEAST_BLOCK_BYTES));
        // The cluster is empty when it starts: nothing to wait for.
        values.put("dfs.namenode.safemode.extension", "0");
        values.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        if (contender.hdfs().values().stream().anyMatch(value -> value.contains("${testbed."))) {
            values.putAll(facts());
        }
        values.putAll(contender.hdfs());
        return values;
    }

    /** What a contender's values may refer to as {@code ${name}}; docs/contenders.md lists them. */
    Map<String, String> facts() {
        TelemetryFiles files = new TelemetryFiles(site.directory());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("testbed.namenode.address", nameNodeAddress());
        facts.put("testbed.controller.port", Integer.toString(ports.controller()));
        for (ControllerKind kind : ControllerKind.values()) {
            facts.put(kind.fact(), site.ownController(kind).toString());
        }
        facts.put("testbed.topology.file", files.topology().toString());
        facts.put("testbed.token.file", files.acceptedTokens().toString());
        facts.put("testbed.namenode.token.file", files.nameNodeToken().toString());
        facts.put("testbed.application.token.file", files.applicationToken().toString());
        facts.put("testbed.forecast.file", files.forecast().toString());
        facts.put("testbed.shuffle.port", Integer.toString(ports.firstShuffle()));
        facts.put("testbed.memory.directory", site.memoryDirectory().toString());
        facts.put("testbed.heartbeat", settings.heartbeat().toMillis() + "ms");
        return facts;
    }

    /** Where the contender's controller listens; empty when it has none. */
    Optional<Endpoint> controller() {
        return contender.hdfs().containsKey(CONTROLLER_KEY)
                ? Optional.of(new Endpoint(nameNodeAddress(), ports.controller()))
                : Optional.empty();
    }

    /** What differs from DataNode to DataNode, given on its command line. */
    Map<String, String> dataNode(String host, Path directory) {
        String address = site.hosts().address(host);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("dfs.datanode.data.dir", "file://" + site.dataDirectory(host, directory));
        values.put("dfs.datanode.address", address + ":" + ports.dataNodeData());
        values.put("dfs.datanode.ipc.address", address + ":" + ports.dataNodeIpc());
        values.put("dfs.datanode.http.address", address + ":" + ports.dataNodeHttp());
        values.put("dfs.datanode.hostname", host);
        values.put(
                "testbed.datanode.token.file",
                new TelemetryFiles(site.directory()).agentToken(host).toString());
        if (contender.dataNodesKeepPaths()) {
            values.put(
                    PathDriverFiles.FACT,
                    new PathDriverFiles(site, ports, Integer.toString(ports.index()))
                            .write(host)
                            .toString());
        }
        return values;
    }

    /** One line an event; DataNodes also log when each block was written and read, which is what is measured. */
    static String logging() {
        return """
                log4j.rootLogger=INFO,E
                log4j.appender.E=org.apache.log4j.ConsoleAppender
                log4j.appender.E.target=System.err
                log4j.appender.E.layout=org.apache.log4j.PatternLayout
                log4j.appender.E.layout.ConversionPattern=%d{HH:mm:ss.SSS} %-5p %c{1}: %m%n
                log4j.logger.org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace=DEBUG
                log4j.logger.org.apache.hadoop.hdfs.server.namenode.FSNamesystem.audit=WARN
                log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
                """;
    }
}
