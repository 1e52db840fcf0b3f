// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.contender;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.testbed.network.tcp.MultipathTcp;

/**
 * A named set of configuration and jars under which the same work is measured. Whatever it does not mention has the stock
 * default.
 *
 * @param sockets what its processes open where they ask for one of TCP
 * @param input where its jobs read what steps generated
 * @param hdfs hdfs-site values of NameNode, DataNodes and clients
 * @param core core-site values of the same and of Spark's Hadoop configuration
 * @param spark configuration of Spark applications
 * @param jars per {@code hdfs} and {@code spark}: jars on the class path of its processes
 * @param jvm per kind of process: more JVM options
 * @param applications named Spark applications that run with what another contender has for Spark: its configuration, jars and JVM
 *     options; the others run with this one's
 */
public record Contender(
        String name,
        String description,
        Traffic traffic,
        Sockets sockets,
        Input input,
        Map<String, String> hdfs,
        Map<String, String> core,
        Map<String, String> spark,
        Map<Engine, List<Path>> jars,
        Map<Role, List<String>> jvm,
        Map<String, Contender> applications) {

    private static final Map<String, String> FAIR_POOLS = Map.of("spark.scheduler.mode", "FAIR");
    /** Known to nobody: applications that differ are not shared. */
    private static final String APART = "spark.testbed.apart";

    /** Whether the scenario's traffic crosses the measured network. */
    public enum Traffic {
        REAL,
        /** It runs between decoy hosts: the same processor cost, no load. */
        DECOY
    }

    /** What a process opens where it asks for a socket of TCP. */
    public enum Sockets {
        TCP,
        /** One of Multipath TCP, which speaks TCP with whoever does not know it. */
        MPTCP
    }

    /** Where jobs read what steps generated. */
    public enum Input {
        /** Where the step stores it: in HDFS or in the object store. */
        STORED,
        /** In the files of this machine from which it was stored: no byte crosses a link, and no DataNode and no store gives it. */
        LOCAL
    }

    /** What a jar is for. */
    public enum Engine {
        HDFS,
        SPARK
    }

    /** A kind of process with JVM options of its own. */
    public enum Role {
        NAMENODE,
        DATANODE,
        DRIVER,
        EXECUTOR
    }

    /** What decides whether two contenders can share one running HDFS. */
    public record HdfsKey(
            Sockets sockets,
            Map<String, String> hdfs,
            Map<String, String> core,
            List<Path> jars,
            List<String> nameNodeJvm,
            List<String> dataNodeJvm) {}

    /** What decides whether two contenders can share one running Spark application of a name. */
    public record SparkKey(
            HdfsKey hdfs,
            String application,
            Input input,
            Map<String, String> spark,
            List<Path> jars,
            List<String> driverJvm,
            List<String> executorJvm) {}

    public Contender {
        hdfs = ordered(hdfs);
        core = ordered(core);
        spark = ordered(spark);
        jars = Map.copyOf(jars);
        jvm = Map.copyOf(jvm);
        applications = Map.copyOf(applications);
    }

    /** The contender that changes nothing. */
    public static Contender stock() {
        return new Contender(
                "stock",
                "",
                Traffic.REAL,
                Sockets.TCP,
                Input.STORED,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of());
    }

    /** The same under another name. */
    public Contender named(String other) {
        return new Contender(other, description, traffic, sockets, input, hdfs, core, spark, jars, jvm, applications);
    }

    /** The same with these hdfs-site values in place of its own. */
    public Contender withHdfs(Map<String, String> values) {
        return new Contender(name, description, traffic, sockets, input, values, core, spark, jars, jvm, applications);
    }

    /** The same with this configuration of Spark in place of its own. */
    public Contender withSpark(Map<String, String> values) {
        return new Contender(name, description, traffic, sockets, input, hdfs, core, values, jars, jvm, applications);
    }

    /** The same with these jars for Spark in place of its own. */
    public Contender withSparkJars(List<Path> paths) {
        Map<Engine, List<Path>> all = Map.of(Engine.HDFS, jars(Engine.HDFS), Engine.SPARK, paths);
        return new Contender(name, description, traffic, sockets, input, hdfs, core, spark, all, jvm, applications);
    }

    private Contender withApplications(Map<String, Contender> others) {
        return new Contender(name, description, traffic, sockets, input, hdfs, core, spark, jars, jvm, others);
    }

    /** The same with values for Spark where it has none of its own. */
    public Contender withSparkDefaults(Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        values.putAll(spark);
        Map<String, Contender> others = new LinkedHashMap<>();
        applications.forEach((application, other) -> others.put(application, other.withSparkDefaults(defaults)));
        return withSpark(values).withApplications(others);
    }

    /**
     * What one of its Spark applications runs with.
     *
     * @param application empty for the one without a name; one with a name serves its jobs in fair pools unless the contender says
     *     otherwise
     */
    public Contender forApplication(String application) {
        if (application.isEmpty()) {
            return this;
        }
        Contender like = applications.getOrDefault(application, this).withSparkDefaults(FAIR_POOLS);
        Map<Role, List<String>> ownJvm = Map.of(
                Role.NAMENODE, jvm(Role.NAMENODE),
                Role.DATANODE, jvm(Role.DATANODE),
                Role.DRIVER, like.jvm(Role.DRIVER),
                Role.EXECUTOR, like.jvm(Role.EXECUTOR));
        return new Contender(name, description, traffic, sockets, input, hdfs, core, spark, jars, ownJvm, Map.of())
                .withSpark(like.spark())
                .withSparkJars(like.jars(Engine.SPARK));
    }

    /** The same under another name, in Spark applications of its own. */
    public Contender apart(String otherName) {
        return withSparkDefaults(Map.of(APART, otherName)).named(otherName);
    }

    /** Whether hosts have to be set up for Multipath TCP. */
    public boolean usesMultipathTcp() {
        return sockets == Sockets.MPTCP;
    }

    /** Whether its jobs read what steps generated from files of this machine. */
    public boolean readsLocalInput() {
        return input == Input.LOCAL;
    }

    /** Environment variables of all its processes. */
    public Map<String, String> environment() {
        return usesMultipathTcp() ? MultipathTcp.environment() : Map.of();
    }

    /** What this machine lacks to run it, in a sentence. */
    public Optional<String> missing() {
        return usesMultipathTcp() ? MultipathTcp.missing() : Optional.empty();
    }

    public List<Path> jars(Engine engine) {
        return jars.getOrDefault(engine, List.of());
    }

    public List<String> jvm(Role process) {
        return jvm.getOrDefault(process, List.of());
    }

    /** Whether one of its Spark applications refers to something that the testbed gives. */
    public boolean sparkRefersTo(String fact) {
        return spark.values().stream().anyMatch(value -> value.contains("${" + fact + "}"))
                || applications.values().stream().anyMatch(other -> other.sparkRefersTo(fact));
    }

    /** Whether its DataNodes have hosts send over planned paths. */
    public boolean dataNodesKeepPaths() {
        return hdfs.values().stream().anyMatch(value -> value.contains("${testbed.datanode.paths.file}"));
    }

    public HdfsKey hdfsKey() {
        return new HdfsKey(sockets, hdfs, core, jars(Engine.HDFS), jvm(Role.NAMENODE), jvm(Role.DATANODE));
    }

    /** @param application see {@link #forApplication} */
    public SparkKey sparkKey(String application) {
        Contender like = forApplication(application);
        return new SparkKey(
                hdfsKey(),
                application,
                input,
                like.spark(),
                like.jars(Engine.SPARK),
                like.jvm(Role.DRIVER),
                like.jvm(Role.EXECUTOR));
    }

    private static Map<String, String> ordered(Map<String, String> values) {
        return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
