// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.objects.StoreService;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.shipped.ShippedFiles;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.Versions;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.slow.SlowHost;
import org.fairlead.testbed.traffic.TrafficFile;
import org.fairlead.testbed.traffic.TrafficPlan;
import org.fairlead.testbed.workload.WorkloadRounds;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.step.StepList;

/** The YAML form of a {@link Scenario}; docs/scenarios.md teaches it. */
public final class ScenarioFile {
    private static final List<String> KEYS = List.of(
            "name",
            "description",
            "extends",
            "topology",
            "queueing",
            "congestion-control",
            "hadoop",
            "workers",
            "traffic",
            "points",
            "settle",
            "heartbeat",
            "object-store",
            "spark",
            "workload",
            "contenders",
            "baseline",
            "bound",
            "compare",
            "repetitions",
            "aa-apart",
            "warm-ups",
            "warm-up-traffic",
            "cpu-limit",
            "cpu-gate",
            "time-budget",
            "redraw-traffic",
            "seed");

    private static final int MOST_REPETITIONS = 1000;
    private static final String SLOW = "slow";
    private static final Duration MOST_LATENCY = Duration.ofSeconds(10);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern CONGESTION_CONTROL = Pattern.compile("[A-Za-z0-9_-]{1,15}");
    private static final Pattern POINT = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    private final Path file;
    private final ShippedFiles shipped;
    private final YamlNode root;

    private ScenarioFile(Path file, ShippedFiles shipped) {
        this.file = file;
        this.shipped = shipped;
        root = ExtendedScenario.read(file, KEYS, shipped);
    }

    /**
     * Reads a scenario and every file that it names.
     *
     * @param otherSeed instead of the file's
     * @param installation where the shipped {@code scenarios} and {@code contenders} are
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Scenario read(Path file, Path installation, Optional<Long> otherSeed) {
        return new ScenarioFile(file, new ShippedFiles(installation)).scenario(otherSeed);
    }

    private Scenario scenario(Optional<Long> otherSeed) {
        long ownSeed = root.optional("seed")
                .map(node -> node.integer(0L, Long.MAX_VALUE))
                .orElse(1L);
        long seed = otherSeed.orElse(ownSeed);
        Topology topology = topology();
        List<WorkloadStep> workload = workload(topology);
        List<Contender> contenders = contenders(workload);
        String baseline = baseline(contenders);
        return new Scenario(
                name(),
                root.optional("description").map(YamlNode::text).orElse(""),
                file,
                topology,
                root.optional("queueing").map(ScenarioFile::queueing).orElse(Queueing.FIFO),
                root.optional("congestion-control")
                        .map(ScenarioFile::congestionControl)
                        .orElse("cubic"),
                versions(),
                workers(),
                points(topology, workload, seed),
                root.optional("settle")
                        .map(node -> node.as(Quantities::duration))
                        .orElse(Duration.ofSeconds(2)),
                root.optional("heartbeat").map(ScenarioFile::heartbeat).orElse(Duration.ofSeconds(1)),
                objectService(workload),
                workload,
                contenders,
                baseline,
                bound(contenders),
                pairs(contenders, baseline),
                repetitions(),
                root.optional("aa-apart").map(YamlNode::truth).orElse(false),
                root.optional("warm-ups").map(node -> node.integer(0, 10)).orElse(1),
                root.optional("warm-up-traffic").map(YamlNode::truth).orElse(false),
                root.optional("cpu-limit").map(ScenarioFile::share).orElse(0.75),
                root.optional("cpu-gate")
                        .map(node -> ProcessorGate.of(node.oneOf(ProcessorGate.NAMES)))
                        .orElse(ProcessorGate.ALL),
                root.optional("time-budget").map(node -> node.as(Quantities::duration)),
                seed);
    }

    private int workers() {
        return root.optional("workers").map(node -> node.integer(1, 10_000)).orElse(Integer.MAX_VALUE);
    }

    private int repetitions() {
        return root.optional("repetitions")
                .map(node -> node.integer(1, MOST_REPETITIONS))
                .orElse(5);
    }

    private static String congestionControl(YamlNode node) {
        if (!CONGESTION_CONTROL.matcher(node.text()).matches()) {
            throw node.invalid("'" + node.text()
                    + "' is no name of the kernel's; accepted: letters, digits, '_' and '-', 15 at most");
        }
        return node.text();
    }

    private static Duration heartbeat(YamlNode node) {
        Duration heartbeat = node.as(Quantities::duration);
        if (heartbeat.compareTo(Duration.ofMillis(100)) < 0 || heartbeat.compareTo(Duration.ofSeconds(10)) > 0) {
            throw node.invalid("'" + node.text() + "' is not from 100ms to 10s");
        }
        return heartbeat;
    }

    private StoreService objectService(List<WorkloadStep> workload) {
        Optional<YamlNode> store = root.optional("object-store");
        if (store.isPresent() && !WorkloadRounds.needObjects(workload)) {
            throw store.get().invalid("no step reads from it; one that does says 'store: objects'");
        }
        return store.map(node -> node.allow("latency", "connection-rate"))
                .map(node -> new StoreService(
                        node.optional("latency").map(ScenarioFile::latency).orElse(Duration.ZERO),
                        node.optional("connection-rate")
                                .map(each -> each.as(Quantities::bytesPerSecond))
                                .orElse(Double.POSITIVE_INFINITY)))
                .orElse(StoreService.IMMEDIATE);
    }

    private static Duration latency(YamlNode node) {
        Duration latency = node.as(Quantities::duration);
        if (latency.compareTo(MOST_LATENCY) > 0) {
            throw node.invalid("is above " + MOST_LATENCY.toSeconds() + " s");
        }
        return latency;
    }

    private static Queueing queueing(YamlNode node) {
        List<String> names = Stream.of(Queueing.values())
                .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                .toList();
        return Queueing.valueOf(node.oneOf(names).toUpperCase(Locale.ROOT));
    }

    private static double share(YamlNode node) {
        String text = node.text().strip();
        return node.as(ignored -> {
            double share = text.endsWith("%")
                    ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
                    : Double.parseDouble(text);
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException("'" + text + "' is not a share such as 75% or 0.75");
            }
            return share;
        });
    }

    private Topology topology() {
        YamlNode node = root.required("topology");
        Topology topology = TopologyFile.read(named(node, ShippedKind.TOPOLOGY));
        return node.as(ignored -> ClusterRoles.withServiceHosts(topology));
    }

    private List<TrafficPoint> points(Topology topology, List<WorkloadStep> workload, long seed) {
        if (!root.has("points")) {
            return List.of(root.optional("traffic")
                    .map(node -> point("", node, topology, workload, seed))
                    .orElse(new TrafficPoint("", TrafficPlan.none(topology))));
        }
        if (root.has("traffic")) {
            throw root.required("points").invalid("stands beside 'traffic'; one of them is accepted");
        }
        List<TrafficPoint> points = new ArrayList<>();
        root.required("points").mapping().forEach((name, node) -> {
            if (!POINT.matcher(name).matches()) {
                throw node.invalid("'" + name + "' names a directory: small letters, digits and '-' are accepted");
            }
            points.add(point(name, node, topology, workload, seed));
        });
        if (points.isEmpty()) {
            throw root.required("points").invalid("at least one point is expected");
        }
        return points;
    }

    /** A traffic file's name, or what would stand in it and which hosts are slow. */
    private TrafficPoint point(String name, YamlNode node, Topology topology, List<WorkloadStep> workload, long seed) {
        if (node.isMapping() && node.has(SLOW)) {
            List<SlowHost> slow = node.optional(SLOW)
                    .map(list -> SlowHost.all(list, topology, working(topology, workload)))
                    .orElse(List.of());
            return point(name, own -> besideSlow(node, topology, own), slow, seed);
        }
        YamlNode read = node.isMapping() ? node : Yaml.read(named(node, ShippedKind.TRAFFIC));
        return point(name, own -> TrafficFile.from(read, topology, own), List.of(), seed);
    }

    /** @param drawn traffic by its seed; of what was read by now, whatever becomes of the file */
    private TrafficPoint point(String name, LongFunction<TrafficPlan> drawn, List<SlowHost> slow, long seed) {
        if (!root.optional("redraw-traffic").map(YamlNode::truth).orElse(false)) {
            return new TrafficPoint(name, drawn.apply(seed), Optional.empty(), slow);
        }
        TrafficPoint point = new TrafficPoint(
                name, drawn.apply(seed + 1), Optional.of(repetition -> drawn.apply(seed + repetition)), slow);
        point.tryAll(1, repetitions());
        return point;
    }

    /** Hosts on which a DataNode or a worker of Spark will run. */
    private Set<String> working(Topology topology, List<WorkloadStep> workload) {
        ClusterLayout layout = root.required("topology").as(ignored -> ClusterRoles.layout(topology, workers()));
        Set<String> hosts = new HashSet<>(layout.dataNodes());
        if (WorkloadRounds.needSpark(workload)) {
            hosts.addAll(layout.workers());
        }
        return hosts;
    }

    /** Where hosts are slow there may be no traffic. */
    private static TrafficPlan besideSlow(YamlNode node, Topology topology, long seed) {
        node.allow("seed", "flows", SLOW);
        return node.has("flows") ? TrafficFile.flows(node, topology, seed) : TrafficPlan.none(topology);
    }

    private Versions versions() {
        return root.optional("hadoop")
                .map(node -> node.as(text -> new Versions(text, Versions.SPARK)))
                .orElse(Versions.standard());
    }

    private List<WorkloadStep> workload(Topology topology) {
        YamlNode list = root.required("workload");
        List<WorkloadStep> steps = StepList.read(list);
        for (int i = 0; i < steps.size(); i++) {
            for (String host : steps.get(i).needs().hosts().named()) {
                if (!(topology.node(host).orElse(null) instanceof Host)) {
                    throw list.sequence()
                            .get(i)
                            .invalid("no host '" + host + "' in topology '" + topology.name() + "'");
                }
            }
            try {
                steps.get(i).fits(topology);
            } catch (IllegalArgumentException e) {
                throw list.sequence().get(i).invalid(e.getMessage());
            }
        }
        return steps;
    }

    /** A run's directory is called like that, and classpaths and options of Java's lead through it. */
    private String name() {
        YamlNode node = root.required("name");
        if (!NAME.matcher(node.text()).matches()) {
            throw node.invalid(
                    "'" + node.text()
                            + "' is no name of a scenario; accepted: letters, digits, '.', '_' and '-', the first one a letter or a digit, 64 at most");
        }
        return node.text();
    }

    private List<Contender> contenders(List<WorkloadStep> workload) {
        Set<String> applications = WorkloadRounds.applications(workload);
        Map<String, String> spark =
                root.optional("spark").map(YamlNode::textByKey).orElse(Map.of());
        List<Contender> contenders = new ArrayList<>();
        for (YamlNode node : root.required("contenders").sequence()) {
            Contender contender = ContenderFile.read(named(node, ShippedKind.CONTENDER));
            if (contenders.stream().anyMatch(other -> other.name().equals(contender.name()))) {
                throw node.invalid("contender '" + contender.name() + "' stands twice");
            }
            if (contender.readsLocalInput() && !WorkloadRounds.generateInput(workload)) {
                throw node.invalid("contender '" + contender.name()
                        + "' has jobs read generated input from files of this machine, and no step generates any");
            }
            for (String application : contender.applications().keySet()) {
                if (!applications.contains(application)) {
                    throw node.invalid("contender '" + contender.name() + "' says what application '" + application
                            + "' runs with, which no step starts");
                }
            }
            contenders.add(contender.withSparkDefaults(spark));
        }
        if (contenders.isEmpty()) {
            throw root.required("contenders").invalid("at least one contender is expected");
        }
        return contenders;
    }

    private String baseline(List<Contender> contenders) {
        List<String> names = contenders.stream().map(Contender::name).toList();
        return root.optional("baseline")
                .map(node -> node.oneOf(names))
                .orElse(names.contains("stock") ? "stock" : names.get(0));
    }

    private Optional<String> bound(List<Contender> contenders) {
        List<String> names = contenders.stream().map(Contender::name).toList();
        return root.optional("bound")
                .map(node -> node.oneOf(names))
                .or(() -> names.stream().filter("clairvoyant"::equals).findFirst());
    }

    private List<ContenderPair> pairs(List<Contender> contenders, String baseline) {
        List<String> others = Scenario.besideBaseline(contenders, baseline);
        List<ContenderPair> pairs = new ArrayList<>();
        root.optional("compare").map(YamlNode::mapping).orElse(Map.of()).forEach((contender, with) -> {
            for (YamlNode each : with.isSequence() ? with.sequence() : List.of(with)) {
                ContenderPair pair = each.as(name -> ContenderPair.of(contender, name, others));
                if (pairs.contains(pair)) {
                    throw each.invalid("'" + pair.with() + "' stands twice");
                }
                pairs.add(pair);
            }
        });
        return pairs;
    }

    /** A file beside the one that names it, or a shipped one by its bare name. */
    private Path named(YamlNode node, ShippedKind kind) {
        return ExtendedScenario.named(node, kind, shipped);
    }
}
