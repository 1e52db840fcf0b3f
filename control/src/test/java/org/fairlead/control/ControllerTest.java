// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.fairlead.control.report.ReportAnomaly;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.ViewMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Reports in, views out, on clocks of our own. */
final class ControllerTest {
    private static final double CAPACITY = 1e6;

    private final HandDrivenTime time = new HandDrivenTime();

    private Controller start() throws Exception {
        return Controller.start(Trial.settings(), time);
    }

    private static int link(String from, String to) {
        Topology topology = Trial.CLUSTER;
        return topology.link(
                        topology.node(from).orElseThrow(), topology.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    private void take(Controller controller, Heartbeat heartbeat) throws Exception {
        controller.reports().take(heartbeat, Optional.empty());
    }

    private static void take(Controller controller, long sequence, double seconds, long bytes) throws Exception {
        controller
                .reports()
                .take(new SwitchCounters(
                        "",
                        "s",
                        1,
                        sequence,
                        Math.round(seconds * 1e9),
                        List.of(new SwitchCounters.LinkBytes("e1->c1", bytes))));
    }

    private void pass(double seconds) {
        time.pass(Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    @Test
    void ratesComeFromCountersOverTheAgentsOwnClock() throws Exception {
        try (Controller controller = start()) {
            take(controller, Trial.heartbeat("h1", 1, 1, 1));
            pass(100); // however late it arrives, and whatever any wall clock says meanwhile
            take(controller, Trial.heartbeat("h1", 1, 2, 3));
            ClusterView view = controller.reports().view();
            assertThat(view.latest(link("h1", "e1"))).isCloseTo(2e5, within(1.0));
            assertThat(view.latest(link("e1", "h1"))).isCloseTo(1e5, within(1.0));
            assertThat(view.origin(link("h1", "e1"))).isEqualTo(Origin.HOST);
            assertThat(view.status(Trial.CLUSTER.host("h1").index()).diskBusy()).isCloseTo(0.5, within(0.01));
        }
    }

    @Test
    void aRestartAndACounterThatFallsGiveNoRate() throws Exception {
        try (Controller controller = start()) {
            take(controller, Trial.heartbeat("h1", 1, 1, 1000));
            pass(1);
            take(controller, Trial.heartbeat("h1", 2, 1, 1));
            pass(1);
            Heartbeat fallen = new Heartbeat(
                    "", "h1", 2, 2, 2_000_000_000L, 1000, List.of(new Heartbeat.Nic("eth0", 0, 0)), List.of(), 0);
            take(controller, fallen);
            assertThat(controller.reports().view().measuredAtNanos(link("h1", "e1")))
                    .isEqualTo(ClusterView.NEVER);
            assertThat(controller.counts().oddities(ReportAnomaly.RESTART)).isEqualTo(1);
            assertThat(controller.counts().oddities(ReportAnomaly.COUNTER_RESET))
                    .isEqualTo(2);
        }
    }

    @Test
    void aLinkThatIsMissingInAMessageHasARateOverTheWholeTimeBetween() throws Exception {
        try (Controller controller = start()) {
            take(controller, 1, 1, 0);
            pass(1);
            controller
                    .reports()
                    .take(new SwitchCounters(
                            "", "s", 1, 2, 2_000_000_000L, List.of(new SwitchCounters.LinkBytes("e1->h1", 0))));
            pass(1);
            take(controller, 3, 3, 200_000);
            assertThat(controller.reports().view().latest(link("e1", "c1"))).isCloseTo(1e5, within(1.0));
        }
    }

    @Test
    void anAbsurdRateCountsAsAFullLink() throws Exception {
        try (Controller controller = start()) {
            take(controller, 1, 1, 0);
            pass(1);
            take(controller, 2, 2, 1L << 50);
            ClusterView view = controller.reports().view();
            assertThat(view.latest(link("e1", "c1"))).isEqualTo(CAPACITY);
            assertThat(controller.counts().oddities(ReportAnomaly.ABSURD_RATE)).isEqualTo(1);
        }
    }

    @Test
    void whatIsSilentBecomesLateAndThenUnknown() throws Exception {
        try (Controller controller = start()) {
            take(controller, 1, 1, 0);
            pass(1);
            take(controller, 2, 2, 1000);
            ClusterView view = controller.reports().view();
            int link = link("e1", "c1");
            assertThat(view.knowledge(link, time.nanoTime())).isEqualTo(Freshness.FRESH);
            assertThat(view.knowledge(link, time.nanoTime() + 2_500_000_000L)).isEqualTo(Freshness.LATE);
            assertThat(view.knowledge(link, time.nanoTime() + 3_000_000_000L)).isEqualTo(Freshness.UNKNOWN);
        }
    }

    @Test
    void anotherTopologyIsFollowedByWhoReads() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ViewStream stream = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, TimeSource.SYSTEM, view -> {})) {
            assertThat(Trial.soon(() -> stream.latest().isPresent())).isTrue();
            Topology larger =
                    Topologies.tree(new Topology.Builder("trial"), 3, 2, 1e6, 2).build();
            controller.topology(larger);
            assertThat(Trial.soon(() ->
                            stream.latest().orElseThrow().topology().hosts().size() == 6))
                    .isTrue();
            take(controller, Trial.heartbeat("h6", 1, 1, 1));
        }
    }

    @Test
    void aHostWhosePortHasNoCarrierIsToldAsSuspectedUntilItHasOneAgain() throws Exception {
        try (Controller controller = start();
                ViewStream stream = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, TimeSource.SYSTEM, view -> {})) {
            int host = Trial.CLUSTER.host("h1").index();
            takeCarrier(controller, 1, true);
            assertThat(Trial.soon(() -> stream.latest().isPresent())).isTrue();
            assertThat(stream.latest().orElseThrow().suspects().isEmpty()).isTrue();

            pass(0.5);
            takeCarrier(controller, 2, false);

            assertThat(Trial.soon(() -> stream.latest()
                            .orElseThrow()
                            .suspects()
                            .of(host)
                            .filter(suspicion ->
                                    suspicion.cause() == SuspicionCause.NO_CARRIER && suspicion.share() == 0)
                            .isPresent()))
                    .isTrue();

            takeCarrier(controller, 3, true);
            for (int i = 0; i < 60; i++) {
                pass(0.2);
                Thread.sleep(5);
            }
            assertThat(Trial.soon(() -> stream.latest().orElseThrow().suspects().isEmpty()))
                    .isTrue();
        }
    }

    @Test
    void aStrayInterruptDelaysAViewAndEndsNone() throws Exception {
        List<Boolean> isInterrupted = new CopyOnWriteArrayList<>();
        TimeSource interrupting = new TimeSource() {
            @Override
            public long nanoTime() {
                isInterrupted.add(Thread.currentThread().isInterrupted());
                if (isInterrupted.size() == 1) {
                    Thread.currentThread().interrupt(); // found by the request that follows
                }
                return System.nanoTime();
            }

            @Override
            public long currentTimeMillis() {
                return System.currentTimeMillis();
            }
        };
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ViewStream stream = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, interrupting, view -> {})) {
            assertThat(Trial.soon(() -> stream.latest().isPresent())).isTrue();

            assertThat(isInterrupted).hasSizeGreaterThan(1).doesNotContain(true);
        }
    }

    private static void takeCarrier(Controller controller, long sequence, boolean carrier) throws Exception {
        controller
                .reports()
                .take(new SwitchCounters(
                        "",
                        "s",
                        1,
                        sequence,
                        sequence * 1_000_000_000,
                        List.of(new SwitchCounters.LinkBytes("e1->h1", 1000, carrier))));
    }

    @Test
    void whoIsRelaxedIsToldLessOften() throws Exception {
        try (Controller controller = start();
                ViewStream stream = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, TimeSource.SYSTEM, view -> {})) {
            stream.relaxed(true);
            assertThat(Trial.soon(() -> stream.latest().isPresent())).isTrue();
            long before = stream.counters().views();
            long begin = System.nanoTime();
            for (int sequence = 1; System.nanoTime() - begin < 1_500_000_000L; sequence++) {
                pass(0.001);
                take(controller, Trial.heartbeat("h1", 1, sequence, sequence));
                Thread.sleep(5);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            assertThat((double) stream.counters().views() - before)
                    .as("half a second between two, or half of that by chance")
                    .isBetween(1.0, seconds / 0.25 + 1);
        }
    }

    @Test
    void theKillSwitchReachesWhoFollows() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ViewStream stream = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, TimeSource.SYSTEM, view -> {});
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            assertThat(Trial.soon(() -> stream.latest().isPresent())).isTrue();
            assertThat(stream.enforcement()).isTrue();
            client.enforcement(false);
            assertThat(Trial.soon(() -> !stream.enforcement())).isTrue();
            assertThat(controller.enforcement()).isFalse();
            client.enforcement(true);
            assertThat(Trial.soon(stream::enforcement)).isTrue();
        }
    }

    @Test
    void aRestartedControllerIsFollowedWithinTwoSecondsThoughItsClockSteppedBack() throws Exception {
        Controller first = Controller.start(Trial.settings(), TimeSource.SYSTEM);
        int port = first.address().getPort();
        try (ViewStream stream =
                ViewStream.start(List.of(Trial.endpoint(first)), Credentials.NONE, TimeSource.SYSTEM, view -> {})) {
            assertThat(Trial.soon(() -> stream.counters().epoch() == first.epoch()))
                    .isTrue();
            long version = stream.latest().orElseThrow().version();
            first.close();
            try (Controller second = Controller.start(Trial.settings().bind(Trial.loopback(port)), TimeSource.SYSTEM)) {
                long start = System.nanoTime();
                assertThat(Trial.soon(() -> stream.counters().epoch() == second.epoch()))
                        .isTrue();
                assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
                assertThat(stream.latest().orElseThrow().version()).isGreaterThan(version);
            }
        } finally {
            first.close();
        }
    }

    @Test
    void ofTwoControllersTheHigherEpochIsFollowedAndTheOtherTakesOver() throws Exception {
        try (Controller older = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            Controller newer = Controller.start(Trial.settings(), TimeSource.SYSTEM);
            try (ViewStream stream = ViewStream.start(
                    List.of(Trial.endpoint(older), Trial.endpoint(newer)),
                    Credentials.NONE,
                    TimeSource.SYSTEM,
                    view -> {})) {
                assertThat(newer.epoch()).isGreaterThan(older.epoch());
                assertThat(Trial.soon(() -> stream.counters().epoch() == newer.epoch()))
                        .isTrue();
                assertThat(Trial.soon(() -> stream.counters().refused() > 0)).isTrue();
                assertThat(stream.counters().epoch()).isEqualTo(newer.epoch());
                newer.close();
                assertThat(Trial.soon(() -> stream.counters().epoch() == older.epoch()))
                        .isTrue();
            } finally {
                newer.close();
            }
        }
    }

    @Test
    void aLongPollWaitsForNewsAndNoLonger() throws Exception {
        try (Controller controller = start();
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            ViewMessage known = client.view(0, 0, Duration.ZERO);
            long begin = time.nanoTime();
            CompletableFuture<ViewMessage> nothing = poll(client, known, Duration.ofMillis(400));
            assertThat(Trial.soon(() -> {
                        pass(0.01);
                        return nothing.isDone();
                    }))
                    .isTrue();
            assertThat(time.nanoTime() - begin).isGreaterThanOrEqualTo(400_000_000L);
            assertThat(nothing.join().links().index()).isEmpty();

            CompletableFuture<ViewMessage> news = poll(client, known, Duration.ofSeconds(10));
            assertThat(Trial.soon(() -> text(controller).contains("fairlead_view_waiting 1")))
                    .isTrue();
            take(controller, Trial.heartbeat("h1", 1, 1, 1));

            assertThat(news.join().hosts().index())
                    .as("while no time has passed")
                    .containsExactly(Trial.CLUSTER.host("h1").index());
        }
    }

    private static CompletableFuture<ViewMessage> poll(ControllerClient client, ViewMessage known, Duration wait) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return client.view(known.version(), known.epoch(), wait);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String text(Controller controller) {
        return new String(controller.metrics().text(), StandardCharsets.UTF_8);
    }
}
