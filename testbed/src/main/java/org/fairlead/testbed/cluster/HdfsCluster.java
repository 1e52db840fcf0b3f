// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.Contender.Engine;
import org.fairlead.testbed.cluster.contender.Contender.Role;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.process.Daemon;
import org.fairlead.testbed.cluster.process.JavaCommand;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/**
 * One running HDFS: a NameNode and a DataNode per host, each in its host's network. Several stand side by side on the same
 * hosts, one for each configuration that is compared.
 */
public final class HdfsCluster implements AutoCloseable {
    private static final int POLL_MILLIS = 300;
    private static final int FORMAT_SECONDS = 60;
    private static final Pattern FACT = Pattern.compile("\\$\\{(testbed\\.[^}]*)}");

    private final ClusterSite site;
    private final HdfsConfiguration configuration;
    private final HdfsPorts ports;
    private final HdfsSettings settings;
    private final Contender contender;
    private final Path directory;
    private final List<Daemon> daemons = new ArrayList<>();
    private final Map<String, Path> dataNodeLogs = new LinkedHashMap<>();

    private HdfsCluster(ClusterSite site, Contender contender, int index, HdfsSettings settings) {
        this.site = site;
        this.contender = contender;
        this.settings = settings;
        this.ports = new HdfsPorts(index);
        this.configuration = new HdfsConfiguration(site, contender, ports, settings);
        this.directory = site.directory().resolve("hdfs-" + index);
    }

    /**
     * Formats, and starts every process without waiting for it; {@link #awaitReady} waits. Whatever was started is stopped
     * again when a start fails.
     *
     * @param index which HDFS of the run this is, from 0; decides its ports and its directory
     */
    public static HdfsCluster start(ClusterSite site, Contender contender, int index, HdfsSettings settings) {
        HdfsCluster cluster = new HdfsCluster(site, contender, index, settings);
        try {
            cluster.launch();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Another HDFS may have run in this directory, whose blocks no DataNode of this one takes. */
    private void deleteBlocks(String host) {
        try {
            TestbedDirectory.deleteTree(site.dataDirectory(host, directory));
        } catch (IOException e) {
            throw new UncheckedIOException("blocks of an HDFS that made room: " + e.getMessage(), e);
        }
    }

    private void launch() {
        String conf = site.directory().relativize(directory.resolve("conf")) + "/";
        site.rackTable();
        site.write(conf + "core-site.xml", SiteFile.text(configuration.core(directory)));
        site.write(conf + "hdfs-site.xml", SiteFile.text(configuration.hdfs(directory)));
        site.write(conf + "log4j.properties", HdfsConfiguration.logging());
        String nameNode = site.layout().nameNode();
        site.layout().dataNodes().forEach(this::deleteBlocks);
        Daemon format = start(
                "format",
                nameNode,
                java(Role.NAMENODE, settings.nameNodeHeapMebibytes()),
                NAMENODE,
                List.of("-format", "-force", "-nonInteractive"));
        format.awaitSuccess(FORMAT_SECONDS);
        daemons.add(start(
                "namenode", nameNode, java(Role.NAMENODE, settings.nameNodeHeapMebibytes()), NAMENODE, List.of()));
        for (String host : site.layout().dataNodes()) {
            List<String> arguments = new ArrayList<>();
            configuration
                    .dataNode(host, directory)
                    .forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
            Daemon dataNode = start(
                    "datanode-" + host,
                    host,
                    java(Role.DATANODE, settings.dataNodeHeapMebibytes()),
                    "org.apache.hadoop.hdfs.server.datanode.DataNode",
                    arguments);
            daemons.add(dataNode);
            dataNodeLogs.put(host, dataNode.log());
        }
    }

    private static final String NAMENODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";

    private JavaCommand java(Role process, int heapMebibytes) {
        return new JavaCommand()
                .options(JavaCommand.SMALL)
                .heap(heapMebibytes)
                .options(site.engines().hadoopOptions())
                .options(HadoopJvm.options(site))
                .options(contender.jvm(process))
                .classpath(classpath());
    }

    /** The jars stand first and in a fixed order, as a class archive wants them. */
    private List<Path> classpath() {
        List<Path> entries = new ArrayList<>(site.engines().hadoop());
        entries.addAll(contender.jars(Engine.HDFS));
        entries.add(configurationDirectory());
        return entries;
    }

    private Daemon start(String name, String host, JavaCommand java, String main, List<String> arguments) {
        Map<String, String> environment = new LinkedHashMap<>(contender.environment());
        environment.put("HADOOP_HOME", directory.toString());
        return Daemon.start(
                name,
                site.hosts().commandOn(host, java.main(main, arguments)),
                environment,
                directory.resolve("logs").resolve(name + ".log"));
    }

    /**
     * Waits until every DataNode can take blocks and the NameNode accepts writes.
     *
     * @throws ClusterException when a process ends or the time is over; names it and quotes its log
     */
    public HdfsCluster awaitReady() {
        long deadline = System.nanoTime() + settings.startTimeout().toNanos();
        int wanted = site.layout().dataNodes().size();
        NameNodeStatus last = new NameNodeStatus(0, true);
        while (System.nanoTime() < deadline) {
            daemons.forEach(Daemon::requireAlive);
            Optional<NameNodeStatus> now = status();
            if (now.isPresent()) {
                last = now.get();
                if (last.usableDataNodes() == wanted && !last.safeMode()) {
                    return this;
                }
            }
            pause();
        }
        throw daemons.get(0)
                .failure("HDFS of contender " + contender.name() + " is not ready after "
                        + settings.startTimeout().toSeconds() + " s: " + last.usableDataNodes() + " of " + wanted
                        + " DataNodes"
                        + (last.safeMode() ? ", in safe mode" : ""));
    }

    public Daemon nameNode() {
        return daemons.get(0);
    }

    /** The DataNode of a host. */
    public Daemon dataNode(String host) {
        return daemons.get(1 + site.layout().dataNodes().indexOf(host));
    }

    /** Whether the NameNode accepts writes, knows every DataNode, and each of them listens: it may be a new start of it. */
    public boolean isReady() {
        return site.layout().dataNodes().stream().allMatch(this::listens)
                && status().filter(now -> !now.safeMode()
                                && now.usableDataNodes()
                                        == site.layout().dataNodes().size())
                        .isPresent();
    }

    private boolean listens(String host) {
        try {
            return site.hosts().callOn(host, () -> {
                try (Socket socket = new Socket()) {
                    socket.connect(
                            new InetSocketAddress(site.hosts().address(host), ports.dataNodeData()), POLL_MILLIS);
                    return true;
                } catch (IOException e) {
                    return false;
                }
            });
        } catch (Exception e) {
            throw new ClusterException(host + " cannot be entered: " + e.getMessage(), e);
        }
    }

    /** @throws ClusterException when a process of this HDFS has ended */
    public void requireAlive() {
        daemons.forEach(Daemon::requireAlive);
    }

    /** Empty while the NameNode's web server does not answer. */
    private Optional<NameNodeStatus> status() {
        try {
            return site.hosts().callOn(site.layout().nameNode(), () -> {
                try {
                    return Optional.of(NameNodeStatus.read(configuration.nameNodeAddress(), ports.nameNodeHttp()));
                } catch (IOException e) {
                    return Optional.empty();
                }
            });
        } catch (Exception e) {
            throw new ClusterException("the NameNode's host cannot be entered: " + e.getMessage(), e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while waiting for HDFS", e);
        }
    }

    /** What {@code fsck} says about a directory: complete, its last line says whether it is healthy. */
    public String fsck(String path) {
        try {
            return site.hosts()
                    .callOn(
                            site.layout().nameNode(),
                            () -> NameNodeStatus.fsck(configuration.nameNodeAddress(), ports.nameNodeHttp(), path));
        } catch (Exception e) {
            throw new ClusterException("fsck of " + path + " failed: " + e.getMessage(), e);
        }
    }

    /** Where the controller inside the NameNode listens; empty when the contender has none. */
    public Optional<Endpoint> controller() {
        return configuration.controller();
    }

    /**
     * From which port flows are sent that a contender's driver of paths is to take for shuffled: the last of those that it is told of, which no application gets as long as fewer run at a
     * time.
     */
    public int flowPort() {
        return ports.lastShuffle();
    }

    /** By which port of a DataNode blocks are read, as drivers of networks are told. */
    public String blockReads() {
        return "own " + ports.dataNodeData();
    }

    /** What drivers of paths beside it are told. */
    PathDriverFiles pathDriverFiles(String name) {
        return new PathDriverFiles(site, ports, name);
    }

    /**
     * A contender's value for Spark, which unlike Hadoop does not resolve what refers to the testbed.
     *
     * @throws ClusterException when it refers to what the testbed does not tell
     */
    String resolved(String value) {
        Map<String, String> facts = configuration.facts();
        return FACT.matcher(value).replaceAll(found -> {
            String fact = facts.get(found.group(1));
            if (fact == null) {
                throw new ClusterException("contender " + contender.name() + ": nothing is known of '" + found.group()
                        + "'; accepted: " + String.join(", ", facts.keySet()));
            }
            return Matcher.quoteReplacement(fact);
        });
    }

    /** {@code hdfs://address:port}. */
    public String uri() {
        return configuration.uri();
    }

    /** The directory with core-site.xml and hdfs-site.xml, for clients. */
    public Path configurationDirectory() {
        return directory.resolve("conf");
    }

    /** What clients configure, Spark's among them: the contender's values and the rack mapping. */
    public Map<String, String> clientConfiguration() {
        Map<String, String> values = new LinkedHashMap<>(configuration.core(directory));
        values.remove("hadoop.tmp.dir");
        values.putAll(contender.hdfs());
        values.put("dfs.blocksize", Long.toString(settings.blockBytes()));
        values.putAll(contender.hdfs());
        return values;
    }

    /** Log of each DataNode by host; its {@code clienttrace} records time every block. */
    public Map<String, Path> dataNodeLogs() {
        return Map.copyOf(dataNodeLogs);
    }

    @Override
    public void close() {
        Daemon.kill(daemons);
        daemons.clear();
    }
}
