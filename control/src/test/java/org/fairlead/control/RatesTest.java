// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.rate.RateOptions;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.prefetch.admission.FetchRates;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.RatesMessage;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.Authority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rates for what is fetched ahead, over HTTP: allotted where all devices carry them out, sent to whose they are, and ended by whatever ends quotas. */
final class RatesTest {
    private static final double LINK = 12.5e6;
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("rates"), 2, 2, LINK, 1).build();
    /** From h1 to h3. */
    private static final List<String> DEVICES = List.of("h1", "e1", "c1", "e2");

    private static ControllerSettings settings() {
        return ControllerSettings.of(TREE)
                .bind(Trial.loopback(0))
                .trustAddresses(true)
                .interval(Duration.ofSeconds(10))
                .rates(new RateOptions(Optional.of(Codepoints.named("16-17")), 0.5, 0.5));
    }

    /** A controller, an application that fetches from h1 for h3, and drivers. */
    private static final class Stand implements AutoCloseable {
        final Controller controller;
        final ControllerClient client;
        private long sequence;

        Stand(ControllerSettings settings) throws IOException {
            controller = Controller.start(settings, TimeSource.SYSTEM);
            client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE);
        }

        /** @param full links that others have filled; all else is idle */
        void measure(Predicate<Link> full) throws RefusedException {
            for (int second = 1; second <= 3; second++) {
                List<SwitchCounters.LinkBytes> counts = new ArrayList<>();
                for (Link link : TREE.links()) {
                    counts.add(
                            new SwitchCounters.LinkBytes(link.name(), full.test(link) ? Math.round(second * LINK) : 0));
                }
                controller.reports().take(new SwitchCounters("", "all", 1, second, second * 1_000_000_000L, counts));
            }
        }

        void follow(List<String> devices) {
            devices.forEach(this::rates);
        }

        RatesMessage rates(String device) {
            try {
                return client.rates(device, 0, 0, Duration.ZERO);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Due in 3 s: 4 MB a second until shortly before. */
        List<Reply.Quota> fetch() {
            return ask(new FlowRequests.Fetch(4, "h1", "h3", 10_000_000, 3000, 1, 2));
        }

        List<Reply.Quota> ask(FlowRequests.Fetch... fetches) {
            sequence++;
            try {
                return client.commit(new FlowRequests(
                                "", "app-1", 1, sequence, sequence, 60_000, 3, List.of(), List.of(fetches)))
                        .quotas();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean guarantees(String device) {
            return !rates(device).allotments().isEmpty();
        }

        @Override
        public void close() {
            client.close();
            controller.close();
        }
    }

    private static boolean isIntoH3(Link link) {
        return link.name().equals("e2->h3");
    }

    @Test
    void whatIsAdmittedIsGuaranteedOnEachDeviceOfItsPathThoughOthersFillALink() throws Exception {
        try (Stand stand = new Stand(settings())) {
            stand.measure(RatesTest::isIntoH3);
            stand.follow(DEVICES);

            assertThat(Trial.soon(() -> {
                        stand.fetch();
                        return stand.guarantees("e2");
                    }))
                    .isTrue();

            RatesMessage told = stand.rates("e2");
            assertThat(told.validMillis()).isBetween(1L, 2000L);
            assertThat(told.allotments()).singleElement().satisfies(each -> {
                assertThat(each.from()).isEqualTo("h1");
                assertThat(each.to()).isEqualTo("h3");
                assertThat(each.trafficClass()).isEqualTo("block-read");
                assertThat(each.codepoint()).isEqualTo(16);
                assertThat((double) each.bytesPerSecond()).isBetween(4e6 / FetchRates.PAYLOAD_SHARE, 0.5 * LINK);
            });
            assertThat(DEVICES).allMatch(stand::guarantees);
            assertThat(stand.guarantees("")).as("everybody's").isTrue();
            assertThat(stand.rates("h2").allotments()).as("not on the path").isEmpty();
            assertThat(Trial.get(stand.controller, "/metrics").body())
                    .contains("fairlead_rates_guaranteed 1.0")
                    .contains("fairlead_rates_granted_total 1.0")
                    .contains("fairlead_rates_followers 5.0");

            stand.ask();
            assertThat(Trial.soon(() -> !stand.guarantees("e2")))
                    .as("nothing is fetched any more")
                    .isTrue();
        }
    }

    @Test
    void aLongPollEndsWithTheChange() throws Exception {
        try (Stand stand = new Stand(settings())) {
            stand.measure(link -> false);
            stand.follow(DEVICES);
            RatesMessage before = stand.rates("h1");
            Thread fetching = new Thread(() -> {
                for (int ask = 0; ask < 50; ask++) {
                    stand.fetch();
                    try {
                        Thread.sleep(20);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            fetching.start();

            RatesMessage after = before;
            for (int asked = 0; asked < 5 && after.allotments().isEmpty(); asked++) {
                after = stand.client.rates("h1", after.number(), after.epoch(), Duration.ofSeconds(3));
            }

            assertThat(after.allotments()).hasSize(1);
            assertThat(after.number()).isGreaterThan(before.number());
            fetching.interrupt();
            fetching.join();
        }
    }

    @Test
    void nothingIsGuaranteedUnlessAllDevicesOfThePathCarryItOut() throws Exception {
        try (Stand stand = new Stand(settings())) {
            stand.measure(link -> false);
            stand.follow(List.of("h1", "e1"));

            assertThat(Trial.soon(() -> stand.fetch().stream().anyMatch(Reply.Quota::admitted)))
                    .isTrue();

            assertThat(Trial.soon(
                            () -> metrics(stand).contains("fairlead_rates_refused_total{reason=\"no_driver\"} 1.0")))
                    .isTrue();
            assertThat(stand.guarantees("h1")).isFalse();
        }
        try (Stand stand = new Stand(settings())) {
            stand.measure(RatesTest::isIntoH3);
            stand.follow(List.of("h1", "e1"));
            assertThat(Trial.soon(() -> {
                        stand.fetch();
                        return stand.controller.view().version() > 1;
                    }))
                    .isTrue();
            assertThat(stand.fetch()).as("others have the link").noneMatch(Reply.Quota::admitted);

            stand.follow(DEVICES);
            assertThat(Trial.soon(() -> stand.fetch().stream().anyMatch(Reply.Quota::admitted)))
                    .as("they give way")
                    .isTrue();
        }
    }

    private static String metrics(Stand stand) {
        return new String(stand.controller.metrics().text(), StandardCharsets.UTF_8);
    }

    @Test
    void theKillSwitchAndWhoSaysNothingMoreEndIt() throws Exception {
        try (Stand stand = new Stand(settings())) {
            stand.measure(link -> false);
            assertThat(Trial.soon(() -> {
                        stand.follow(DEVICES);
                        stand.fetch();
                        return stand.guarantees("h1");
                    }))
                    .isTrue();

            stand.controller.enforcement(false);
            assertThat(Trial.soon(() -> stand.rates("h1").validMillis() == 0)).isTrue();
            assertThat(stand.guarantees("h1")).isFalse();

            stand.controller.enforcement(true);
            assertThat(Trial.soon(() -> {
                        stand.fetch();
                        return stand.guarantees("h1");
                    }))
                    .isTrue();
            assertThat(Trial.soon(() -> !stand.guarantees("h1")))
                    .as("the application is silent, though its requests are valid for a minute")
                    .isTrue();
        }
    }

    @Test
    void offNothingIsEverGuaranteedAndWhoAsksWaits() throws Exception {
        try (Stand stand = new Stand(settings().rates(RateOptions.OFF))) {
            stand.measure(link -> false);
            stand.follow(DEVICES);
            assertThat(Trial.soon(() -> stand.fetch().stream().anyMatch(Reply.Quota::admitted)))
                    .isTrue();

            RatesMessage told = stand.client.rates("h1", 0, 0, Duration.ofMillis(200));

            assertThat(told.allotments()).isEmpty();
            assertThat(told.validMillis()).isZero();
        }
    }

    @Test
    void whatIsNoNodeOfTheTopologyIsNotRememberedForLater() throws Exception {
        try (Stand stand = new Stand(settings())) {
            stand.follow(List.of("h5", "h".repeat(4000)));

            stand.controller.topology(Topologies.tree(new Topology.Builder("rates"), 3, 2, LINK, 1)
                    .build());
            assertThat(Trial.soon(
                            () -> stand.controller.view().topology().hosts().size() == 6))
                    .isTrue();
            stand.follow(List.of("h1"));

            assertThat(Trial.soon(() -> new String(stand.controller.metrics().text(), StandardCharsets.UTF_8)
                            .contains("fairlead_rates_followers 1.0")))
                    .isTrue();
        }
    }

    @Test
    void aDriverReadsItsOwnDevicesAlone(@TempDir Path directory) throws Exception {
        Path tokens = Authority.secret(directory.resolve("tokens"), """
                agent:h1 0123456789abcdef0001
                exporter:e1,e2 0123456789abcdef0002
                operator 0123456789abcdef0003
                application:app-1 0123456789abcdef0004
                """);
        try (Controller controller = Controller.start(settings().tokenFile(tokens), TimeSource.SYSTEM)) {
            assertThat(status(controller, "0001", "h1")).isEqualTo(200);
            assertThat(status(controller, "0001", "h2")).isEqualTo(403);
            assertThat(status(controller, "0001", "")).isEqualTo(403);
            assertThat(status(controller, "0002", "e2")).isEqualTo(200);
            assertThat(status(controller, "0002", "c1")).isEqualTo(403);
            assertThat(status(controller, "0002", "")).isEqualTo(403);
            assertThat(status(controller, "0003", "")).isEqualTo(200);
            assertThat(status(controller, "0003", "c1")).isEqualTo(200);
            assertThat(status(controller, "0004", "h1")).isEqualTo(403);
            assertThat(Trial.get(controller, "/metrics", "Authorization", "Bearer 0123456789abcdef0003")
                            .body())
                    .as("who only reads carries nothing out")
                    .contains("fairlead_rates_followers 2.0");
        }
    }

    private static int status(Controller controller, String token, String node) throws Exception {
        return Trial.get(controller, "/v1/rates?node=" + node, "Authorization", "Bearer 0123456789abcdef" + token)
                .statusCode();
    }
}
