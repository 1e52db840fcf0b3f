// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.Contender.Engine;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.process.Daemon;
import org.fairlead.testbed.cluster.process.JavaCommand;
import org.fairlead.testbed.cluster.process.JsonProcess;
import org.fairlead.testbed.disk.MemoryDirectory;

/**
 * Spark's standalone master and workers, each in its host's network. One for all contenders: what they vary is the
 * configuration of the applications.
 */
public final class SparkCluster implements AutoCloseable {
    private static final int MASTER_PORT = 7077;
    /** Where the master shows its page. */
    public static final int MASTER_WEB_PORT = 8080;
    /** Where an application shows its page; others of the same driver's host take the next ports. */
    public static final int APPLICATION_WEB_PORT = 4040;

    private static final int DAEMON_HEAP_MEBIBYTES = 96;
    private static final int POLL_MILLIS = 300;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final ClusterSite site;
    private final SparkSettings settings;
    private final Map<String, String> hadoop;
    private final Path directory;
    private final List<Daemon> daemons = new ArrayList<>();
    /** Hosts whose workers are stopped. */
    private final Set<String> stopped = new HashSet<>();

    private Optional<MemoryDirectory> memory = Optional.empty();

    private SparkCluster(ClusterSite site, SparkSettings settings, Map<String, String> hadoop) {
        this.site = site;
        this.settings = settings;
        this.hadoop = Map.copyOf(hadoop);
        this.directory = site.directory().resolve("spark");
    }

    /** Starts every process without waiting; {@link #awaitReady} waits. */
    public static SparkCluster start(ClusterSite site, SparkSettings settings) {
        return start(site, settings, Map.of());
    }

    /**
     * The same.
     *
     * @param hadoop configuration of Hadoop for all applications, such as an object store's place
     */
    public static SparkCluster start(ClusterSite site, SparkSettings settings, Map<String, String> hadoop) {
        SparkCluster cluster = new SparkCluster(site, settings, hadoop);
        try {
            cluster.launch();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void launch() {
        try {
            memory = Optional.of(MemoryDirectory.mount(site.memoryDirectory()));
        } catch (IOException e) {
            throw new ClusterException("no directory in memory for Spark: " + e.getMessage(), e);
        }
        site.write("spark/log4j2.properties", LOGGING);
        String master = site.layout().sparkMaster();
        daemons.add(start(
                "master",
                master,
                "org.apache.spark.deploy.master.Master",
                List.of("--host", master, "--port", "" + MASTER_PORT, "--webui-port", "" + MASTER_WEB_PORT)));
        for (String host : site.layout().workers()) {
            daemons.add(start(
                    "worker-" + host,
                    host,
                    "org.apache.spark.deploy.worker.Worker",
                    List.of(
                            "--host",
                            host,
                            "--cores",
                            "" + settings.coresPerWorker(),
                            "--memory",
                            settings.coresPerWorker() * settings.executorMebibytes() + "M",
                            "--work-dir",
                            directory.resolve("work-" + host).toString(),
                            masterUrl())));
        }
    }

    private Daemon start(String name, String host, String main, List<String> arguments) {
        List<String> command = new JavaCommand()
                .options(JavaCommand.SMALL)
                .heap(DAEMON_HEAP_MEBIBYTES)
                .options(jvmOptions())
                .classpath(site.engines().classpath().spark())
                .main(main, arguments);
        return Daemon.start(
                name,
                site.hosts().commandOn(host, command),
                environment(host),
                directory.resolve("logs").resolve(name + ".log"));
    }

    /** What every JVM of Spark gets; without heap, which Spark sets itself where it starts one. */
    private List<String> jvmOptions() {
        return Stream.of(
                        SparkJvm.MODULE_OPTIONS,
                        HadoopJvm.options(site),
                        List.of("-Dlog4j2.configurationFile=" + directory.resolve("log4j2.properties")))
                .flatMap(List::stream)
                .toList();
    }

    private Map<String, String> environment(String host) {
        return Map.of(
                "SPARK_HOME",
                site.engines().classpath().sparkHome().toString(),
                // Or its launcher looks for the directories of a source tree.
                "SPARK_SCALA_VERSION",
                Versions.SCALA,
                // A directory that does not exist: a file of the user's must not change what is measured.
                "SPARK_CONF_DIR",
                directory.resolve("no-conf").toString(),
                "SPARK_LOCAL_HOSTNAME",
                host,
                "SPARK_LOCAL_DIRS",
                site.disk(host).orElse(directory).resolve("local-" + host).toString(),
                "JAVA_HOME",
                System.getProperty("java.home"));
    }

    private Map<String, String> driverEnvironment(Contender contender) {
        Map<String, String> variables =
                new LinkedHashMap<>(environment(site.layout().driver()));
        variables.putAll(contender.environment());
        return variables;
    }

    public String masterUrl() {
        return "spark://" + site.layout().sparkMaster() + ":" + MASTER_PORT;
    }

    /** Waits until every worker is registered. */
    public SparkCluster awaitReady() {
        long deadline = System.nanoTime() + settings.startTimeout().toNanos();
        int wanted = workers();
        int alive = 0;
        while (System.nanoTime() < deadline) {
            requireAlive();
            alive = aliveWorkers();
            if (alive == wanted) {
                return this;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted while waiting for Spark", e);
            }
        }
        throw daemons.get(0)
                .failure("Spark is not ready after " + settings.startTimeout().toSeconds() + " s: " + alive + " of "
                        + wanted + " workers");
    }

    private int aliveWorkers() {
        String master = site.layout().sparkMaster();
        URI uri = URI.create("http://" + site.hosts().address(master) + ":" + MASTER_WEB_PORT + "/json/");
        try {
            return site.hosts().callOn(master, () -> {
                try {
                    HttpURLConnection connection =
                            (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
                    connection.setConnectTimeout(TIMEOUT_MILLIS);
                    connection.setReadTimeout(TIMEOUT_MILLIS);
                    try (var in = connection.getInputStream()) {
                        return new ObjectMapper()
                                .readTree(in)
                                .path("aliveworkers")
                                .asInt();
                    }
                } catch (IOException e) {
                    return 0;
                }
            });
        } catch (Exception e) {
            throw new ClusterException("the master's host cannot be entered: " + e.getMessage(), e);
        }
    }

    /** The worker of a host; its executors are its processes, too. */
    public Daemon worker(String host) {
        return daemons.get(1 + site.layout().workers().indexOf(host));
    }

    /** @throws ClusterException when the master or a worker has ended */
    public void requireAlive() {
        daemons.get(0).requireAlive();
        for (String host : site.layout().workers()) {
            if (!stopped.contains(host)) {
                worker(host).requireAlive();
            }
        }
    }

    /** How many there are that are not stopped. */
    private int workers() {
        return site.layout().workers().size() - stopped.size();
    }

    /** Kills a host's worker and waits until the master knows: applications that start from then on have no executor there. */
    public void stopWorker(String host) {
        stopped.add(host);
        worker(host).close();
        awaitReady();
    }

    /** Starts a host's worker that was stopped, and waits until it is registered. */
    public void startWorker(String host) {
        worker(host).startAgain(command -> command);
        stopped.remove(host);
        awaitReady();
    }

    /**
     * Configuration of an application on this cluster: what the testbed must set, then the contender's values, which win
     * except where they would break the testbed.
     */
    public Map<String, String> applicationConfiguration(Contender contender, HdfsCluster hdfs) {
        Map<String, String> values = new LinkedHashMap<>();
        hadoop.forEach((key, value) -> values.put("spark.hadoop." + key, value));
        hdfs.clientConfiguration().forEach((key, value) -> values.put("spark.hadoop." + key, value));
        values.put("spark.master", masterUrl());
        values.put("spark.driver.host", site.layout().driver());
        values.put("spark.executor.memory", settings.executorMebibytes() + "m");
        values.put("spark.executor.cores", "1");
        values.put("spark.ui.port", "" + APPLICATION_WEB_PORT);
        values.put("spark.sql.warehouse.dir", hdfs.uri() + "/warehouse");
        List<Path> jars = contender.jars(Engine.SPARK);
        if (!jars.isEmpty()) {
            values.put("spark.executor.extraClassPath", RuntimeClasspath.joined(jars));
            values.put("spark.driver.extraClassPath", RuntimeClasspath.joined(jars));
        }
        contender.environment().forEach((name, value) -> values.put("spark.executorEnv." + name, value));
        contender.spark().forEach((key, value) -> values.put(key, hdfs.resolved(value)));
        // One executor on each worker.
        int cores = SparkSettings.coresPerExecutor(values) * workers();
        values.putIfAbsent("spark.cores.max", "" + cores);
        List<String> options = new ArrayList<>(SMALL_EXECUTOR);
        options.addAll(HadoopJvm.options(site));
        options.add("-Dlog4j2.configurationFile=" + directory.resolve("log4j2.properties"));
        options.addAll(contender.jvm(Contender.Role.EXECUTOR));
        values.merge(
                "spark.executor.extraJavaOptions", String.join(" ", options), (theirs, ours) -> ours + " " + theirs);
        return values;
    }

    /**
     * The command that runs {@code spark-submit} on the driver's host.
     *
     * @param arguments what follows {@code spark-submit} on a command line: options, jar, the application's arguments
     */
    public SubmitCommand submit(Contender contender, HdfsCluster hdfs, List<String> arguments) {
        Map<String, String> configuration = new LinkedHashMap<>(applicationConfiguration(contender, hdfs));
        List<String> all = new ArrayList<>();
        configuration.remove("spark.driver.extraClassPath");
        configuration.forEach((key, value) -> all.addAll(List.of("--conf", key + "=" + value)));
        all.addAll(arguments);
        List<String> command = driverJava(contender).main("org.apache.spark.deploy.SparkSubmit", all);
        return new SubmitCommand(site.hosts().commandOn(site.layout().driver(), command), driverEnvironment(contender));
    }

    /** A command line with the environment that it needs. */
    public record SubmitCommand(List<String> command, Map<String, String> environment) {}

    /**
     * Runs a submitted application to its end.
     *
     * @param name of its log
     * @return seconds from start to end
     * @throws ClusterException when it fails or takes longer than {@code atMost}
     */
    public double run(SubmitCommand submit, String name, Duration atMost) {
        long start = System.nanoTime();
        Daemon.start(
                        name,
                        submit.command(),
                        submit.environment(),
                        directory.resolve("logs").resolve(name + ".log"))
                .awaitSuccess(atMost.toSeconds());
        return (System.nanoTime() - start) / 1e9;
    }

    /**
     * Starts a driver of ours on the driver's host, which is spoken to by JSON lines; its only argument is the number of
     * executors to wait for.
     *
     * @param index which application of the run this is, from 0; names its log
     * @param mainClass a class of the testbed
     */
    public JsonProcess startDriver(Contender contender, HdfsCluster hdfs, int index, String mainClass) {
        String host = site.layout().driver();
        List<String> command = driverJava(contender)
                .properties(applicationConfiguration(contender, hdfs))
                .property("spark.app.name", "fairlead-" + index)
                .classpath(List.of(TestbedClasses.location()))
                .main(mainClass, List.of("" + workers()));
        return JsonProcess.start(
                "Spark application " + index + " (" + contender.name() + ")",
                site.hosts().commandOn(host, command),
                driverEnvironment(contender),
                directory.resolve("logs/driver-" + index + ".log"));
    }

    private JavaCommand driverJava(Contender contender) {
        return new JavaCommand()
                .options(JavaCommand.SMALL)
                .heap(settings.driverMebibytes())
                .options(jvmOptions())
                .options(contender.jvm(Contender.Role.DRIVER))
                .classpath(site.engines().classpath().spark())
                .classpath(contender.jars(Engine.SPARK));
    }

    ClusterSite site() {
        return site;
    }

    SparkSettings settings() {
        return settings;
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        Daemon.kill(daemons);
        daemons.clear();
        memory.ifPresent(MemoryDirectory::close);
        memory = Optional.empty();
    }

    private static final List<String> SMALL_EXECUTOR =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss512k", "-XX:-UsePerfData");

    private static final String LOGGING = """
            rootLogger.level = info
            rootLogger.appenderRef.stderr.ref = console
            appender.console.type = Console
            appender.console.name = console
            appender.console.target = SYSTEM_ERR
            appender.console.layout.type = PatternLayout
            appender.console.layout.pattern = %d{HH:mm:ss.SSS} %-5p %c{1}: %m%n%ex
            """;
}
