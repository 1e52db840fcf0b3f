// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.path.PathSettings;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PairShare;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.PathExplanation;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.ViewMessage;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

/** An agent that carries out paths, a driver that counts on them and proposes, and a controller that grants, over HTTP. */
final class PathCollaborationTest {
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 1e6, 1e6)
            .build();
    private static final TrafficClass READ = TrafficClass.BLOCK_READ;
    private static final FlowUnit H1_TO_H3 = unit("h1", "h3");

    private static final List<FlowUnit> CROSSING =
            List.of(unit("h1", "h3"), unit("h1", "h4"), unit("h2", "h3"), unit("h2", "h4"));

    private static FlowUnit unit(String from, String to) {
        return new FlowUnit(ROOTS.host(from).index(), ROOTS.host(to).index(), READ);
    }

    /** The path from h1 to h3 over the second root, which is idle. */
    private static PathChoice idle() {
        for (int path = 0; path < 2; path++) {
            List<Link> links =
                    ROOTS.paths(ROOTS.host("h1"), ROOTS.host("h3")).get(path).links();
            if (links.stream().anyMatch(link -> link.name().contains("c2"))) {
                return new PathChoice(path);
            }
        }
        throw new IllegalStateException("no path over c2");
    }

    /** A controller, what its agents and switches say, and a driver's view of it. */
    private static final class Trio implements AutoCloseable {
        final Controller controller;
        final ControllerClient client;
        final ViewStream driver;
        private final List<String> agents;
        private int second;
        private int sequence;

        Trio(PathSettings paths, String... agents) throws IOException {
            controller = Controller.start(
                    ControllerSettings.of(ROOTS)
                            .bind(Trial.loopback(0))
                            .trustAddresses(true)
                            .paths(paths),
                    TimeSource.SYSTEM);
            client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE);
            driver = ViewStream.start(
                    List.of(Trial.endpoint(controller)), Credentials.NONE, "app-1", TimeSource.SYSTEM, view -> {});
            this.agents = List.of(agents);
        }

        Steering steering() {
            return driver.latest().map(view -> view.steering()).orElse(Steering.NONE);
        }

        /** Links of the first root are full, those of the second idle; agents ask for what they are to do. */
        void report() {
            second++;
            List<SwitchCounters.LinkBytes> counts = new ArrayList<>();
            for (Link link : ROOTS.links()) {
                boolean full = link.name().contains("c1");
                counts.add(new SwitchCounters.LinkBytes(link.name(), full ? second * 950_000L : 0));
            }
            try {
                controller.reports().take(new SwitchCounters("", "all", 1, second, second * 1_000_000_000L, counts));
                for (String agent : agents) {
                    client.paths(agent, 0, 0, Duration.ZERO);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (RefusedException e) {
                throw new IllegalStateException(e);
            }
        }

        void request(FlowRequests.Flow... flows) throws IOException {
            sequence++;
            client.commit(FlowRequests.of("", "app-1", 1, sequence, sequence, 60_000, 0, List.of(flows)));
        }

        void until(String what, BooleanSupplier condition) throws InterruptedException {
            long end = System.nanoTime() + 10_000_000_000L;
            while (!condition.getAsBoolean()) {
                assertThat(System.nanoTime() - end).as(what).isNegative();
                report();
                Thread.sleep(20);
            }
        }

        PathChoice held(FlowUnit unit) {
            return steering().taken(unit, System.nanoTime());
        }

        @Override
        public void close() {
            driver.close();
            client.close();
            controller.close();
        }
    }

    private static FlowRequests.Flow flow(long id, String from, String to) {
        return FlowRequests.Flow.of(id, from, to, READ, 50_000_000, 1_000_000);
    }

    private static PathSettings settings(Mode mode) {
        return PathSettings.OFF.mode(mode);
    }

    private static boolean keeps(Trio trio, FlowUnit unit) {
        return trio.steering().keeps(unit, System.nanoTime());
    }

    @Test
    void aDriverSeesWhatIsKeptProposesAndIsGranted() throws Exception {
        try (Trio trio = new Trio(settings(Mode.ENFORCE), "h1")) {
            trio.until("the agent is known", () -> keeps(trio, H1_TO_H3));
            assertThat(keeps(trio, unit("h2", "h4")))
                    .as("h2 has no agent that carries out paths")
                    .isFalse();
            assertThat(trio.held(H1_TO_H3)).as("free").isEqualTo(PathChoice.NETWORK);

            trio.request(flow(1, "h1", "h3").over(idle()), flow(2, "h2", "h4").over(idle()));

            trio.until("the path is held", () -> trio.held(H1_TO_H3).equals(idle()));
            assertThat(trio.steering().fixed(H1_TO_H3, System.nanoTime())).contains(idle());
            assertThat(trio.held(unit("h2", "h4"))).isEqualTo(PathChoice.NETWORK);
            assertThat(Trial.get(trio.controller, "/metrics").body())
                    .contains("fairlead_paths_proposed_total 1.0")
                    .contains("fairlead_paths_granted_total 1.0")
                    .contains("fairlead_paths_followers 1.0")
                    .contains("fairlead_paths_mode{mode=\"enforce\"} 1.0")
                    .contains("fairlead_paths_planned 1.0");

            trio.request();
            trio.until("nothing is held", () -> trio.held(H1_TO_H3).isNetworks());
            assertThat(keeps(trio, H1_TO_H3)).isTrue();
        }
    }

    @Test
    void aProposalThatIsNotTheBestIsCountedAndNotGranted() throws Exception {
        try (Trio trio = new Trio(settings(Mode.ENFORCE), "h1")) {
            trio.until("the agent is known", () -> keeps(trio, H1_TO_H3));
            trio.request(flow(1, "h1", "h3").over(new PathChoice(1 - idle().number())));

            trio.until("a path is held", () -> trio.held(H1_TO_H3).equals(idle()));

            assertThat(Trial.get(trio.controller, "/metrics").body())
                    .contains("fairlead_paths_proposed_total 1.0")
                    .contains("fairlead_paths_granted_total 0.0");
        }
    }

    @Test
    void theViewThatSaysThatEnforcementIsOffKeepsNoPath() throws Exception {
        try (Trio trio = new Trio(settings(Mode.ENFORCE), "h1")) {
            trio.request(flow(1, "h1", "h3"));
            trio.until("the path is held", () -> trio.held(H1_TO_H3).equals(idle()));

            trio.client.enforcement(false);

            ViewMessage view = trio.client.view(0, 0, Duration.ZERO);
            while (view.enforcement()) {
                view = trio.client.view(view.version(), view.epoch(), Duration.ofSeconds(2));
            }
            assertThat(view.steering()).isNull();
            trio.until("the driver knows", () -> !trio.driver.enforcement());
            assertThat(trio.steering()).isSameAs(Steering.NONE);
            trio.client.enforcement(true);
            trio.until("and back", () -> trio.held(H1_TO_H3).equals(idle()));
        }
    }

    @Test
    void whileOnlyObservedNobodyCountsOnPaths() throws Exception {
        try (Trio trio = new Trio(settings(Mode.OBSERVE), "h1")) {
            trio.request(flow(1, "h1", "h3"), flow(2, "h2", "h4"));

            trio.until(
                    "paths are planned", () -> trio.controller.paths().paths().size() == 2);

            assertThat(trio.steering()).isSameAs(Steering.NONE);
            PathExplanation explanation = trio.client.explainPath("h2", "h4");
            assertThat(explanation.reason()).contains("only observed");
            assertThat(explanation.classes()).singleElement().satisfies(of -> {
                assertThat(of.path()).isNotNegative();
                assertThat(of.reason()).contains("nobody sends by it");
            });
        }
    }

    @Test
    void aPathIsExplained() throws Exception {
        try (Trio trio = new Trio(settings(Mode.ENFORCE), "h1")) {
            trio.until("the agent is known", () -> keeps(trio, H1_TO_H3));
            trio.request(flow(1, "h1", "h3").over(idle()));
            trio.until("the path is held", () -> trio.held(H1_TO_H3).equals(idle()));

            PathExplanation explanation = trio.client.explainPath("h1", "h3");

            assertThat(explanation.mode()).isEqualTo("enforce");
            assertThat(explanation.planner()).isEqualTo("fairlead");
            assertThat(explanation.reason()).startsWith("'fairlead' plans");
            assertThat(explanation.paths()).hasSize(2);
            assertThat(explanation.paths().get(idle().number()).nodes())
                    .startsWith("h1", "e1")
                    .contains("c2")
                    .endsWith("h3");
            PathExplanation.OfClass of = explanation.classes().get(0);
            assertThat(of.trafficClass()).isEqualTo("block-read");
            assertThat(of.path()).isEqualTo(idle().number());
            assertThat(of.validMillis()).isPositive();
            assertThat(of.movedMillis()).isNotNegative();
            assertThat(of.reason()).contains("was expected there").endsWith("proposed by app-1");
            assertThat(of.requests())
                    .containsExactly(new PathExplanation.Request("app-1", 50_000_000, idle().number()));
            assertThat(of.decision().before()).isEqualTo(-1);
            assertThat(of.decision().estimates()).hasSize(2);
            assertThat(of.decision().estimates().get(idle().number()).bytesPerSecond())
                    .isGreaterThan(2
                            * of.decision().estimates().get(1 - idle().number()).bytesPerSecond());

            assertThat(trio.client.explainPath("h2", "h4").reason()).contains("no agent on h2");
            assertThat(trio.client.explainPath("h1", "h2").reason()).contains("but one path");
            assertThatThrownBy(() -> trio.client.explainPath("h1", "h9"))
                    .isInstanceOf(ControllerException.class)
                    .hasMessageContaining("'h9' is no host");
            trio.controller.enforcement(false);
            trio.until("nobody sends by it", () -> reason(trio).contains("kill switch"));
        }
        try (Trio off = new Trio(PathSettings.OFF)) {
            assertThat(off.client.explainPath("h1", "h3").reason()).contains("paths are off");
        }
    }

    private static String reason(Trio trio) {
        try {
            return trio.client.explainPath("h1", "h3").reason();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aCanarySteersTheDrawnPairsAndMeasuresBoth() throws Exception {
        long seed = 0;
        List<FlowUnit> drawn = List.of();
        while (drawn.isEmpty() || drawn.size() == CROSSING.size()) {
            seed++;
            PairShare pairs = new PairShare(0.5, seed);
            drawn = CROSSING.stream()
                    .filter(unit -> pairs.has(unit.source(), unit.destination()))
                    .toList();
        }
        List<FlowUnit> steered = drawn;
        List<FlowUnit> left =
                CROSSING.stream().filter(unit -> !steered.contains(unit)).toList();
        PathSettings canary = new PathSettings(
                        Mode.CANARY, PathSettings.OFF.planner(), PathSettings.OFF.classes(), seed)
                .canaryShare(0.5);
        try (Trio trio = new Trio(canary, "h1", "h2")) {
            trio.until("agents are known", () -> keeps(trio, steered.get(0)));
            trio.request(flow(1, "h1", "h3"), flow(2, "h1", "h4"), flow(3, "h2", "h3"), flow(4, "h2", "h4"));

            trio.until("paths are held", () -> steered.stream()
                    .noneMatch(unit -> trio.held(unit).isNetworks()));

            assertThat(trio.controller.paths().paths()).hasSize(steered.size());
            left.forEach(unit -> assertThat(keeps(trio, unit)).isFalse());
            PathExplanation explanation = trio.client.explainPath(
                    name(left.get(0).source()), name(left.get(0).destination()));
            assertThat(explanation.drawn()).isFalse();
            assertThat(explanation.reason()).contains("did not draw");
            Thread.sleep(600); // shorter requests are left out
            trio.request();
            trio.until("both were measured", () -> metrics(trio)
                    .contains("fairlead_paths_canary_requests{side=\"ours\"} " + steered.size() + ".0"));
            assertThat(metrics(trio))
                    .contains("fairlead_paths_canary_requests{side=\"stock\"} " + left.size() + ".0")
                    .contains("fairlead_paths_mode{mode=\"canary\"} 1.0");
        }
    }

    private static String metrics(Trio trio) {
        try {
            return Trial.get(trio.controller, "/metrics").body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(int host) {
        return ((Host) ROOTS.nodes().get(host)).name();
    }
}
