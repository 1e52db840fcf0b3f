// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.fairlead.spark.read.PlacedFileSystem;
import org.fairlead.testkit.FreePort;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * The jar as it is shipped, in Spark as it is unpacked, started in the ways in which users start it: a profile of this module runs this. Files
 * lie in HDFS; nothing but the line of the plug-in is ours. Logs stay in {@code target/starts}.
 */
@Timeout(300)
class StartsSmoke {
    private static final Path ALL = Path.of(System.getProperty("starts.directory", "target/starts"));
    private static final Path PLUGIN = Path.of(System.getProperty("starts.plugin", "target/fairlead-spark.jar"))
            .toAbsolutePath();
    private static final Path NOTHING = Path.of("/dev/null");
    private static final String LOCAL_CLUSTER = "local-cluster[2,1,1024]";
    private static final String OURS = PlacedFileSystem.class.getName();
    private static final String HADOOPS = DistributedFileSystem.class.getName();
    private static final int LINES = 20_000;
    private static final int WORDS = 100;
    private static final int ROUNDS = 3;

    private static Distribution distribution;
    private static SmallHadoop hadoop;
    private static Evidence evidence;
    private static String words;
    private static String events;

    private final List<Program> programs = new ArrayList<>();
    private List<Path> earlier;
    private Path home;
    private Map<String, String> environment;
    private Commands commands;

    @BeforeAll
    static void start() throws Exception {
        FileUtil.fullyDelete(ALL.toFile());
        Files.createDirectories(ALL);
        evidence = new Evidence(PLUGIN);
        distribution = Distribution.here();
        hadoop = new SmallHadoop(ALL.toAbsolutePath().resolve("hadoop"));
        events = hadoop.makeDirectory("events");
        words = hadoop.store("words.txt", text().getBytes(StandardCharsets.UTF_8));
    }

    private static String text() {
        return IntStream.range(0, LINES)
                .mapToObj(i -> "word" + i % WORDS + "\n")
                .collect(Collectors.joining());
    }

    @AfterAll
    static void stop() {
        if (hadoop != null) {
            hadoop.close();
        }
        Program.endAllBelow(ALL);
    }

    @BeforeEach
    void prepare(TestInfo test) throws IOException {
        home = Files.createDirectory(
                ALL.toAbsolutePath().resolve(test.getTestMethod().orElseThrow().getName()));
        earlier = hadoop.logs();
        environment = new HashMap<>(distribution.homeIn(home));
        environment.put("HADOOP_CONF_DIR", hadoop.configuration().toString());
        commands = new Commands(home, environment.get("SPARK_HOME"), PLUGIN, events);
    }

    @AfterEach
    void endPrograms() throws InterruptedException {
        Collections.reverse(programs);
        for (Program program : programs) {
            program.close();
        }
    }

    @Test
    void aLocalCluster() throws Exception {
        submit(LOCAL_CLUSTER, List.of(), application(CountWords.class, words, result()))
                .ended();
        assertCounted(OURS);
    }

    /** Of which executors fetch it, too. */
    @Test
    void theJarInHdfs() throws Exception {
        List<String> command =
                commands.of("spark-submit", LOCAL_CLUSTER, List.of(), application(CountWords.class, words, result()));
        command.set(command.indexOf(PLUGIN.toString()), hadoop.store("fairlead-spark.jar", Files.readAllBytes(PLUGIN)));
        run("submit", command).ended();
        assertCounted(HADOOPS);
    }

    @Test
    void aStandaloneClusterWithTheDriverHere() throws Exception {
        submit(standalone(), List.of(), application(CountWords.class, words, result()))
                .ended();
        assertCounted(OURS);
    }

    @Test
    void aStandaloneClusterWithTheDriverThere() throws Exception {
        List<String> there = new ArrayList<>(List.of("--deploy-mode", "cluster"));
        Commands.conf(there, "spark.standalone.submit.waitAppCompletion", "true");
        submit(standalone(), there, application(CountWords.class, words, result()))
                .ended();
        assertCounted(OURS);
    }

    @Test
    void yarnWithTheDriverHere() throws Exception {
        submit("yarn", commands.yarn(), application(CountWords.class, words, result()))
                .ended();
        assertCounted(OURS);
    }

    @Test
    void yarnWithTheDriverThere() throws Exception {
        List<String> there = new ArrayList<>(commands.yarn());
        there.addAll(List.of("--deploy-mode", "cluster"));
        submit("yarn", there, application(CountWords.class, words, result())).ended();
        assertCounted(OURS);
    }

    @Test
    void aServerOfSparkConnect() throws Exception {
        int port = FreePort.next();
        Program server = submit(
                LOCAL_CLUSTER,
                List.of(
                        "--class",
                        "org.apache.spark.sql.connect.service.SparkConnectServer",
                        "--conf",
                        "spark.connect.grpc.binding.address=127.0.0.1",
                        "--conf",
                        "spark.connect.grpc.binding.port=" + port),
                List.of("spark-internal"));
        server.says("(Spark Connect server started)");
        List<String> client =
                new ArrayList<>(List.of(commands.bin("spark-submit"), "--remote", "sc://127.0.0.1:" + port));
        client.addAll(application(AskConnect.class, "127.0.0.1:" + port, words, result()));
        run("client", client).ended();
        server.close();
        assertResult(ROUNDS);
        assertOurs();
    }

    @Test
    void theThriftServer() throws Exception {
        int port = FreePort.next();
        Program server = submit(
                LOCAL_CLUSTER,
                List.of(
                        "--class",
                        "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2",
                        "--conf",
                        "spark.hadoop.hive.server2.thrift.bind.host=127.0.0.1",
                        "--conf",
                        "spark.hadoop.hive.server2.thrift.port=" + port),
                List.of("spark-internal"));
        server.says("(ThriftBinaryCLIService on port)");
        List<String> client = new ArrayList<>(List.of(
                commands.bin("beeline"), "-u", "jdbc:hive2://127.0.0.1:" + port, "-n", "somebody", "--silent=true"));
        client.addAll(List.of("--outputformat=csv2", "--showHeader=false"));
        for (int round = 0; round < ROUNDS; round++) {
            client.addAll(List.of("-e", query()));
        }
        Program beeline = run("client", client).ended();
        server.close();
        assertThat(lines(beeline, "(?:^|> )(word\\d+),(\\d+)$")).isEqualTo(expected(ROUNDS));
        assertOurs();
    }

    @Test
    void theShellForSql() throws Exception {
        String three = String.join(";", Collections.nCopies(ROUNDS, query()));
        Program sql = onALocalCluster("spark-sql", "-e", three).ended();
        assertThat(lines(sql, "^(word\\d+)\t(\\d+)$")).isEqualTo(expected(ROUNDS));
        assertOurs();
    }

    @Test
    void theShellForScala() throws Exception {
        environment.put("ARGUMENTS", words + " " + result());
        run("submit", resource("count_words.scala"), commands.of("spark-shell", LOCAL_CLUSTER, List.of(), List.of()))
                .ended();
        assertResult(2 * ROUNDS);
        assertOurs();
    }

    @Test
    void anApplicationInPython() throws Exception {
        onALocalCluster("spark-submit", resource("count_words.py").toString(), words, result())
                .ended();
        assertResult(2 * ROUNDS);
        assertOurs();
    }

    /** Without any script of Spark's; the plug-in stands in the file of defaults. */
    @Test
    void pythonItself() throws Exception {
        Map<String, String> defaults = commands.settings();
        defaults.put("spark.master", LOCAL_CLUSTER);
        defaults.put("spark.jars", PLUGIN.toString());
        Path file = Files.createDirectory(home.resolve("spark/conf")).resolve("spark-defaults.conf");
        Files.write(
                file,
                defaults.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .toList());
        run("submit", List.of("python3", resource("count_words.py").toString(), words, result()))
                .ended();
        assertResult(2 * ROUNDS);
        assertOurs();
    }

    private static Path resource(String name) throws Exception {
        return Path.of(StartsSmoke.class.getResource("/starts/" + name).toURI());
    }

    /** What a program said in lines of word and count, whatever separates them. */
    private static List<String> lines(Program program, String pattern) throws IOException {
        Pattern line = Pattern.compile(pattern);
        return program.said()
                .lines()
                .map(line::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1) + "," + found.group(2))
                .toList();
    }

    private static String query() {
        return "select value, count(*) from text.`" + words + "` group by value order by value";
    }

    private String standalone() throws Exception {
        Program master = run(
                "master",
                List.of(
                        commands.bin("spark-class"),
                        "org.apache.spark.deploy.master.Master",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--webui-port",
                        "0"));
        String url = master.says("Starting Spark master at (spark://\\S+)");
        for (String host : List.of("127.0.0.1", "127.0.0.2")) {
            Path work = home.resolve("work-" + host);
            run(
                    "worker-" + host,
                    List.of(
                            commands.bin("spark-class"),
                            "org.apache.spark.deploy.worker.Worker",
                            "--host",
                            host,
                            "--webui-port",
                            "0",
                            "--cores",
                            "2",
                            "--memory",
                            "2g",
                            "--work-dir",
                            work.toString(),
                            url));
        }
        return url;
    }

    /** Client mode, on a small cluster of its own. */
    private Program onALocalCluster(String script, String... application) throws IOException {
        return run("submit", commands.of(script, LOCAL_CLUSTER, List.of(), List.of(application)));
    }

    private Program submit(String master, List<String> more, List<String> application) throws IOException {
        return run("submit", commands.of("spark-submit", master, more, application));
    }

    private Program run(String name, List<String> command) throws IOException {
        return run(name, NOTHING, command);
    }

    private Program run(String name, Path input, List<String> command) throws IOException {
        Program program = Program.start(home, name, environment, input, command);
        programs.add(program);
        return program;
    }

    private String result() {
        return home.resolve("result").toString();
    }

    /** What stands behind the options: a jar with the class, and its arguments. */
    private List<String> application(Class<?> main, String... arguments) throws IOException {
        Path jar = ApplicationJar.of(main, home);
        List<String> line = new ArrayList<>(List.of("--class", main.getName(), jar.toString()));
        line.addAll(Arrays.asList(arguments));
        return line;
    }

    private void assertResult(int rounds) throws IOException {
        assertThat(Files.readAllLines(Path.of(result()))).isEqualTo(expected(rounds));
    }

    private static List<String> expected(int rounds) {
        List<String> once = IntStream.range(0, WORDS)
                .mapToObj(word -> "word" + word + "," + LINES / WORDS)
                .sorted()
                .toList();
        return Collections.nCopies(rounds, once).stream().flatMap(List::stream).toList();
    }

    /** @param reader by which tasks have read HDFS */
    private void assertCounted(String reader) throws IOException {
        assertResult(2 * ROUNDS);
        assertThat(Path.of(result() + ".readers")).hasContent(reader);
        assertOurs();
    }

    private void assertOurs() throws IOException {
        evidence.ofDecisions(commands.decisions());
        List<Path> logs = new ArrayList<>(hadoop.logs());
        logs.removeAll(earlier);
        try (Stream<Path> files = Files.walk(home)) {
            files.filter(file -> file.toString().endsWith(".log") || file.endsWith("stderr"))
                    .forEach(logs::add);
        }
        evidence.ofPeace(logs);
    }
}
