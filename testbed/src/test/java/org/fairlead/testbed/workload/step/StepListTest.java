// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.flow.pattern.TrafficPattern;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.InputStore;
import org.fairlead.testbed.workload.SkewedRows;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadRounds;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.SkewedOperation;
import org.fairlead.testbed.workload.driver.TpchQueries;
import org.fairlead.testbed.workload.flow.HostFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepListTest {
    private static List<WorkloadStep> steps(String yaml) {
        return StepList.read(Yaml.parse("s.yaml", yaml));
    }

    @Test
    void everyKindIsRead() {
        List<WorkloadStep> steps = steps("""
                - write: {on: [h1, h2], files: 2, size: 16MiB, block-size: 1MiB, replication: 2, start: {staggered: 500ms}}
                - read: {on: 4, from: write, files: 3, start: {random: 5s}}
                - tpch: {scale: 0.1, queries: [q1, q6, q12], writers: 6}
                - sort: {size: 32MiB}
                - word-count: {size: 1MiB, writers: all}
                - sort: {jobs: 3, size: 8MiB, block-size: 1MiB}
                """);

        assertThat(steps).hasSize(6);
        assertThat(steps.get(0))
                .isEqualTo(new WriteStep(
                        "write",
                        new HostChoice.Named(List.of("h1", "h2")),
                        2,
                        new WorkModel.FileForm(16 << 20, 1 << 20, 2),
                        new StartTimes(StartTimes.Kind.STAGGERED, Duration.ofMillis(500))));
        assertThat(steps.get(2))
                .isEqualTo(new TpchStep(new GeneratedInput(
                        "tpch",
                        List.of("q1", "q6", "q12"),
                        0.1,
                        Map.of(),
                        Map.of(),
                        new HostChoice.Count(6),
                        0,
                        0,
                        false,
                        InputStore.HDFS)));
        assertThat(steps.get(3)).isEqualTo(sort(Map.of("sort", 32L << 20), 0));
        assertThat(steps.get(5))
                .isEqualTo(sort(Map.of("sort-1", 8L << 20, "sort-2", 8L << 20, "sort-3", 8L << 20), 1 << 20));
        assertThat(WorkloadRounds.needSpark(steps.subList(0, 2))).isFalse();
        assertThat(WorkloadRounds.needSpark(steps)).isTrue();
    }

    @Test
    void jobsOfAMixHaveTextsOfTheirOwn() {
        WorkloadStep step = steps("""
                - mix:
                    jobs:
                      small: [{search: 2MiB, count: 2}, {word-count: 3MiB}]
                      large: [{search: 8MiB}]
                    gap: 800ms
                """).get(0);

        Map<String, Long> texts =
                Map.of("small/1", 2L << 20, "small/2", 2L << 20, "small/3", 3L << 20, "large/1", 8L << 20);
        assertThat(step)
                .isEqualTo(new MixStep(
                        List.of(
                                new MixStep.Job("small/1", MixStep.Operation.SEARCH),
                                new MixStep.Job("small/2", MixStep.Operation.SEARCH),
                                new MixStep.Job("small/3", MixStep.Operation.WORD_COUNT),
                                new MixStep.Job("large/1", MixStep.Operation.SEARCH)),
                        Duration.ofMillis(800),
                        new GeneratedInput(
                                "mix",
                                List.of(),
                                0,
                                texts,
                                Map.of(),
                                new HostChoice.All(),
                                0,
                                0,
                                false,
                                InputStore.HDFS)));
    }

    @Test
    void inputOfAMixMayLieInAnObjectStore() {
        List<WorkloadStep> inHdfs = steps("[{mix: {jobs: {a: [{search: 1MiB}]}, store: hdfs}}]");
        List<WorkloadStep> inObjects = steps("[{mix: {jobs: {a: [{search: 1MiB}]}, store: objects}}]");
        Topology without =
                Topologies.tree(new Topology.Builder("t"), 2, 2, 1e7, 2).build();
        Topology with = without.toBuilder(Host::roles)
                .host("store", "r1", Set.of("objects"), Optional.empty())
                .cable("store", "e1", 1e7)
                .build();

        assertThat(WorkloadRounds.needObjects(inHdfs)).isFalse();
        assertThat(WorkloadRounds.needObjects(inObjects)).isTrue();
        assertThat(inObjects.get(0).needs().input().orElseThrow().store()).isEqualTo(InputStore.OBJECTS);
        assertThatCode(() -> inHdfs.get(0).fits(without)).doesNotThrowAnyException();
        assertThatCode(() -> inObjects.get(0).fits(with)).doesNotThrowAnyException();
        assertThatThrownBy(() -> inObjects.get(0).fits(without))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topology 't' has no host with the role 'objects'");
    }

    private static SortStep sort(Map<String, Long> texts, long blockBytes) {
        GeneratedInput input = new GeneratedInput(
                "sort", List.of(), 0, texts, Map.of(), new HostChoice.All(), blockBytes, 0, false, InputStore.HDFS);
        return new SortStep(input, StartTimes.together());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "[{write: {}}] ! s.yaml:1: [0].write.size: is missing",
                "[{write: {size: 0}}] ! must be above 0",
                "[{write: {size: 1MiB, block-size: 100}}] ! a multiple of 512 bytes of at least 64 KiB",
                "[{write: {sise: 1MiB}}] ! unknown key",
                "[{writ: {size: 1MiB}}] ! did you mean 'write'",
                "[{read: {from: write}}] ! no earlier step writes 'write'",
                "[{write: {size: 1}}, {write: {size: 1}}] ! a second step writes 'write'",
                "[{tpch: {scale: 0.1, queries: [q23]}}] ! accepted: q1, q2, q3",
                "[{tpch: {scale: 0.1, queries: []}}] ! no query; accepted: all, q1",
                "[{write: {size: 1, start: soon}}] ! accepted: together, {staggered: DURATION}",
                "[{spark: {jar: no.jar, class: A}}] ! there is no readable jar",
                "[{sort: {jobs: 0, size: 1MiB}}] ! [0].sort.jobs",
                "[{sort: {jobs: 2}}] ! [0].sort.size: is missing",
                "[{word-count: {jobs: 2, size: 1MiB}}] ! unknown key",
                "[{mix: {jobs: {}}}] ! 0 jobs; 1 to 500 are accepted",
                "[{mix: {jobs: {a: [{search: 1MiB, count: 501}]}}}] ! 501",
                "[{mix: {jobs: {A: [{search: 1MiB}]}}}] ! is not a group's name",
                "[{mix: {jobs: {a: [{count: 3}]}}}] ! one of search and word-count is expected",
                "[{mix: {jobs: {a: [{search: 1MiB}]}, gap: 2h}}] ! is above 1 h",
                "[{mix: {jobs: {a: [{search: 1MiB}]}, store: disk}}] ! accepted: hdfs, objects",
                "[{mix: {jobs: {a: [{search: 1MiB}]}, store: objects, keep: true}}] ! [0].mix.keep: stands beside 'store: objects'",
                "[{mix: {jobs: {a: [{search: 1MiB}]}, store: objects, replication: 1}}] ! [0].mix.replication",
                "[{tpch: {scale: 0.1, queries: q1, store: objects}}] ! unknown key",
                "[{mix: {jobs: {a: [{search: 1MiB}]}}}, {mix: {jobs: {a: [{search: 1MiB}]}}}] ! a second mix",
                "[{skewed: {exponent: 1, size: 1MiB}}] ! s.yaml:1: [0].skewed.operation: is missing",
                "[{skewed: {operation: sort, size: 1MiB}}] ! [0].skewed.exponent: is missing",
                "[{skewed: {operation: sort, exponent: 1}}] ! [0].skewed.size: is missing",
                "[{skewed: {operation: [sort, jion], exponent: 1, size: 1MiB}}] ! 'jion' (did you mean 'join'?); accepted: sort, aggregate, join, outer-join",
                "[{skewed: {operation: [], exponent: 1, size: 1MiB}}] ! none; accepted: sort, aggregate, join, outer-join",
                "[{skewed: {operation: sort, exponent: [], size: 1MiB}}] ! none; accepted: numbers from 0 to 5",
                "[{skewed: {operation: sort, exponent: -1, size: 1MiB}}] ! '-1' is not a number from 0.0 to 5.0",
                "[{skewed: {operation: sort, exponent: steep, size: 1MiB}}] ! 'steep' is not a number from 0.0 to 5.0",
                "[{skewed: {operation: sort, exponent: [1, 1.0], size: 1MiB}}] ! a second time exponent 1; once is accepted",
                "[{skewed: {operation: [sort, sort], exponent: 1, size: 1MiB}}] ! a second time operation 'sort'",
                "[{skewed: {operation: sort, exponent: 1, size: 1}}] ! '1' is not between 1 KiB and 64 GiB",
                "[{skewed: {operation: sort, exponent: 1, size: 1MiB, keys: 0}}] ! '0' is not a whole number from 1 to 1000000",
                "[{skewed: {operation: sort, exponent: 1, size: 1MiB, payload: 1MiB}}] ! '1MiB' is not from 1B to 64KiB",
                "[{skewed: {operation: sort, exponent: 1, size: 1MiB, aqe: true}}] ! unknown key",
                "[{skewed: {operation: sort, exponent: 1, size: 1MiB}}, {skewed: {operation: sort, exponent: [0, 1], size: 2MiB}}] ! [1]: a second time 'sort-1'; once is accepted",
                "[] ! no step",
                "[{flows: {patterns: all}}] ! one of duration and bytes",
                "[{flows: {patterns: all, duration: 5s, bytes: 1MB}}] ! one of duration and bytes",
                "[{flows: {patterns: [], duration: 5s}}] ! no pattern; accepted: all, stride-1",
                "[{flows: {patterns: [stride], duration: 5s}}] ! no traffic pattern 'stride'; accepted: stride-I",
                "[{flows: {patterns: all, duration: 1ms}}] ! '1ms' is not from 1s to 10min",
                "[{flows: {patterns: all, bytes: 1}}] ! '1' is not between 1 KiB and 64 GiB",
                "[{flows: {patterns: [random, random], bytes: 1MB}}] ! a second time pattern 'random'",
                "[{applications: {scale: 1}}] ! s.yaml:1: [0].applications.run: is missing",
                "[{applications: {run: {}}}] ! 0 applications; 1 to 4 are accepted",
                "[{applications: {run: {A b: [{query: q1}]}, scale: 1}}] ! 'A b' is not an application's name",
                "[{applications: {run: {a: []}}}] ! [0].applications.run.a: 0 jobs; 1 to 32 are accepted",
                "[{applications: {run: {a: [{pool: p}]}}}] ! [0].applications.run.a[0]: one of query and sort",
                "[{applications: {run: {a: [{query: q1, sort: 1MiB}]}}}] ! one of query and sort",
                "[{applications: {run: {a: [{query: q23}]}}}] ! accepted: q1, q2, q3",
                "[{applications: {run: {a: [{query: q1}]}}}] ! [0].applications.scale: is missing",
                "[{applications: {run: {a: [{sort: 1MiB}]}, scale: 1}}] ! no job asks a query",
                "[{applications: {run: {a: [{sort: 1}]}}}] ! '1' is not between 1 KiB and 64 GiB",
                "[{applications: {run: {a: [{sort: 1MiB, start: 2h}]}}}] ! is above 1 h",
                "[{applications: {run: {a: [{sort: 1MiB, pol: p}]}}}] ! a[0].pol: unknown key (did you mean 'pool'?); accepted: query, sort, pool, start",
            })
    void errorsSayWhatIsAccepted(String yaml, String message) {
        assertThatThrownBy(() -> steps(yaml))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void allTwentyTwoQueriesMayBeAskedAndTheirTablesMayStay() {
        GeneratedInput tpch = steps("[{tpch: {scale: 1, queries: all, replication: 1, keep: true}}]")
                .get(0)
                .needs()
                .input()
                .orElseThrow();
        assertThat(tpch.queries()).hasSize(22).startsWith("q1", "q2").endsWith("q22");
        assertThat(tpch.replication()).isEqualTo(1);
        assertThat(tpch.keep()).isTrue();
        assertThat(TpchQueries.QUERIES.get("q9").tables())
                .containsExactly("lineitem", "nation", "orders", "part", "partsupp", "supplier");
        assertThat(TpchQueries.QUERIES.get("q22").tables()).containsExactly("customer", "orders");
    }

    @Test
    void applicationsHaveJobsWithPoolsStartsAndNamesOfTheirOwn() {
        List<WorkloadStep> steps = steps("""
                - applications:
                    run:
                      first: [{query: q9, pool: large}, {sort: 2MiB, start: 1500ms}, {query: q6, pool: small}]
                      second: [{sort: 1MiB}, {query: q6}, {sort: 3MiB}]
                    scale: 0.02
                    writers: driver
                    keep: true
                - sort: {size: 1MiB}
                """);
        ApplicationsStep step = (ApplicationsStep) steps.get(0);

        assertThat(step.run().get(0).jobs())
                .containsExactly(
                        new ApplicationsStep.Job("q9", "q9", 0, "large", Duration.ZERO),
                        new ApplicationsStep.Job("sort", "", 2 << 20, "", Duration.ofMillis(1500)),
                        new ApplicationsStep.Job("q6", "q6", 0, "small", Duration.ZERO));
        assertThat(step.run().get(1).jobs())
                .extracting(ApplicationsStep.Job::name)
                .containsExactly("sort-1", "q6", "sort-2");
        assertThat(step.input().queries()).containsExactly("q6", "q9");
        assertThat(step.input().texts())
                .containsExactly(
                        entry("texts/first/sort", 2L << 20),
                        entry("texts/second/sort-1", 1L << 20),
                        entry("texts/second/sort-2", 3L << 20));
        assertThat(step.input().keep()).isTrue();
        assertThat(step.needs().hosts().named()).containsExactly("driver");
        assertThat(WorkloadRounds.applications(steps)).containsExactly("", "first", "second");
        assertThat(WorkloadRounds.applications(steps.subList(0, 1))).containsExactly("first", "second");
    }

    @Test
    void flowsAreDrawnByPatternAndSeedWhicheverOthersRun() {
        FlowsStep step = (FlowsStep) steps("[{flows: {patterns: all, duration: 10s, start: {random: 4s}}}]")
                .get(0);
        Topology topology =
                Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e6).build();
        List<String> hosts = topology.hosts().stream().map(Host::name).toList();

        assertThat(step.patterns()).isEqualTo(TrafficPattern.EVALUATED);
        assertThat(step.needs().spark()).isFalse();
        List<HostFlow> flows = step.flows(topology, hosts, "stride-8", new Random(3));
        assertThat(flows)
                .hasSize(16)
                .isEqualTo(step.withPatterns(List.of("stride-8")).flows(topology, hosts, "stride-8", new Random(3)))
                .allSatisfy(flow -> {
                    assertThat(flow.startSeconds()).isBetween(0.0, 4.0);
                    assertThat(flow.seconds()).isEqualTo(10);
                });
        assertThat(flows.get(0).to()).isEqualTo("h9");
        assertThat(step.withPatterns(List.of("all"))).isEqualTo(step);
        assertThatThrownBy(() -> step.withPatterns(List.of("stride")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no traffic pattern 'stride'");
    }

    @Test
    void everyKindHasItsKey() {
        List<WorkloadStep> steps = steps("""
                - write: {size: 1MiB}
                - read: {from: write}
                - tpch: {scale: 0.1, queries: q1}
                - sort: {size: 1MiB}
                - word-count: {size: 1MiB}
                - skewed: {operation: sort, exponent: 1, size: 1MiB}
                - mix: {jobs: {a: [{search: 1MiB}]}}
                - applications: {run: {a: [{sort: 1MiB}]}}
                - flows: {patterns: stride-1, bytes: 1MB}
                - spark: {jar: pom.xml, class: A}
                """);

        assertThat(steps).extracting(WorkloadStep::kind).containsExactly(StepKind.values());
    }

    @Test
    void skewedRowsAreReadByExponent() {
        SkewedStep step = (SkewedStep) steps(
                        "[{skewed: {operation: [join, sort], exponent: [3, 0.80, 1e0], size: 1MiB, keys: 50, keep: true}}]")
                .get(0);

        assertThat(step.operations()).containsExactly(SkewedOperation.JOIN, SkewedOperation.SORT);
        assertThat(step.input().rows())
                .containsExactly(
                        entry("3", new SkewedRows(3, 50, 100, 1 << 20)),
                        entry("0.8", new SkewedRows(0.8, 50, 100, 1 << 20)),
                        entry("1", new SkewedRows(1, 50, 100, 1 << 20)));
        assertThat(step.input().keep()).isTrue();
        assertThat(step.needs().bytesWritten(List.of("h1"))).isEqualTo(3 << 20);
    }

    @Test
    void whatAStepWritesIsKnownBeforeItRuns() {
        List<String> dataNodes = List.of("h1", "h2", "h3");
        List<WorkloadStep> steps = steps("""
                - write: {on: 2, files: 3, size: 16MiB}
                - read: {from: write}
                - tpch: {scale: 0.1, queries: q1}
                - sort: {jobs: 2, size: 3MiB}
                - word-count: {size: 5MiB}
                - applications: {run: {a: [{sort: 1MiB}, {query: q1}], b: [{sort: 2MiB}]}, scale: 0.2}
                """);

        assertThat(steps)
                .extracting(step -> step.needs().bytesWritten(dataNodes))
                .containsExactly(96L << 20, 0L, 110_000_000L, 12L << 20, 5L << 20, 220_000_000L + (6L << 20));
    }

    @Test
    void hostsDrawnByOneSeedAreTheSame() {
        List<String> hosts = List.of("a", "b", "c", "d");

        assertThat(new HostChoice.Count(6).choose(hosts, new Random(1)))
                .hasSize(6)
                .containsAll(hosts)
                .isEqualTo(new HostChoice.Count(6).choose(hosts, new Random(1)));
        assertThat(new HostChoice.All().choose(hosts, new Random(1))).isEqualTo(hosts);
    }
}
