// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.core.topology.Host;
import org.fairlead.objects.StoreService;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.slow.SlowHost;
import org.fairlead.testbed.traffic.PlannedFlow;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.step.FlowsStep;
import org.fairlead.testbed.workload.step.TpchStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioFileTest {
    private static final Path INSTALLATION = Path.of("").toAbsolutePath().getParent();
    private static final List<String> GOOD = List.of(
            "name: s",
            "topology: four-racks",
            "traffic: half-the-racks",
            "workload: [{write: {on: [h1, h4], size: 1MiB}}]",
            "contenders: [stock, stock-no-traffic]");

    @TempDir
    private Path directory;

    private Scenario scenario(List<String> lines) throws IOException {
        Path file = Files.write(directory.resolve("s.yaml"), lines);
        return ScenarioFile.read(file, INSTALLATION, Optional.empty());
    }

    @Test
    void warmUpsHaveNoTrafficUnlessTheyAreToHaveIt() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);

        assertThat(scenario(lines).warmUpTraffic()).isFalse();
        lines.add("warm-up-traffic: true");
        assertThat(scenario(lines).warmUpTraffic()).isTrue();
    }

    @Test
    void aShortScenarioHasDefaultsForTheRest() throws IOException {
        Scenario scenario = scenario(GOOD);

        assertThat(scenario.queueing()).isEqualTo(Queueing.FIFO);
        assertThat(scenario.baseline()).isEqualTo("stock");
        assertThat(scenario.labels()).containsExactly("stock", "stock-no-traffic", "stock (A/A)");
        assertThat(scenario.contender("stock (A/A)").name()).isEqualTo("stock");
        assertThat(scenario.withoutTraffic()).contains("stock-no-traffic");
        assertThat(scenario.settle()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scenario.points().get(0).traffic().flows()).isNotEmpty();
        assertThat(scenario.needsRoot()).isFalse();
    }

    @Test
    void severalTrafficsAreSeveralPointsFromFilesOrInPlace() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(
                2,
                "points: {none: {flows: []}, half: half-the-racks, one-host: {flows: [{type: hot-spots, hosts: [h1], leave: 30%}]}}");

        Scenario scenario = scenario(lines);

        assertThat(scenario.points().stream().map(TrafficPoint::name)).containsExactly("none", "half", "one-host");
        assertThat(scenario.points().get(0).traffic().isEmpty()).isTrue();
        assertThat(scenario.points().get(2).traffic().flows()).hasSize(2);
    }

    @Test
    void hostsMayBeSlowAtAPoint() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(1, "topology: six-disks");
        lines.set(
                2,
                "points: {disk: {slow: [{host: h3, disk: 10%, on: 5s, off: 3s}]}, both: {flows: [], slow: [{host: h2, processors: 0.1}]}}");

        Scenario scenario = scenario(lines);

        assertThat(scenario.points().get(0).slow())
                .containsExactly(new SlowHost(
                        "h3",
                        new SlowHost.Slowness.Disk(new Host.Disk(500e3, 500e3)),
                        Optional.of(new SlowHost.Phases(Duration.ofSeconds(5), Duration.ofSeconds(3)))));
        assertThat(scenario.points().get(1).slow())
                .containsExactly(new SlowHost("h2", new SlowHost.Slowness.Processors(0.1), Optional.empty()));
        assertThat(scenario.points())
                .allSatisfy(point -> assertThat(point.traffic().isEmpty()).isTrue());
        assertThat(scenario.needsRoot()).isTrue();
        assertThat(scenario.slowsProcessors()).isTrue();
        assertThat(scenario.onlyPoints(List.of("disk")).slowsProcessors()).isFalse();
    }

    @Test
    void processorsAreSlowOnlyWhereAProcessWillRun() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(1, "topology: together-and-apart");
        lines.set(2, "traffic: {slow: [{host: h12, processors: 0.1}]}");
        lines.set(3, "workload: [{tpch: {scale: 0.01, queries: [q1]}}]");

        assertThat(scenario(lines).slowsProcessors()).isTrue();
        lines.add("workers: 1");
        assertThatThrownBy(() -> scenario(lines))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("s.yaml:3: traffic.slow[0].processors: host 'h12' neither stores nor computes");
        lines.remove("workers: 1");
        lines.set(3, "workload: [{write: {on: [h1, h4], size: 1MiB}}]");
        assertThatThrownBy(() -> scenario(lines))
                .as("a worker where nothing needs Spark")
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("host 'h12' neither stores nor computes");
    }

    @Test
    void trafficThatIsDrawnAnewIsThatOfTheFileAsItWasRead() throws IOException {
        Path file = Files.writeString(
                directory.resolve("mine.yaml"),
                "flows: [{type: random, from: [h1], to: [h4], arrivals-per-second: 1, size: 1kB, stop: 60s}]");
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(2, "traffic: mine");
        lines.add("redraw-traffic: true");
        TrafficPoint point = scenario(lines).points().get(0);
        List<PlannedFlow> second = point.traffic(2).flows();

        Files.writeString(file, "flows: []");

        assertThat(point.traffic(2).flows()).isEqualTo(second);
        assertThat(point.traffic(1).flows()).isNotEqualTo(second);
    }

    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(INSTALLATION.resolve("scenarios"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedScenarioIsValidAndNamedAsItsFile(Path file) {
        Scenario scenario = ScenarioFile.read(file, INSTALLATION, Optional.of(5L));

        assertThat(scenario.name() + ".yaml").isEqualTo(file.getFileName().toString());
        assertThat(scenario.seed()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prefetch-small", "prefetch-racks", "prefetch-objects", "prefetch-objects-paced"})
    void fetchingAheadIsMeasuredBesideInputThatCostsNoNetwork(String name) {
        Path file = INSTALLATION.resolve("scenarios").resolve(name + ".yaml");
        Scenario scenario = ScenarioFile.read(file, INSTALLATION, Optional.empty());

        assertThat(scenario.bound()).contains("bound-prefetch");
        assertThat(scenario.contender("bound-prefetch").readsLocalInput()).isTrue();
        assertThat(scenario.onlyContenders(List.of("fairlead-prefetch")).bound())
                .isEmpty();
    }

    @Test
    void otherQueriesCanBeAsked() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(3, "workload: [{tpch: {scale: 0.01, queries: [q1], replication: 2}}]");
        Scenario scenario = scenario(lines);

        assertThat(queries(scenario.withQueries(List.of("q10", "q3")))).containsExactly("q10", "q3");
        assertThat(queries(scenario.withQueries(List.of("all"))))
                .hasSize(22)
                .startsWith("q1", "q2")
                .endsWith("q22");
        assertThatThrownBy(() -> scenario.withQueries(List.of("q1", "q23")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no TPC-H query 'q23'; accepted: all, q1, q2");
        Scenario writing = scenario(GOOD);
        assertThatThrownBy(() -> writing.withQueries(List.of("all")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no tpch step");
    }

    @Test
    void otherPatternsCanRun() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(3, "workload: [{flows: {patterns: all, duration: 5s}}]");

        assertThat(scenario(lines).withPatterns(List.of("stride-2", "random")).workload())
                .containsExactly(new FlowsStep(
                        List.of("stride-2", "random"), Duration.ofSeconds(5), 0, StartTimes.together(), List.of()));
        Scenario writing = scenario(GOOD);
        assertThatThrownBy(() -> writing.withPatterns(List.of("random")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no step flows");
    }

    @Test
    void theAaPairMayHaveApplicationsOfItsOwn() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(3, "workload: [{tpch: {scale: 0.01, queries: [q1]}}]");
        Scenario shared = scenario(lines);
        lines.add("aa-apart: true");
        Scenario apart = scenario(lines);

        assertThat(shared.contender("stock (A/A)")).isEqualTo(shared.contender("stock"));
        assertThat(shared.running()).isEqualTo(shared.contenders());
        Contender twin = apart.contender("stock (A/A)");
        assertThat(twin.sparkKey("")).isNotEqualTo(apart.contender("stock").sparkKey(""));
        assertThat(twin.hdfsKey()).isEqualTo(apart.contender("stock").hdfsKey());
        assertThat(apart.running()).endsWith(twin).hasSize(shared.contenders().size() + 1);
        assertThat(apart.contenders()).isEqualTo(shared.contenders());
    }

    @Test
    void aComparisonCanDoWithoutTheCostOfTrafficAndTheNoiseAndMeasuresByTheBaseline() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(4, "contenders: [stock, fairlead-hdfs, clairvoyant-hdfs, stock-no-traffic]");
        lines.add("bound: clairvoyant-hdfs");
        lines.add("cpu-gate: baseline");
        lines.add("time-budget: 200s");
        Scenario scenario = scenario(lines);

        assertThat(scenario.labels().stream().filter(scenario::isOptional))
                .containsExactly("stock-no-traffic", "stock (A/A)");
        assertThat(scenario.labels().stream().filter(scenario::isYardstick))
                .containsExactly("stock", "clairvoyant-hdfs", "stock (A/A)");
        assertThat(scenario.cpuGate()).isEqualTo(ProcessorGate.BASELINE);
        assertThat(scenario.timeBudget()).contains(Duration.ofSeconds(200));
        assertThat(scenario(GOOD).cpuGate()).isEqualTo(ProcessorGate.ALL);
        assertThat(scenario(GOOD).timeBudget()).isEmpty();
    }

    @Test
    void contendersAreComparedWithOneAnotherAsFarAsTheyRun() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(4, "contenders: [stock, fairlead-hdfs, sinbad, stock-tuned]");
        lines.add("compare: {fairlead-hdfs: [sinbad, stock-tuned], sinbad: stock-tuned}");
        Scenario scenario = scenario(lines);

        assertThat(scenario.pairs())
                .containsExactly(
                        new ContenderPair("fairlead-hdfs", "sinbad"),
                        new ContenderPair("fairlead-hdfs", "stock-tuned"),
                        new ContenderPair("sinbad", "stock-tuned"));
        assertThat(scenario.onlyContenders(List.of("sinbad", "fairlead-hdfs")).pairs())
                .containsExactly(new ContenderPair("fairlead-hdfs", "sinbad"));
        assertThat(scenario.alsoComparing(List.of("fairlead-hdfs:sinbad", "stock-tuned : sinbad"))
                        .pairs())
                .hasSize(4)
                .endsWith(new ContenderPair("stock-tuned", "sinbad"));
        assertThatThrownBy(() -> scenario.alsoComparing(List.of("fairlead:sinbad")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'fairlead' is no contender beside the baseline; accepted: fairlead-hdfs, sinbad,"
                        + " stock-tuned");
        assertThat(scenario(GOOD).pairs()).isEmpty();
    }

    private List<String> withObjects(String store) {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(1, "topology: objects-and-compute-50mbit");
        lines.set(2, "traffic: {flows: []}");
        lines.set(3, "workload: [{mix: {jobs: {a: [{search: 1MiB}]}, store: objects}}]");
        lines.add(store);
        return lines;
    }

    @Test
    void anObjectStoreAnswersAfterItsLatencyAtItsRate() throws IOException {
        StoreService service = new StoreService(Duration.ofMillis(20), 1e6);
        Scenario scenario = scenario(withObjects("object-store: {latency: 20ms, connection-rate: 8mbit}"));

        assertThat(scenario.hasObjectStore()).isTrue();
        assertThat(scenario.objectService()).isEqualTo(service);
        assertThat(ClusterRoles.objectStore(scenario.topology())).contains("store");
        assertThat(scenario.with(3, Queueing.FAIR).objectService()).isEqualTo(service);
        assertThat(scenario(withObjects("object-store: {}")).objectService()).isEqualTo(StoreService.IMMEDIATE);
        assertThat(scenario(GOOD).hasObjectStore()).isFalse();
        assertThatThrownBy(() -> scenario(withObjects("object-store: {latency: 1min}")))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("s.yaml:6: object-store.latency: is above 10 s");
        assertThatThrownBy(() -> scenario(withObjects("object-store: {host: h1}")))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("s.yaml:6: object-store.host: unknown key; accepted: latency, connection-rate");
    }

    private static List<String> queries(Scenario scenario) {
        TpchStep step = (TpchStep) scenario.workload().get(0);
        assertThat(step.tables().replication()).isEqualTo(2);
        return step.tables().queries();
    }

    @Test
    void aWorkerHasCoresForAllApplicationsOfAllContenders() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(3, "workload: [{applications: {run: {a: [{sort: 1MiB}], b: [{sort: 1MiB}]}}}]");
        lines.set(4, "contenders: [stock, stock-no-traffic, stock-tuned]");

        assertThat(MachineNeeds.spark(scenario(lines)).coresPerWorker()).isEqualTo(16);
        long lean = MachineNeeds.memoryBytes(scenario(lines));
        lines.add("spark: {spark.executor.cores: 8}");

        assertThat(MachineNeeds.spark(scenario(lines)).coresPerWorker())
                .as("8 for each of two applications with each of two configurations")
                .isEqualTo(32);
        lines.set(3, "workload: [{applications: {run: {a: [{sort: 1MiB}]}}}]");
        assertThat(MachineNeeds.memoryBytes(scenario(lines))).isLessThan(lean);
    }

    @Test
    void executorsThatCouldUseUpTheMemoryAreWarnedOf() throws IOException {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(3, "workload: [{applications: {run: {a: [{sort: 1MiB}]}}}]");
        assertThat(memoryWarning(lines)).isEmpty();

        lines.add("spark: {spark.executor.memory: 4000g}");

        assertThat(memoryWarning(lines))
                .hasValueSatisfying(said -> assertThat(said).startsWith("memory may be used up"));
    }

    private Optional<String> memoryWarning(List<String> lines) throws IOException {
        Scenario scenario = scenario(lines);
        return MachineNeeds.memoryWarning(
                scenario, ClusterRoles.layout(scenario.topology(), scenario.workers()), 1, 64L << 30);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 | name: s                                             | repetitons: 3            | s.yaml:6: repetitons: unknown key (did you mean 'repetitions'?)
        1 | name: ..                                            |                          | s.yaml:1: name: '..' is no name of a scenario; accepted: letters
        1 | name: /home/me                                      |                          | s.yaml:1: name: '/home/me' is no name
        1 | name: a/b                                           |                          | s.yaml:1: name: 'a/b' is no name
        1 | name: two words                                     |                          | s.yaml:1: name: 'two words' is no name
        2 | topology: nowhere                                   |                          | s.yaml:2: topology: no topology 'nowhere'
        3 | traffic: nothing                                    |                          | s.yaml:3: traffic: no traffic 'nothing'. Shipped traffic: cormorant, cormorant-one-path, half-the-hosts, half-the-racks, half-the-racks-30
        4 | workload: []                                        |                          | s.yaml:4: workload: no step
        4 | workload: [{wirte: {size: 1MiB}}]                   |                          | s.yaml:4: workload[0].wirte: unknown key
        4 | workload: [{write: {on: [h1, h99], size: 1MiB}}]    |                          | s.yaml:4: workload[0]: no host 'h99' in topology 'four-racks'
        4 | workload: [{write: {size: -1}}]                     |                          | s.yaml:4: workload[0].write.size: '-1' is not a size such as 8MiB
        5 | contenders: [stock, stock]                          |                          | s.yaml:5: contenders[1]: contender 'stock' stands twice
        5 | contenders: [stok]                                  |                          | s.yaml:5: contenders[0]: no contender 'stok'; did you mean 'stock'? Shipped contenders:
        1 | name: s                                             | baseline: stock-tuned    | s.yaml:6: baseline: 'stock-tuned'
        1 | name: s                                             | congestion-control: cubic reno | s.yaml:6: congestion-control: 'cubic reno' is no name of the kernel's
        1 | name: s                                             | queueing: best           | s.yaml:6: queueing: 'best'; accepted: fifo, fair
        1 | name: s                                             | hadoop: 2.7.1            | s.yaml:6: hadoop: Hadoop '2.7.1' is not supported; accepted: 3.5.0, 3.4.3
        1 | name: s                                             | repetitions: 0           | s.yaml:6: repetitions: '0' is not a whole number from 1 to 1000
        1 | name: s                                             | cpu-limit: 175%          | s.yaml:6: cpu-limit: '175%' is not a share
        1 | name: s                                             | cpu-gate: none           | s.yaml:6: cpu-gate: 'none'; accepted: all, baseline
        1 | name: s                                             | time-budget: soon        | s.yaml:6: time-budget: 'soon'
        1 | name: s                                             | bound: clairvoyant            | s.yaml:6: bound: 'clairvoyant'
        1 | name: s                                             | compare: stock-no-traffic | s.yaml:6: compare: a mapping of keys to values is expected
        1 | name: s                                             | compare: {stock-no-traffic: stock} | s.yaml:6: compare.stock-no-traffic: 'stock' is no contender beside the baseline; accepted: stock-no-traffic
        1 | name: s                                             | compare: {sinbad: [stock-no-traffic]} | s.yaml:6: compare.sinbad[0]: 'sinbad' is no contender
        1 | name: s                                             | compare: {stock-no-traffic: stock-no-traffic} | s.yaml:6: compare.stock-no-traffic: 'stock-no-traffic' would be compared with itself
        5 | contenders: [stock, sinbad, stock-tuned]            | compare: {sinbad: [stock-tuned, stock-tuned]} | s.yaml:6: compare.sinbad[1]: 'stock-tuned' stands twice
        1 | name: s                                             | points: {a: half-the-racks} | s.yaml:6: points: stands beside 'traffic'
        3 | points: {A b: half-the-racks}                       |                          | s.yaml:3: points.A b: 'A b' names a directory
        3 | traffic: {slow: [{host: h1, disk: 10%}]}            |                          | s.yaml:3: traffic.slow[0].disk: host 'h1' has no disk of its own
        3 | traffic: {slow: [{host: h99, disk: 10%}]}           |                          | s.yaml:3: traffic.slow[0].host: no host 'h99' in topology 'four-racks'
        3 | traffic: {slow: [{host: n1, processors: 1}]}        |                          | s.yaml:3: traffic.slow[0].processors: host 'n1' neither stores nor computes
        3 | traffic: {slow: [{host: h1, processors: 0}]}        |                          | s.yaml:3: traffic.slow[0].processors: '0' is not a number from 0.01 to 1000
        3 | traffic: {slow: [{host: h1}]}                       |                          | s.yaml:3: traffic.slow[0]: exactly one of 'disk' and 'processors' is expected
        3 | traffic: {slow: [{host: h1, processors: 1, on: 2s}]} |                         | s.yaml:3: traffic.slow[0]: 'on' and 'off' belong together
        3 | traffic: {slow: [{host: h1, processors: 1, on: 2s, off: 1ms}]} |               | s.yaml:3: traffic.slow[0].off: '1ms' is below 1s
        3 | traffic: {slow: [{host: h1, processors: 1}, {host: h1, processors: 2}]} |      | s.yaml:3: traffic.slow[1]: the same of host 'h1' stands twice
        3 | traffic: {slow: [], flow: []}                       |                          | s.yaml:3: traffic.flow: unknown key (did you mean 'flows'?)
        3 | points: {}                                          |                          | s.yaml:3: points: at least one point
        5 | contenders: [stock, fairlead-tasks-second]          |                          | s.yaml:5: contenders[1]: contender 'fairlead-tasks-second' says what application 'first' runs with, which no step starts
        5 | contenders: [stock, bound-prefetch]                 |                          | s.yaml:5: contenders[1]: contender 'bound-prefetch' has jobs read generated input from files of this machine, and no step generates any
        4 | workload: [{applications: {run: {a: [{sort: 1MiB}]}, writers: h99}}] |         | s.yaml:4: workload[0]: no host 'h99' in topology 'four-racks'
        4 | workload: [{mix: {jobs: {a: [{search: 1MiB}]}, store: objects}}] |           | s.yaml:4: workload[0]: its input is in an object store, and topology 'four-racks' has no host with the role 'objects'
        1 | name: s                                             | object-store: {latency: 20ms} | s.yaml:6: object-store: no step reads from it; one that does says 'store: objects'
        1 | name: s                                             | seed: -4                 | s.yaml:6: seed: '-4' is not a whole number
        """)
    void badInputIsNamedWithLineAndKey(int line, String replacement, String added, String message) {
        List<String> lines = new java.util.ArrayList<>(GOOD);
        lines.set(line - 1, replacement);
        if (added != null) {
            lines.add(added);
        }

        assertThatThrownBy(() -> scenario(lines))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }
}
