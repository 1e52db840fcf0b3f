// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fairlead.spark.Soon.soon;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver's picture, with a real controller over HTTP and without one. */
class LiveClusterTest {
    private static final double C = 1e6;

    @TempDir
    private Path directory;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 2, 2, C, 1).build();

    private SparkConf conf() throws Exception {
        Path file = directory.resolve("topology.yaml");
        Files.writeString(file, TopologyFile.text(topology));
        return new SparkConf(false)
                .set("spark.fairlead.topology.file", file.toString())
                .set("spark.fairlead.heartbeat.interval", "30s");
    }

    static SparkConf conf(Controller controller, String application) {
        Endpoint endpoint = new Endpoint("127.0.0.1", controller.address().getPort());
        return new SparkConf(false)
                .set("spark.fairlead.controllers", endpoint.toString())
                .set("spark.fairlead.application", application);
    }

    /** @param interval figures grow old in multiples of it */
    private Controller controller(Duration interval) throws Exception {
        return Controller.start(
                ControllerSettings.of(topology)
                        .interval(interval)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .trustAddresses(true),
                TimeSource.SYSTEM);
    }

    static LiveCluster start(SparkConf conf) {
        return LiveCluster.start(
                ClusterSettings.from(conf), host -> "r" + host.charAt(1), name -> List.of(), TimeSource.SYSTEM);
    }

    /** Of a host that sends a tenth of its link and receives a fifth, and whose disk is busy half the time. */
    private static Heartbeat sample(String host, long sequence) {
        return sample(host, sequence, 500);
    }

    /** @param busyMillis of each second, for which its disk is busy */
    private static Heartbeat sample(String host, long sequence, long busyMillis) {
        return new Heartbeat(
                "",
                host,
                1,
                sequence,
                sequence * 1_000_000_000L,
                1000,
                List.of(new Heartbeat.Nic("eth0", 200_000 * sequence, 100_000 * sequence)),
                List.of(new Heartbeat.Disk("sda", 0, 0, busyMillis * sequence)),
                7);
    }

    private static SwitchCounters crossed(String link, long sequence) {
        List<SwitchCounters.LinkBytes> links = List.of(new SwitchCounters.LinkBytes(link, 1000 * sequence));
        return new SwitchCounters("", "switches", 1, sequence, sequence * 1_000_000_000L, links);
    }

    static ClusterView view(LiveCluster cluster) {
        return cluster.snapshot().orElseThrow().network().view();
    }

    private static int host(LiveCluster cluster, String name) {
        return cluster.snapshot().orElseThrow().host(name);
    }

    private static int up(LiveCluster cluster, String name) {
        return cluster.snapshot().orElseThrow().topology().routes().upLink(host(cluster, name));
    }

    @Test
    void withoutAControllerExecutorsSamplesAreTheView() throws Exception {
        try (LiveCluster cluster = start(conf())) {
            assertThat(view(cluster).isBlind(System.nanoTime())).isTrue();
            int h1 = host(cluster, "h1");
            assertThat(cluster.gap(h1)).isEqualTo(MissingCounters.LINKS);
            cluster.sampled(h1, sample("h1", 1));
            cluster.sampled(h1, sample("h1", 2));
            int up = up(cluster, "h1");
            soon("the link is known", () -> view(cluster).knowledge(up, System.nanoTime()) == Freshness.FRESH);
            assertThat(view(cluster).latest(up)).isEqualTo(100_000);
            assertThat(view(cluster).status(h1).diskBusy()).isEqualTo(0.5);
            assertThat(cluster.snapshot().orElseThrow().network().available(up, System.nanoTime()))
                    .isEqualTo(0.9 * C);
            assertThat(cluster.enforcement()).isTrue();
            assertThat(cluster.lacksController()).isFalse();
        }
    }

    @Test
    void oneLostExecutorIsNoReasonAndTwoOfAHostAre() throws Exception {
        try (LiveCluster cluster = start(conf())) {
            for (String name : List.of("h1", "h2", "h3", "h4")) {
                cluster.heard(host(cluster, name), 30_000);
            }
            cluster.failed("h2", "executor 1");
            cluster.failed("h3", "executor 2");
            cluster.failed("h3", "executor 3");

            soon("h3 is suspected", () -> cluster.bars("h3", 1));
            assertThat(cluster.bars("h2", 1)).isFalse();
        }
    }

    @Test
    void whatANameNodeElsewhereTellsTheControllerIsAvoidedHere() throws Exception {
        try (Controller controller = controller(Duration.ofSeconds(1));
                LiveCluster cluster = start(conf(controller, "app"))) {
            List<WitnessReport.Datanode> datanodes = topology.hosts().stream()
                    .map(host -> new WitnessReport.Datanode(host.name(), 0))
                    .toList();
            List<WitnessReport.Failure> failures =
                    List.of(new WitnessReport.Failure("h3", "a", 0), new WitnessReport.Failure("h3", "b", 0));
            WitnessReport report = new WitnessReport("", "nn:8020", 1, 1, 1, 10_000, 3000, datanodes, failures);
            Endpoint endpoint = new Endpoint("127.0.0.1", controller.address().getPort());
            try (ControllerClient nameNode = new ControllerClient(List.of(endpoint), Credentials.NONE)) {
                nameNode.report(report);
            }

            soon("h3 is suspected", () -> cluster.bars("h3", 1));
            assertThat(cluster.bars("h2", 1)).isFalse();
        }
    }

    @Test
    void withoutATopologyTheHostsOfExecutorsMakeOneThatGrows() throws Exception {
        SparkConf conf = new SparkConf(false).set("spark.fairlead.heartbeat.interval", "30s");
        try (LiveCluster cluster = start(conf)) {
            assertThat(cluster.snapshot()).isEmpty();
            cluster.met("a1", C);
            cluster.met("b1", 0);
            soon("two hosts", () -> knows(cluster, "b1"));
            int a1 = host(cluster, "a1");
            cluster.sampled(a1, sample("a1", 1));
            cluster.sampled(a1, sample("a1", 2));
            cluster.launched(1, -1, a1, 5e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
            soon("a figure", () -> view(cluster).latest(up(cluster, "a1")) == 100_000);

            cluster.met("a2", Double.NaN);
            cluster.met("a1", 9 * C);
            soon("three hosts", () -> knows(cluster, "a2"));
            Topology found = cluster.snapshot().orElseThrow().topology();
            assertThat(found.racks()).containsOnlyKeys("r1", "r2");
            assertThat(found.links().get(up(cluster, "a1")).bytesPerSecond()).isEqualTo(C);
            assertThat(found.links().get(up(cluster, "a2")).bytesPerSecond()).isEqualTo(125e6);
            assertThat(host(cluster, "a1")).as("hosts keep their numbers").isEqualTo(a1);
            assertThat(view(cluster).latest(up(cluster, "a1")))
                    .as("what was measured is still known")
                    .isEqualTo(100_000);
            soon(
                    "what runs is still to come",
                    () -> cluster.snapshot().orElseThrow().bytesToReceive(a1) == 5e6);
            cluster.ended(1);
            assertThat(cluster.snapshot().orElseThrow().bytesToReceive(a1)).isZero();
        }
    }

    private static boolean knows(LiveCluster cluster, String host) {
        return cluster.snapshot().filter(now -> now.host(host) >= 0).isPresent();
    }

    @Test
    void aControllersFiguresCountAndSamplesFillTheGaps() throws Exception {
        try (Controller controller = controller(Duration.ofSeconds(60));
                LiveCluster cluster = start(conf(controller, "app-1"))) {
            soon("a picture", () -> cluster.snapshot().isPresent());
            controller.reports().take(sample("h1", 1), Optional.empty());
            controller.reports().take(sample("h1", 2), Optional.empty());
            int h2 = host(cluster, "h2");
            cluster.sampled(h2, sample("h2", 1));
            cluster.sampled(h2, sample("h2", 3));
            soon(
                    "both",
                    () -> view(cluster).latest(up(cluster, "h1")) > 0
                            && view(cluster).latest(up(cluster, "h2")) > 0);
            assertThat(cluster.gap(host(cluster, "h1"))).isEqualTo(MissingCounters.NONE);
            assertThat(cluster.gap(h2)).isEqualTo(MissingCounters.LINKS);
            for (int sequence = 1; sequence <= 2; sequence++) {
                controller.reports().take(crossed("h3->e2", sequence));
            }
            soon("a switch", () -> cluster.gap(host(cluster, "h3")) == MissingCounters.DISKS);
            controller.enforcement(false);
            soon("the kill switch", () -> !cluster.enforcement());
        }
    }

    @Test
    void whatOneApplicationLaunchesKeepsAnotherAway() throws Exception {
        try (Controller controller = controller(Duration.ofSeconds(60));
                LiveCluster first = start(conf(controller, "app-1"));
                LiveCluster second = start(conf(controller, "app-2"))) {
            for (int sequence = 1; sequence <= 2; sequence++) {
                for (String host : List.of("h1", "h2", "h3", "h4")) {
                    controller.reports().take(sample(host, sequence), Optional.empty());
                }
            }
            soon(
                    "both see",
                    () -> first.snapshot().isPresent() && second.snapshot().isPresent());
            soon("a figure", () -> view(first).latest(up(first, "h3")) > 0);
            first.launched(
                    1, host(first, "h3"), host(first, "h1"), 1e9, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
            soon("told", () -> view(second).committed(up(second, "h3")) > 0);
            assertThat(view(first).committed(up(first, "h3"))).as("of itself").isZero();
            assertThat(view(second).committed(up(second, "h3"))).isEqualTo(0.8 * C);
            first.ended(1);
            soon("taken back", () -> view(second).committed(up(second, "h3")) == 0);
        }
    }

    @Test
    void whenTheControllerIsGoneItsFiguresAgeAndSamplesAreWanted() throws Exception {
        Controller controller = controller(Duration.ofSeconds(1));
        try (LiveCluster cluster = start(conf(controller, "app-1"))) {
            soon("a picture", () -> cluster.snapshot().isPresent());
            controller.reports().take(sample("h1", 1), Optional.empty());
            controller.reports().take(sample("h1", 2), Optional.empty());
            int h1 = host(cluster, "h1");
            soon("a figure", () -> view(cluster).latest(up(cluster, "h1")) > 0);
            soon("a busy disk", () -> view(cluster).status(h1).diskBusy() == 0.5);
            soon("somebody admits", () -> !cluster.lacksController());
            controller.close();
            soon("nobody admits", cluster::lacksController);
            soon("samples are wanted", () -> cluster.gap(h1) == MissingCounters.LINKS);
            cluster.sampled(h1, sample("h1", 1, 0));
            cluster.sampled(h1, sample("h1", 2, 0));
            int up = up(cluster, "h1");
            soon("seen again", () -> view(cluster).knowledge(up, System.nanoTime()) != Freshness.UNKNOWN);
            soon("its disk, too", () -> view(cluster).status(h1).diskBusy() == 0);
            soon("nobody admits whatever executors count", cluster::lacksController);
        } finally {
            controller.close();
        }
    }

    @Test
    void theClairvoyantIsToldTheLoadToCome() throws Exception {
        Path file = directory.resolve("clairvoyant.json");
        Files.writeString(
                file,
                "{\"startEpochMillis\": " + System.currentTimeMillis() + ", \"links\": {\"h1->e1\": [[0, 600000]]}}");
        SparkConf conf = conf().set("spark.fairlead.load.model", "clairvoyant")
                .set("spark.fairlead.clairvoyant.file", file.toString());
        try (LiveCluster cluster = start(conf)) {
            assertThat(cluster.snapshot().orElseThrow().network().available(up(cluster, "h1"), System.nanoTime()))
                    .isCloseTo(0.4 * C, within(1.0));
        }
    }

    @Test
    void peopleKnowAnApplicationByItsName() throws Exception {
        Optional<Identity> token = Optional.of(Identity.of(Role.APPLICATION, List.of("etl")));
        SparkConf conf = conf().set("spark.app.name", "nightly report <b>");
        ClusterSettings settings = ClusterSettings.from(conf);
        assertThat(settings.applicationFor(token))
                .startsWith("etl/nightly-report-b-")
                .isNotEqualTo(settings.applicationFor(token));
        assertThat(settings.applicationFor(Optional.empty())).startsWith("nightly-report-b-");
        assertThat(ClusterSettings.from(conf.set("spark.fairlead.application", "own"))
                        .applicationFor(token))
                .isEqualTo("own");
    }

    @Test
    void wrongSettingsAreNamed() throws Exception {
        SparkConf conf = conf();
        assertThatThrownBy(() -> ClusterSettings.from(conf.clone().set("spark.fairlead.load.model", "best")))
                .hasMessage("spark.fairlead.load.model: no load model 'best'; accepted: fairlead, sinbad, clairvoyant");
        assertThatThrownBy(() -> ClusterSettings.from(conf.clone().set("spark.fairlead.load.model", "clairvoyant")))
                .hasMessageStartingWith("spark.fairlead.clairvoyant.file: missing");
        assertThatThrownBy(() -> ClusterSettings.from(conf.clone().set("spark.fairlead.heartbeat.interval", "1ms")))
                .hasMessageContaining("1 ms is not from 100ms to 60s");
        assertThatThrownBy(() -> ClusterSettings.from(conf.clone().set("spark.fairlead.controllers", "a b")))
                .hasMessageStartingWith("spark.fairlead.controllers: ");
        assertThatThrownBy(() -> ClusterSettings.from(conf.clone().set("spark.fairlead.paths.together", "on")))
                .hasMessage("spark.fairlead.paths.together: 'on' is not one of true, false");
    }
}
