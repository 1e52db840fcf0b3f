package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A named set of configuration and jars under which the same work is measured. Whatever it does not mention has the stock
 * default.
 *
 * @param hdfs hdfs-site values of NameNode, DataNodes and clients
 * @param core core-site values of the same and of Spark's Hadoop configuration
 * @param spark configuration of Spark applications
 * @param jars per {@code hdfs} and {@code spark}: jars on the class path of its processes
 * @param jvm per kind of process: more JVM options
 */
public record Contender(
        String name,
        String description,
        Traffic traffic,
        Map<String, String> hdfs,
        Map<String, String> core,
        Map<String, String> spark,
        Map<Engine, List<Path>> jars,
        Map<Role, List<String>> jvm) {

    /** Whether the scenario's traffic crosses the measured network. */
    public enum Traffic {
        REAL,
        /** It runs between decoy hosts: the same processor cost, no load. */
        DECOY
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
            Map<String, String> hdfs,
            Map<String, String> core,
            List<Path> jars,
            List<String> nameNodeJvm,
            List<String> dataNodeJvm) {}

    /** What decides whether two contenders can share one running Spark application. */
    public record SparkKey(
            HdfsKey hdfs,
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
    }

    /** The contender that changes nothing. */
    public static Contender stock() {
        return new Contender("stock", "", Traffic.REAL, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** The same with values for Spark where it has none of its own. */
    public Contender withSparkDefaults(Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        values.putAll(spark);
        return new Contender(name, description, traffic, hdfs, core, values, jars, jvm);
    }

    public List<Path> jars(Engine engine) {
        return jars.getOrDefault(engine, List.of());
    }

    public List<String> jvm(Role process) {
        return jvm.getOrDefault(process, List.of());
    }

    public HdfsKey hdfsKey() {
        return new HdfsKey(hdfs, core, jars(Engine.HDFS), jvm(Role.NAMENODE), jvm(Role.DATANODE));
    }

    public SparkKey sparkKey() {
        return new SparkKey(hdfsKey(), spark, jars(Engine.SPARK), jvm(Role.DRIVER), jvm(Role.EXECUTOR));
    }

    private static Map<String, String> ordered(Map<String, String> values) {
        return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
