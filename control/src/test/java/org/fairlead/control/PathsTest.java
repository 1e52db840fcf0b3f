// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.path.PathSettings;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths of what applications request, over HTTP: planned where there is room, sent to whose they are, and ended by the kill switch. */
final class PathsTest {
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 1e6, 1e6)
            .build();
    private static final Duration SOON = Duration.ofSeconds(10);

    private static ControllerSettings settings(Mode mode) {
        return ControllerSettings.of(ROOTS)
                .bind(Trial.loopback(0))
                .trustAddresses(true)
                .paths(PathSettings.OFF.mode(mode));
    }

    /** On the switches' clock, of the last report. */
    private int second;

    /** Links of the first root are full, those of the second idle; measured now. */
    private void measure(Controller controller) throws RefusedException {
        for (int report = 0; report < 3; report++) {
            second++;
            List<SwitchCounters.LinkBytes> counts = new ArrayList<>();
            for (Link link : ROOTS.links()) {
                boolean full = link.name().contains("c1");
                counts.add(new SwitchCounters.LinkBytes(link.name(), full ? second * 950_000L : 0));
            }
            controller.reports().take(new SwitchCounters("", "all", 1, second, second * 1_000_000_000L, counts));
        }
    }

    private static FlowRequests request(long sequence, FlowRequests.Flow... flows) {
        return FlowRequests.of("", "app-1", 1, sequence, sequence, 60_000, 0, List.of(flows));
    }

    private static FlowRequests.Flow flow(long id, String from, String to) {
        return FlowRequests.Flow.of(id, from, to, TrafficClass.SHUFFLE, 50_000_000, 1_000_000);
    }

    private static boolean isOverSecondRoot(PathsMessage.Pair pair) {
        return ROOTS.paths(ROOTS.host(pair.from()), ROOTS.host(pair.to())).get(pair.path()).links().stream()
                .anyMatch(link -> link.name().contains("c2"));
    }

    @Test
    void aHostIsToldOfItsOwnFlowsPathsAsSoonAsTheyArePlanned() throws Exception {
        try (Controller controller = Controller.start(settings(Mode.ENFORCE), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            measure(controller);
            PathsMessage nothing = client.paths("h1", 0, 0, Duration.ZERO);
            client.paths("h2", 0, 0, Duration.ZERO);
            assertThat(nothing.pairs()).isEmpty();
            assertThat(nothing.validMillis()).isZero();

            client.commit(request(1, flow(1, "h1", "h3"), flow(2, "h2", "h4")));
            PathsMessage told = told(controller, client, "h1");

            assertThat(told.enforced()).isTrue();
            assertThat(told.validMillis()).isPositive();
            assertThat(told.pairs()).extracting(PathsMessage.Pair::to).containsExactly("h3");
            assertThat(told.pairs()).allMatch(PathsTest::isOverSecondRoot);
            assertThat(told(controller, client, "").pairs()).hasSize(2);

            long before = System.nanoTime();
            PathsMessage same = client.paths("h1", told.plan(), told.epoch(), Duration.ofMillis(300));
            assertThat(same.plan() != told.plan() || System.nanoTime() - before >= 250_000_000L)
                    .as("waits for news")
                    .isTrue();
        }
    }

    /** The first message in which something is planned for a host; links are measured meanwhile, as they are. */
    private PathsMessage told(Controller controller, ControllerClient client, String host) throws Exception {
        long end = System.nanoTime() + SOON.toNanos();
        PathsMessage told = client.paths(host, 0, 0, Duration.ZERO);
        while (told.pairs().isEmpty() && System.nanoTime() < end) {
            measure(controller);
            told = client.paths(host, told.plan(), told.epoch(), Duration.ofMillis(500));
        }
        return told;
    }

    @Test
    void theKillSwitchAndTheModeSayThatNobodyIsToSendByIt() throws Exception {
        try (Controller controller = Controller.start(settings(Mode.ENFORCE), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            measure(controller);
            client.commit(request(1, flow(1, "h1", "h3"), flow(2, "h2", "h4")));
            assertThat(told(controller, client, "h1").enforced()).isTrue();
            assertThat(told(controller, client, "").pairs())
                    .as("h2 does not ask for its paths, so it would not take them")
                    .hasSize(1);

            controller.enforcement(false);

            assertThat(Trial.soon(() -> !enforced(client))).isTrue();
        }
        try (Controller controller = Controller.start(settings(Mode.OBSERVE), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            measure(controller);
            client.commit(request(1, flow(1, "h1", "h3")));
            assertThat(told(controller, client, "h1").pairs()).hasSize(1);
            assertThat(told(controller, client, "h1").enforced()).isFalse();
        }
    }

    private static boolean enforced(ControllerClient client) {
        try {
            return client.paths("h1", 0, 0, Duration.ZERO).enforced();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsNoLongerRequestedOrNeverMeasuredHasNoPath() throws Exception {
        try (Controller controller = Controller.start(settings(Mode.ENFORCE), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            client.commit(request(1, flow(1, "h1", "h3")));
            Thread.sleep(300);
            assertThat(client.paths("h1", 0, 0, Duration.ZERO).pairs())
                    .as("blind")
                    .isEmpty();
            measure(controller);
            client.commit(request(2, flow(2, "h1", "h4")));
            assertThat(told(controller, client, "h1").pairs())
                    .extracting(PathsMessage.Pair::to)
                    .containsExactly("h4");

            client.commit(request(3));
            measure(controller);

            assertThat(Trial.soon(() -> controller.paths().paths().isEmpty())).isTrue();
        }
    }

    @Test
    void onlyWhatAnAgentCarriesOutIsPlanned() throws Exception {
        EnumSet<TrafficClass> shuffles = EnumSet.of(TrafficClass.SHUFFLE);
        try (Controller controller = Controller.start(settings(Mode.ENFORCE), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            measure(controller);
            client.commit(request(
                    1,
                    flow(1, "h1", "h3"),
                    FlowRequests.Flow.of(2, "h1", "h4", TrafficClass.BLOCK_READ, 50_000_000, 1_000_000)));
            PathsMessage told = client.paths("h1", shuffles, 0, 0, Duration.ZERO);
            long end = System.nanoTime() + SOON.toNanos();
            while (told.pairs().isEmpty() && System.nanoTime() < end) {
                measure(controller);
                told = client.paths("h1", shuffles, told.plan(), told.epoch(), Duration.ofMillis(500));
            }

            assertThat(told.pairs()).extracting(PathsMessage.Pair::trafficClass).containsExactly("shuffle");
            assertThat(client.explainPath("h1", "h4").classes())
                    .singleElement()
                    .satisfies(read -> assertThat(read.reason()).contains("no agent there carries out block-read"));
            assertThat(Trial.get(controller, "/v1/paths?host=h1&classes=gossip").body())
                    .contains("classes: no traffic class 'gossip'; accepted: replication, block-read, shuffle");
        }
    }

    @Test
    void anAgentReadsItsOwnHostsAlone(@TempDir Path directory) throws Exception {
        Path tokens = Files.createFile(
                directory.resolve("tokens"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, """
                agent:h1 0123456789abcdef0001
                application:app-1 0123456789abcdef0002
                operator 0123456789abcdef0003
                exporter:e1 0123456789abcdef0004
                """);
        try (Controller controller = Controller.start(settings(Mode.ENFORCE).tokenFile(tokens), TimeSource.SYSTEM)) {
            String own = "Bearer 0123456789abcdef0001";
            String other = "Bearer 0123456789abcdef0002";
            String operator = "Bearer 0123456789abcdef0003";

            assertThat(Trial.get(controller, "/v1/paths?host=h1", "Authorization", own)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Trial.get(controller, "/v1/paths?host=h2", "Authorization", own)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(Trial.get(controller, "/v1/paths", "Authorization", own).statusCode())
                    .isEqualTo(403);
            assertThat(Trial.get(controller, "/v1/paths?host=h1", "Authorization", other)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(Trial.get(controller, "/v1/paths?host=h2", "Authorization", operator)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Trial.soon(() -> metrics(controller).contains("fairlead_paths_followers 1.0")))
                    .as("h1's agent follows; who only reads does not")
                    .isTrue();
            assertThat(Trial.get(controller, "/v1/paths", "Authorization", "Bearer 0123456789abcdef0004")
                            .statusCode())
                    .as("who speaks for a switch reads everybody's")
                    .isEqualTo(200);
        }
    }

    @Test
    void whatIsNoHostOfTheTopologyIsNotRememberedForLater() throws Exception {
        try (Controller controller = Controller.start(settings(Mode.ENFORCE), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            client.paths("h5", 0, 0, Duration.ZERO);
            client.paths("h".repeat(4000), 0, 0, Duration.ZERO);

            controller.topology(Topologies.multiRooted(new Topology.Builder("roots"), 3, 2, 2, 1e6, 1e6)
                    .build());
            assertThat(Trial.soon(() -> controller.view().topology().hosts().size() == 6))
                    .isTrue();
            client.paths("h1", 0, 0, Duration.ZERO);

            assertThat(Trial.soon(() -> metrics(controller).contains("fairlead_paths_followers 1.0")))
                    .isTrue();
        }
    }

    private static String metrics(Controller controller) {
        return new String(controller.metrics().text(), StandardCharsets.UTF_8);
    }

    @Test
    void anUnknownPlannerIsNamedWithThoseThereAre() {
        assertThatThrownBy(() -> new PathSettings(Mode.ENFORCE, "shortest", PathSettings.OFF.classes(), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shortest")
                .hasMessageContaining("hedera");
    }
}
