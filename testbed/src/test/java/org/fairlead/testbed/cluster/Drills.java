// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TokenFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.machine.MachineStalls;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.workload.ClusterHandles;
import org.fairlead.testbed.workload.RoundResult;
import org.fairlead.testbed.workload.WorkloadRounds;
import org.fairlead.testbed.workload.step.StepList;

/**
 * Breaks parts of a real cluster while it works: a main class, since a JVM cannot move into a sandbox. Prints a line of JSON for each
 * drill: its name, which checks of its round failed, and what decided after the fault, and
 * the share of the time in which the machine stood still.
 */
final class Drills {
    private static final Duration HEARTBEAT = Duration.ofMillis(250);
    private static final int PORT_OF_THE_FIRST = 7501;
    private static final int PORT_OF_THE_SECOND = 7502;
    /** Beside the shipped contender's: two controllers of their own, clients that wait for a NameNode, silence noticed in seconds. */
    private static final Map<String, String> MORE = Map.of(
            "fairlead.controller.embedded", "false",
            "fairlead.controllers", "master:" + PORT_OF_THE_FIRST + ",driver:" + PORT_OF_THE_SECOND,
            "fairlead.token.file", "${testbed.namenode.token.file}",
            "dfs.client.retry.policy.enabled", "true",
            "dfs.namenode.heartbeat.recheck-interval", "2000",
            "dfs.heartbeat.interval", "1");

    private final Fabric fabric;
    private final TelemetryFiles files;
    private final HdfsCluster hdfs;
    private final ClusterHandles handles;
    private final WorkloadRounds workloads;
    private int round;

    private Drills(
            Fabric fabric, TelemetryFiles files, HdfsCluster hdfs, ClusterHandles handles, WorkloadRounds workloads) {
        this.fabric = fabric;
        this.files = files;
        this.hdfs = hdfs;
        this.handles = handles;
        this.workloads = workloads;
    }

    /** @param args directory, cache, directory with the shipped contenders */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path cache = Path.of(args[1]);
        RuntimeClasspath classpath = RuntimeClasspath.resolve(Versions.standard(), cache, System.err::println);
        Topology topology = ClusterRoles.withServiceHosts(
                Topologies.tree(new Topology.Builder("drills"), 3, 2, 12.5e6, 1).build());
        Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
        fabric.bindHostNames(directory.resolve("hosts"));
        ClusterLayout layout = ClusterRoles.layout(topology, 0);
        TelemetryFiles files =
                TelemetryFiles.write(directory, topology, Set.of(layout.nameNode(), fabric.address(layout.nameNode())));
        ClusterSite site = new ClusterSite(
                fabric, layout, Engines.prepare(classpath, cache, System.err::println), directory, Map.of());
        Contender contender = contender(Path.of(args[2]));
        HdfsCluster hdfs = HdfsCluster.start(
                        site, contender, 0, HdfsSettings.standard().withHeartbeat(HEARTBEAT))
                .awaitReady();
        WorkloadRounds workloads = WorkloadRounds.prepare(
                site,
                new CableFailures(fabric, Optional.empty()),
                StepList.read(
                        Yaml.parse(
                                "workload",
                                "[{write: {on: all, files: 3, size: 8MiB, block-size: 4MiB}}, {read: {on: all, from: write}}]")),
                1,
                System.err::println);
        ClusterHandles handles = new ClusterHandles(contender, hdfs, Optional.empty(), Map.of());
        new Drills(fabric, files, hdfs, handles, workloads).run();
        System.exit(0);
    }

    private static Contender contender(Path shipped) {
        Contender fairlead = ContenderFile.read(shipped.resolve("fairlead.yaml"));
        Map<String, String> hdfsSite = new LinkedHashMap<>(fairlead.hdfs());
        hdfsSite.putAll(MORE);
        hdfsSite.remove("fairlead.controller.bind");
        return fairlead.named("drilled").withHdfs(hdfsSite);
    }

    private void run() throws Exception {
        SwitchExporter switches = SwitchExporter.start(fabric, files, HEARTBEAT);
        switches.add("master", new Endpoint(fabric.address("master"), PORT_OF_THE_FIRST));
        switches.add("driver", new Endpoint(fabric.address("driver"), PORT_OF_THE_SECOND));
        Controller first = controller("master", PORT_OF_THE_FIRST);
        Controller second = controller("driver", PORT_OF_THE_SECOND);
        Thread.sleep(3000);

        drill("two controllers at once", List.of(first, second), () -> "");
        Controller surviving = second;
        drill("the first controller killed", List.of(surviving), () -> {
            first.close();
            return "";
        });
        long blind = drill("both controllers killed", List.of(), () -> {
            surviving.close();
            return "";
        });
        Controller restarted = controller("master", PORT_OF_THE_FIRST);
        Thread.sleep(3000);
        print("decided while blind", blind, List.of(restarted), List.of(), OptionalDouble.empty());
        drill("the first controller restarted", List.of(restarted), () -> "");
        drill("enforcement switched off", List.of(restarted), () -> {
            restarted.enforcement(false);
            return "";
        });
        restarted.enforcement(true);
        drill("garbage, forged and foreign reports", List.of(restarted), () -> fabric.callOn("h1", this::abuse));
        drill("the NameNode killed and restarted", List.of(restarted), this::restartNameNode);
        drill("a DataNode and its agent killed", List.of(restarted), () -> {
            process("dfs.datanode.hostname=h3").destroyForcibly();
            return "";
        });
        Thread.sleep(4000);
        drill("after an agent fell silent", List.of(restarted), () -> "");
    }

    private Controller controller(String host, int port) throws Exception {
        ControllerSettings settings = ControllerSettings.of(fabric.topology())
                .bind(new InetSocketAddress(fabric.address(host), port))
                .tokenFile(files.acceptedTokens())
                .inClear(TelemetryFiles.IN_CLEAR)
                .interval(HEARTBEAT)
                .addresses(name -> List.of(InetAddress.getByName(fabric.address(name))));
        return fabric.callOn(host, () -> Controller.start(settings, TimeSource.SYSTEM));
    }

    /**
     * Runs a round and, a second into it, the fault.
     *
     * @return when the fault struck, milliseconds since 1970
     */
    private long drill(String name, List<Controller> watching, Callable<String> fault) throws Exception {
        MachineStalls stalls = MachineStalls.watching();
        CompletableFuture<RoundResult> working =
                CompletableFuture.supplyAsync(() -> workloads.run(handles, "drill-" + round++, 1));
        Thread.sleep(1000);
        String said = fault.call();
        long struck = System.currentTimeMillis();
        List<String> failed = new ArrayList<>();
        try {
            working.join().checks().stream()
                    .filter(check -> !check.passed())
                    .map(Check::toString)
                    .forEach(failed::add);
        } catch (RuntimeException e) {
            failed.add("the round failed: " + e.getMessage());
        }
        Thread.sleep(1500); // decisions are told to the controllers in batches
        if (!said.isEmpty()) {
            failed.add(said);
        }
        stalls.close();
        print(name, struck, watching, failed, OptionalDouble.of(stalls.share()));
        return struck;
    }

    /** @param since decisions before 2 s after this moment are not counted */
    private void print(
            String name, long since, List<Controller> watching, List<String> failed, OptionalDouble stalledShare)
            throws IOException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("drill", name);
        line.put("failed", failed);
        stalledShare.ifPresent(share -> line.put("stalled_share", share));
        List<DecisionMessage> decisions = watching.stream()
                .flatMap(controller -> controller.decisions().last(10_000).stream())
                .filter(decision -> decision.timeMillis() >= since + 2000)
                .filter(decision -> decision.kind() == DecisionMessage.Kind.WRITE)
                .toList();
        line.put(
                "enforced", decisions.stream().filter(DecisionMessage::enforced).count());
        line.put(
                "left_to_stock",
                decisions.stream().filter(decision -> !decision.enforced()).count());
        line.put(
                "reasons",
                decisions.stream()
                        .filter(decision -> !decision.enforced())
                        .map(DecisionMessage::reason)
                        .distinct()
                        .limit(5)
                        .toList());
        System.out.println(new ObjectMapper().writeValueAsString(line));
    }

    /** Reports that nobody should believe; each has to be refused. */
    private String abuse() throws IOException {
        List<String> believed = new ArrayList<>();
        String token = TokenFile.own(files.agentToken("h1")).token();
        String forged = "{\"cluster\": \"\", \"host\": \"h2\"}";
        Map<String, String> bodies =
                Map.of("garbage", "\u0000\u0001not json", "forged", forged, "oversized", "x".repeat(6 << 20));
        for (Map.Entry<String, String> body : bodies.entrySet()) {
            for (String shown : List.of(token, "0123456789abcdef0123456789abcdef", "")) {
                int status = post(body.getValue(), shown);
                if (status / 100 != 4) {
                    believed.add(body.getKey() + " was answered with " + status);
                }
            }
        }
        return String.join("; ", believed);
    }

    private int post(String body, String token) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://" + fabric.address("master") + ":" + PORT_OF_THE_FIRST + "/v1/heartbeat")
                        .toURL()
                        .openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setConnectTimeout(2000);
        connection.setReadTimeout(5000);
        connection.setRequestProperty("Content-Type", "application/json");
        if (!token.isEmpty()) {
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        try {
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            return connection.getResponseCode();
        } catch (IOException e) {
            return 413; // it hung up on us before all of it was sent
        } finally {
            connection.disconnect();
        }
    }

    /** Starts the same process again, with the same words and surroundings. */
    private String restartNameNode() throws Exception {
        ProcessHandle nameNode = process("server.namenode.NameNode");
        Path proc = Path.of("/proc", Long.toString(nameNode.pid()));
        List<String> command = words(proc.resolve("cmdline"));
        List<String> environment = words(proc.resolve("environ"));
        nameNode.destroyForcibly();
        nameNode.onExit().join();
        ProcessBuilder again = new ProcessBuilder(fabric.commandOn("master", command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(hdfs.configurationDirectory()
                        .resolveSibling("logs")
                        .resolve("namenode-again.log")
                        .toFile()));
        again.environment().clear();
        environment.forEach(word ->
                again.environment().put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1)));
        again.start();
        return "";
    }

    private static List<String> words(Path file) throws IOException {
        return List.of(Files.readString(file).split("\u0000"));
    }

    private static ProcessHandle process(String word) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> {
                    try {
                        List<String> words = words(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
                        return words.stream().anyMatch(each -> each.endsWith(word))
                                && words.get(0).endsWith("java");
                    } catch (IOException e) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no process with " + word));
    }
}
