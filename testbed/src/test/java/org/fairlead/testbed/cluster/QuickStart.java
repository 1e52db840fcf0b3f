// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.process.JavaCommand;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/**
 * Runs the blocks of docs/quick-start.md as they stand, each on the hosts that it names, on a stock cluster inside a sandbox. A main
 * class, since a JVM cannot move into a sandbox. Ends with 1 at the first block that fails.
 *
 * <p>What the testbed lacks of a distribution stands in front of the PATH: {@code hdfs} and {@code spark-submit} with the class paths of
 * the testbed, each host with directories of its own; and {@code mvn}, which here only asks whether the jars are built, as they are before
 * tests run.
 */
final class QuickStart {
    private static final Pattern BLOCK =
            Pattern.compile("^```sh on=(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    /** In a canary, whose intervals take 30 stages on either side. */
    private static final int MANY_READS = 80;

    private static final int FEW_READS = 10;

    private final Path directory;
    private final Path repository;
    private final ClusterSite site;
    private final ClusterLayout layout;

    private QuickStart(ClusterSite site, Path repository) {
        this.site = site;
        this.directory = site.directory();
        this.repository = repository;
        this.layout = site.layout();
    }

    /** @param args directory, cache, repository */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path cache = Path.of(args[1]);
        Topology topology =
                ClusterRoles.withServiceHosts(Topologies.tree(new Topology.Builder("quick-start"), 2, 2, 125e6, 1)
                        .build());
        Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
        fabric.bindHostNames(directory.resolve("hosts"));
        RuntimeClasspath classpath = RuntimeClasspath.resolve(Versions.standard(), cache, System.out::println);
        Engines engines = Engines.prepare(classpath, cache, System.out::println);
        ClusterSite site = new ClusterSite(fabric, ClusterRoles.layout(topology, 4), engines, directory, Map.of());
        QuickStart quickStart = new QuickStart(site, Path.of(args[2]));
        quickStart.bringUpStock();
        quickStart.followPage();
        quickStart.showFallBacks();
        System.exit(0);
    }

    private void bringUpStock() throws IOException, InterruptedException {
        writeConfigurations();
        writePrograms();
        run(layout.nameNode(), "hdfs namenode -format -nonInteractive 2>&1 | tail -n 1; hdfs --daemon start namenode");
        for (String host : layout.dataNodes()) {
            run(host, "hdfs --daemon start datanode");
        }
        SparkCluster.start(site, SparkSettings.standard()).awaitReady();
        int hosts = layout.dataNodes().size();
        run(
                layout.driver(),
                "for i in $(seq 60); do hdfs dfsadmin -report -live 2>/dev/null | grep 'Live datanodes (" + hosts
                        + ")' && exit; sleep 1; done; exit 1");
    }

    private void followPage() throws IOException, InterruptedException {
        String page = Files.readString(repository.resolve("docs/quick-start.md"));
        Matcher blocks = BLOCK.matcher(page);
        int found = 0;
        while (blocks.find()) {
            found++;
            int line = 1 + (int) page.substring(0, blocks.start()).lines().count();
            for (String host : hosts(blocks.group(1))) {
                System.out.println("== quick-start.md:" + line + ", on " + host);
                run(host, blocks.group(2));
            }
        }
        long fences = page.lines().filter(line -> line.startsWith("```sh")).count();
        if (found == 0 || found != fences) {
            throw new IllegalStateException(
                    found + " of " + fences + " blocks of the page say on which hosts they run");
        }
    }

    private List<String> hosts(String where) {
        return switch (where) {
            case "build", "driver" -> List.of(layout.driver());
            case "namenode" -> List.of(layout.nameNode());
            case "datanodes" -> layout.dataNodes();
            case "hdfs" ->
                Stream.concat(Stream.of(layout.nameNode()), layout.dataNodes().stream())
                        .toList();
            default ->
                throw new IllegalStateException("on=" + where + "; accepted: build, driver, namenode, datanodes, hdfs");
        };
    }

    /** What the plug-in for Spark says when it does without a controller. */
    private void showFallBacks() throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve("home/spark-submit.log"))) {
            lines.filter(line -> line.contains(" WARN ") && line.contains("no controller"))
                    .forEach(line -> System.out.println("fall-back: " + line));
        }
    }

    private void run(String host, String block) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(site.hosts().commandOn(host, List.of("bash", "-euo", "pipefail", "-c", block)));
        builder.environment().putAll(environment(host));
        builder.environment().put("JOB", job(block));
        builder.directory(repository.toFile());
        int status = builder.inheritIO().start().waitFor();
        if (status != 0) {
            System.out.println("the block ended with status " + status + ":\n" + block);
            logs(host);
            System.exit(1);
        }
    }

    private void logs(String host) throws IOException {
        try (Stream<Path> logs = Files.walk(directory)) {
            for (Path log : logs.filter(file -> file.toString().endsWith(".log"))
                    .filter(file ->
                            file.startsWith(directory.resolve(host)) || file.startsWith(directory.resolve("home")))
                    .toList()) {
                List<String> lines = Files.readAllLines(log);
                System.out.println("-- " + log);
                lines.subList(Math.max(0, lines.size() - 30), lines.size()).forEach(System.out::println);
            }
        }
    }

    private Map<String, String> environment(String host) {
        Path hadoop = directory.resolve(host).resolve("hadoop");
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        variables.put("HOME", directory.resolve("home").toString());
        variables.put("HADOOP_HOME", hadoop.toString());
        variables.put("HADOOP_CONF_DIR", directory.resolve(host).resolve("conf").toString());
        variables.put("SPARK_HOME", site.engines().classpath().sparkHome().toString());
        variables.put("SPARK_SCALA_VERSION", Versions.SCALA);
        variables.put("SPARK_CONF_DIR", directory.resolve("spark-conf").toString());
        variables.put("SPARK_LOCAL_HOSTNAME", host);
        variables.put("SPARK_LOCAL_DIRS", directory.resolve("home/spark-local").toString());
        variables.put("NAMENODE", layout.nameNode());
        variables.put("LINK", "1gbit");
        variables.put("SHARED", directory.resolve("shared").toString());
        return variables;
    }

    private String job(String block) {
        int reads = block.contains("spark.fairlead.mode=canary") ? MANY_READS : FEW_READS;
        return "--class " + QuickStartJob.class.getName() + " " + directory.resolve("job.jar") + " /tmp/job " + reads;
    }

    private void writeConfigurations() throws IOException {
        HdfsConfiguration stock =
                new HdfsConfiguration(site, Contender.stock(), new HdfsPorts(0), HdfsSettings.standard());
        site.rackTable();
        for (String host : layout.racks().keySet()) {
            Path own = directory.resolve(host);
            Files.createDirectories(own.resolve("hadoop/share/hadoop/hdfs/lib"));
            Files.createDirectories(own.resolve("hadoop/logs"));
            Map<String, String> hdfs = new LinkedHashMap<>(stock.hdfs(own));
            hdfs.putAll(stock.dataNode(host, own));
            site.write(host + "/conf/core-site.xml", SiteFile.text(stock.core(own)));
            site.write(host + "/conf/hdfs-site.xml", SiteFile.text(hdfs));
            site.write(host + "/conf/log4j.properties", HdfsConfiguration.logging());
        }
        Files.createDirectories(directory.resolve("shared"));
        Files.createDirectories(directory.resolve("home"));
        ClassArchive.supportJar(directory.resolve("job.jar"), List.of(), QuickStartJob.class);
    }

    private void writePrograms() throws IOException {
        String hadoop = String.join(
                ":", site.engines().hadoop().stream().map(Path::toString).toList());
        List<String> java = new ArrayList<>(List.of(JavaCommand.java(), "-Xmx160m"));
        java.addAll(JavaCommand.SMALL);
        java.addAll(HadoopJvm.options(site));
        program("hdfs", """
                run=$HADOOP_HOME/run
                mkdir -p "$run"
                java() { exec %s -cp "%s:$HADOOP_HOME/share/hadoop/hdfs/lib/*:$HADOOP_CONF_DIR" "$@"; }
                server=org.apache.hadoop.hdfs.server
                case "$1" in
                    --daemon)
                        case "$3" in
                            namenode) main=$server.namenode.NameNode ;;
                            datanode) main=$server.datanode.DataNode ;;
                            *) echo "hdfs: no daemon '$3' here" >&2; exit 2 ;;
                        esac
                        case "$2" in
                            start)
                                (java "$main") < /dev/null >> "$HADOOP_HOME/logs/$3.log" 2>&1 &
                                echo $! > "$run/$3.pid"
                                ;;
                            stop)
                                pid=$(cat "$run/$3.pid")
                                kill "$pid"
                                # Until it is gone, or a zombie: the first process of a sandbox buries nobody.
                                while grep -qs . "/proc/$pid/cmdline"; do sleep 0.2; done
                                ;;
                            *) echo "hdfs: --daemon '$2'; accepted here: start, stop" >&2; exit 2 ;;
                        esac
                        ;;
                    namenode) shift; java $server.namenode.NameNode "$@" ;;
                    dfs) shift; java org.apache.hadoop.fs.FsShell "$@" ;;
                    dfsadmin) shift; java org.apache.hadoop.hdfs.tools.DFSAdmin "$@" ;;
                    fsck) shift; java org.apache.hadoop.hdfs.tools.DFSck "$@" ;;
                    *) echo "hdfs: '$1' is not here" >&2; exit 2 ;;
                esac
                """.formatted(String.join(" ", java), hadoop));
        List<String> options = new ArrayList<>(SparkJvm.MODULE_OPTIONS);
        options.addAll(JavaCommand.SMALL);
        options.addAll(HadoopJvm.options(site));
        options.add("-Dlog4j2.configurationFile=" + directory.resolve("spark/log4j2.properties"));
        String spark = String.join(
                ":",
                site.engines().classpath().spark().stream().map(Path::toString).toList());
        program("spark-submit", """
                exec %s -Xmx512m %s -cp "%s:$HADOOP_CONF_DIR" org.apache.spark.deploy.SparkSubmit "$@" 2>> "$HOME/spark-submit.log"
                """.formatted(JavaCommand.java(), String.join(" ", options), spark));
        site.write("spark-conf/spark-defaults.conf", """
                spark.master spark://%s:7077
                spark.driver.host %s
                spark.executor.memory 512m
                spark.executor.cores 1
                spark.cores.max %d
                spark.executor.extraJavaOptions -XX:+UseSerialGC -XX:TieredStopAtLevel=1 %s
                """.formatted(
                        layout.sparkMaster(),
                        layout.driver(),
                        layout.workers().size(),
                        String.join(" ", HadoopJvm.options(site))));
        program("mvn", """
                for jar in hdfs/target/fairlead-hdfs.jar spark/target/fairlead-spark.jar; do
                    [ -f "$jar" ] || { echo "mvn: $jar is not built" >&2; exit 1; }
                done
                """);
    }

    private void program(String name, String text) {
        Path file = site.write("bin/" + name, "#!/usr/bin/env bash\nset -euo pipefail\n" + text);
        if (!file.toFile().setExecutable(true)) {
            throw new IllegalStateException(file + " cannot be made executable");
        }
    }
}
