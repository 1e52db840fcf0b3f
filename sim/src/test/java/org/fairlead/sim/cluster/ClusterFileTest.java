// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.topology.Link;
import org.fairlead.protocol.shipped.ShippedFiles;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;
import org.fairlead.sim.cluster.Cluster.Disk;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.cluster.Cluster.Machine;
import org.fairlead.sim.cluster.Cluster.Slowdown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster's file: what a short one means, what a long one may say, and the one error of a bad one. */
final class ClusterFileTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final ShippedFiles SHIPPED = new ShippedFiles(REPOSITORY);
    private static final String SHORT = """
            name: six lines
            topology:
              tree: {racks: 2, hosts-per-rack: 2, host-link: 1gbit}
            framework: hadoop
            machines: {map-slots: 4, reduce-slots: 2}
            hdfs: {block-size: 256MiB}
            """;

    private static Cluster cluster(String text) {
        return ClusterFile.from(Yaml.parse("c.yaml", text), Path.of("."), SHIPPED);
    }

    @Test
    void sixLinesMakeACluster() {
        Cluster cluster = cluster(SHORT);

        assertThat(cluster.name()).isEqualTo("six lines");
        assertThat(cluster.framework()).isEqualTo(Framework.HADOOP);
        assertThat(cluster.fileSystem()).isEqualTo(new Cluster.FileSystem(256L << 20, 3));
        assertThat(cluster.costs()).isEqualTo(CostKeys.HADOOP);
        assertThat(cluster.background()).isEmpty();
        assertThat(cluster.machines())
                .extracting(machine ->
                        cluster.topology().nodes().get(machine.host()).name())
                .containsExactly("h1", "h2", "h3", "h4");
        assertThat(cluster.machines()).allSatisfy(machine -> {
            assertThat(machine.mapSlots()).isEqualTo(4);
            assertThat(machine.reduceSlots()).isEqualTo(2);
            assertThat(machine.processors()).isEqualTo(4);
            assertThat(machine.disks()).containsExactly(new Disk(100e6, 0.05, 0.5));
            assertThat(machine.stores()).isTrue();
            assertThat(machine.processorPool()).isEqualTo(-1);
        });
    }

    @Test
    void aHostMayDifferInSomeThings() {
        Cluster cluster = cluster(SHORT + """
                machines-by-host:
                  - {hosts: [h2, h4], map-slots: 1, disks: 3, disk: 55MB/s}
                  - {hosts: h3, disks: [{rate: 10MB/s}, {rate: unlimited, seek-share: 0}], processor-pool: 7, stores: no, page-cache: yes}
                """);

        Machine second = cluster.machines().get(1);
        assertThat(second.mapSlots()).isEqualTo(1);
        assertThat(second.reduceSlots()).isEqualTo(2);
        assertThat(second.disks()).hasSize(3).containsOnly(new Disk(55e6, 0.05, 0.5));
        Machine third = cluster.machines().get(2);
        assertThat(third.mapSlots()).isEqualTo(4);
        assertThat(third.disks())
                .containsExactly(new Disk(10e6, 0.05, 0.5), new Disk(Double.POSITIVE_INFINITY, 0, 0.5));
        assertThat(third.processorPool()).isEqualTo(7);
        assertThat(third.pageCache()).isTrue();
        assertThat(third.stores()).isFalse();
    }

    @Test
    void rolesSayWhoStoresAndWhoComputes() {
        Cluster cluster = cluster("{topology: storage-and-compute, framework: spark, machines: {slots: 3}}");

        assertThat(cluster.machines().stream().filter(Machine::stores)).hasSize(12);
        assertThat(cluster.machines().stream().filter(machine -> machine.mapSlots() > 0))
                .hasSize(4)
                .allMatch(machine -> !machine.stores() && machine.mapSlots() == 3 && machine.reduceSlots() == 0);
        assertThat(cluster.machines()).hasSize(16);
    }

    @Test
    void executorsOfSparkMayHaveMemory() {
        String spark = "{topology: four-racks, framework: spark, on: [h1, h2], machines: {executor-memory: %s},"
                + " machines-by-host: [{hosts: h2, executor-memory: 1GiB}]}";
        Cluster cluster = cluster(spark.formatted("2GiB"));

        assertThat(cluster.machines()).extracting(Machine::executorMemoryBytes).containsExactly(2L << 30, 1L << 30);
        assertThat(cluster("{topology: four-racks, framework: spark}").machines())
                .allMatch(machine -> machine.executorMemoryBytes() == 0);
        assertSame(cluster, cluster(ClusterFile.text(cluster)));
        assertThatThrownBy(() -> cluster(spark.formatted("0")))
                .hasMessageContaining("machines.executor-memory: an executor has 1 byte to 1 PiB of memory");
        assertThatThrownBy(() -> cluster(spark.formatted("much"))).hasMessageContaining("executor-memory: 'much'");
    }

    @Test
    void onSaysItInsteadOfRoles() {
        Cluster cluster = cluster("{topology: four-racks, on: [h5, n1]}");

        assertThat(cluster.machines()).hasSize(2).allMatch(machine -> machine.stores() && machine.mapSlots() == 2);
    }

    @Test
    void aSlowDiskOfTheTopologyIsTheMachines() {
        Cluster cluster = cluster("topology: slow-disk");

        assertThat(cluster.machines().get(4).disks()).containsExactly(new Disk(5e6, 0.05, 0.5));
    }

    @Test
    void loadsOfTheBackgroundOnALinkAddUpWhileTheyLast() {
        Cluster cluster = cluster(SHORT + """
                background:
                  - {link: "e1->c1", load: 10%}
                  - {link: "e*->c1", from: 10s, to: 20s, load: 80mbit}
                  - {host: h3, direction: in, from: 5s, load: 50%}
                """);

        assertThat(cluster.background().stream().map(load -> at(cluster, load)))
                .containsExactly(
                        "0.0 e1->c1 2.5E7",
                        "5.0 e2->h3 6.25E7",
                        "10.0 e1->c1 3.5E7",
                        "10.0 e2->c1 1.0E7",
                        "20.0 e1->c1 2.5E7",
                        "20.0 e2->c1 0.0");
    }

    @Test
    void aClusterSaysHowGuaranteedRatesShareLinks() {
        Cluster htb = cluster("{topology: four-racks, guarantees: htb}");

        assertThat(htb.guarantees()).isEqualTo(SharingRule.HTB);
        assertThat(cluster("topology: four-racks").guarantees()).isEqualTo(SharingRule.MAX_MIN_WITH_MINIMA);
        assertSame(htb, cluster(ClusterFile.text(htb)));
        assertThatThrownBy(() -> cluster("{topology: four-racks, guarantees: max-min}"))
                .hasMessageContaining(
                        "guarantees: 'max-min' (did you mean 'max-min-with-minima'?); accepted: max-min-with-minima, htb");
    }

    @Test
    void processorsAndDisksMayBeSlowForAWhileOrAgainAndAgain() {
        Cluster cluster = cluster(SHORT + """
                slow:
                  - {host: h3, processors: 10%}
                  - {host: h3, disks: 50%, from: 10s, to: 1min, on: 5s, off: 7s}
                """);
        int h3 = cluster.topology().host("h3").index();
        double never = Double.POSITIVE_INFINITY;

        assertThat(cluster.slowdowns())
                .containsExactly(
                        new Slowdown(h3, Slowdown.Part.PROCESSORS, 0.1, 0, never, never, 0),
                        new Slowdown(h3, Slowdown.Part.DISKS, 0.5, 10, 60, 5, 7));
        assertThat(cluster(ClusterFile.text(cluster)).slowdowns()).isEqualTo(cluster.slowdowns());
    }

    @Test
    void aFlowLoadsOneOfItsPathsOrAllOfThemAlike() {
        String fatTree = "topology: {name: t, fat-tree: {k: 4, link: 100mbit}}\nframework: spark\nbackground:\n";
        Cluster spread = cluster(fatTree + "  - {flow: h1->h13, load: 80%}\n");
        Cluster named = cluster(fatTree + "  - {flow: h1->h13, load: 80mbit, via: c2}\n");
        Cluster drawn = cluster(fatTree + "  - {flow: h1->h13, load: 80mbit, paths: one, seed: 7}\n");

        assertThat(toCores(spread)).containsExactly("c1 2500000.0", "c2 2500000.0", "c3 2500000.0", "c4 2500000.0");
        assertThat(toCores(named)).containsExactly("c2 1.0E7");
        assertThat(toCores(drawn)).hasSize(1);
        assertThat(drawn.background()).hasSize(6);
        assertSame(drawn, cluster(ClusterFile.text(drawn)));
    }

    private static List<String> toCores(Cluster cluster) {
        return cluster.background().stream()
                .filter(load -> link(cluster, load).to().name().startsWith("c"))
                .map(load -> link(cluster, load).to().name() + " " + load.bytesPerSecond())
                .sorted()
                .toList();
    }

    private static Link link(Cluster cluster, BackgroundLoad load) {
        return cluster.topology().links().get(load.link());
    }

    private static String at(Cluster cluster, BackgroundLoad load) {
        return load.atSeconds() + " " + link(cluster, load).name() + " " + load.bytesPerSecond();
    }

    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(REPOSITORY.resolve("clusters"))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void shippedClustersAreReadAndWrittenAndReadAgain(Path file) {
        Cluster cluster = ClusterFile.read(file);

        assertThat(cluster.name() + ".yaml").isEqualTo(file.getFileName().toString());
        assertSame(cluster, cluster(ClusterFile.text(cluster)));
    }

    @Test
    void allThatAFileSaysSurvivesBeingWritten() {
        Cluster cluster = cluster(SHORT + """
                on: [h1, h2, h4]
                machines-by-host:
                  - {hosts: [h2, h4], map-slots: 1, disks: [{rate: 10MB/s}, {rate: unlimited}], processors: 1.5, processor-pool: 0, page-cache: yes}
                costs: {heartbeat: 0.3s, tasks-per-heartbeat: 2, reduce-start: 0.7, status: 500ms, status-delay: 1ms, task-launch: 1.25,
                  task-end: 0.1, job-start: 4, block-setup: 3ms, block-end: 4ms, read-setup: 5ms, wire-share: 1.1}
                background:
                  - {link: "h1->e1", from: 1.5s, to: 3s, load: 33.3%}
                  - {link: "h1->e1", from: 2s, load: 5%}
                """);

        assertSame(cluster, cluster(ClusterFile.text(cluster)));
    }

    /** Nodes and links may be numbered otherwise; all the rest is equal. */
    private static void assertSame(Cluster one, Cluster other) {
        assertThat(TopologyFile.text(other.topology())).isEqualTo(TopologyFile.text(one.topology()));
        assertThat(other.name()).isEqualTo(one.name());
        assertThat(other.framework()).isEqualTo(one.framework());
        assertThat(other.fileSystem()).isEqualTo(one.fileSystem());
        assertThat(other.costs()).isEqualTo(one.costs());
        assertThat(other.guarantees()).isEqualTo(one.guarantees());
        assertThat(named(other)).isEqualTo(named(one));
        assertThat(other.background().stream().map(load -> at(other, load)))
                .containsExactlyInAnyOrderElementsOf(
                        one.background().stream().map(load -> at(one, load)).toList());
    }

    private static List<String> named(Cluster cluster) {
        return cluster.machines().stream()
                .map(machine -> cluster.topology().nodes().get(machine.host()).name()
                        + machine.toString().replaceFirst("host=\\d+", ""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "framework: mesos | c.yaml:1: framework: 'mesos'; accepted: hadoop, spark",
                "machine: {} | c.yaml:1: machine: unknown key (did you mean 'machines'?)",
                "machines: {slots: 4} | c.yaml:1: machines.slots: unknown key",
                "machines: {disk: fast} | machines.disk: 'fast' is not a rate such as",
                "machines: {disk: fast} | or 'unlimited'",
                "machines: {disks: 0} | machines.disks: '0' is not a whole number from 1 to 1000",
                "machines: {map-slots: 0} | topology: no host of it has a slot",
                "machines: {stores: no} | topology: no host of it stores blocks",
                "machines: {executor-memory: 2GiB} | c.yaml:1: machines.executor-memory: unknown key",
                "machines-by-host: [{hosts: [h9]}] | machines-by-host[0].hosts: no host 'h9' in topology 't'",
                "machines-by-host: [{hosts: h1}, {hosts: h1}] | machines-by-host[1].hosts: host 'h1' stands twice",
                "on: h7 | on: no host 'h7' in topology 't'",
                "hdfs: {block-size: 0} | hdfs.block-size: a block has at least 1 byte",
                "hdfs: {replication: 0} | hdfs.replication: '0' is not a whole number from 1 to 100",
                "costs: {heartbeat: 0s} | costs.heartbeat: below 1ms",
                "costs: {reduce-start: 2} | costs.reduce-start: '2' is not a number from 0.0 to 1.0",
                "background: [{link: x, load: 1}] | background[0].link: no link 'x' in topology 't'; FROM->TO is expected",
                "background: [{host: h1}] | background[0].load: is missing",
                "background: [{load: 1}] | background[0]: exactly one of 'link', 'host' and 'flow' is expected",
                "background: [{flow: h1, load: 1}] | background[0].flow: 'h1' is not FROM->TO, two hosts",
                "background: [{flow: h1->h1, load: 1}] | background[0].flow: there is no path from 'h1' to another host 'h1'",
                "background: [{flow: h1->h2, load: 1, via: c9}] | background[0].via: no shortest path from 'h1' to 'h2' crosses c9; switches on such paths are e1",
                "background: [{flow: h1->h2, load: 1, via: []}] | background[0].via: at least one switch is expected",
                "background: [{flow: h1->h2, load: 1, paths: two}] | background[0].paths: 'two'; accepted: all, one",
                "background: [{flow: h1->h2, load: 1, paths: all, via: e1}] | background[0].paths: 'all' does not go with 'via'",
                "background: [{host: h1, load: 1, paths: one}] | background[0].paths: belongs to 'flow'",
                "background: [{flow: h1->h2, load: 2gbit}] | more than link",
                "background: [{host: h1, load: 2gbit}] | more than link h1->e1 carries, 1gbit",
                "background: [{host: h1, load: 0%}] | '0%' is not a share above 0% and up to 100%",
                "background: [{host: h1, load: 1%, from: 2s, to: 1s}] | background[0].to: not after 'from'",
                "slow: [{processors: 10%}] | slow[0].host: is missing",
                "slow: [{host: h9, disks: 10%}] | slow[0].host: no host 'h9' in topology 't'",
                "slow: [{host: h1}] | slow[0]: exactly one of 'processors' and 'disks' is expected",
                "slow: [{host: h1, disks: 10%, processors: 10%}] | slow[0]: exactly one of 'processors' and 'disks' is expected",
                "slow: [{host: h1, disks: 100%}] | slow[0].disks: '100%' is not the share that is left, above 0% and below 100%",
                "slow: [{host: h1, processors: half}] | slow[0].processors: 'half' is not the share that is left",
                "slow: [{host: h1, disks: 10%, on: 1s}] | slow[0]: 'on' and 'off' belong together",
                "slow: [{host: h1, disks: 10%, on: 1s, off: 0s}] | slow[0].off: ",
                "slow: [{host: h1, disks: 10%, from: 2s, to: 1s}] | slow[0].to: not after 'from'",
            })
    void whatIsWrongIsSaidWithItsPlace(String line, String message) {
        String text = line + "\ntopology: {name: t, tree: {racks: 1, hosts-per-rack: 2, host-link: 1gbit}}\n";

        assertThatThrownBy(() -> cluster(text))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("c.yaml:");
    }

    @Test
    void whatNeverLimitsOrIsSharedCannotBeSlow() {
        String two = "topology: {name: t, tree: {racks: 1, hosts-per-rack: 2, host-link: 1gbit}}\n";

        assertThatThrownBy(() -> cluster(two + "machines: {disk: unlimited}\nslow: [{host: h1, disks: 10%}]\n"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("slow[0].disks: the host's disks never limit: give them a rate with 'disk'");
        assertThatThrownBy(() -> cluster(two + "machines: {processor-pool: 0}\nslow: [{host: h1, processors: 10%}]\n"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("slow[0].processors: the host's processors belong to a pool");
        assertThatThrownBy(() -> cluster(two + "on: h2\nslow: [{host: h1, processors: 10%}]\n"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("slow[0].host: host 'h1' has no machine that could be slow");
    }

    @Test
    void aTopologyThatIsNowhereIsNamed() {
        assertThatThrownBy(() -> cluster("topology: nowhere"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("c.yaml:1: topology: no topology 'nowhere'");
    }

    @Provide
    Arbitrary<String> damaged() {
        String whole = SHORT
                + "machines-by-host: [{hosts: [h1, h2], disks: [{rate: 1MB/s}]}]\n"
                + "costs: {heartbeat: 1s}\nbackground: [{link: \"e*->c1\", from: 1s, to: 2s, load: 10%}]\n";
        return Arbitraries.integers().between(0, whole.length() - 1).flatMap(at -> Arbitraries.of(
                        "", " ", "-1", "1e400", "[", "}", ": ", "*", "\\E", "\u0000", "null", "%", "9999999999")
                .map(put -> whole.substring(0, at) + put + whole.substring(Math.min(whole.length(), at + 2))));
    }

    @Property(tries = 2000)
    void aDamagedFileIsReadOrRefused(@ForAll @From("damaged") String text) {
        try {
            assertThat(cluster(text).machines()).isNotEmpty();
        } catch (InvalidFileException e) {
            assertThat(e).hasMessageStartingWith("c.yaml");
        }
    }
}
