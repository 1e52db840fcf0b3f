// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class HtbRatesTest {
    private static final Duration LIFETIME = Duration.ofSeconds(5);
    private static final double MBIT = 1e6 / 8;
    private static final Topology TOPOLOGY = Topologies.tree(new Topology.Builder("t"), 1, 5, KernelModel.LINK, 1)
            .build();
    private static final Host SELF = TOPOLOGY.host("h1");

    private final HandDrivenTime time = new HandDrivenTime();
    private final KernelModel kernel = new KernelModel(16, 17);

    private static HtbGrant grant(String codepoints, double share, String device) {
        LinuxNames names = new LinuxNames() {
            @Override
            public String address(Host host) {
                throw new AssertionError("addresses are given");
            }

            @Override
            public String nextHop(Link link) {
                return "dev " + device;
            }
        };
        return new HtbGrant(
                TOPOLOGY,
                SELF,
                new LinuxRates(Codepoints.named(codepoints), share, Optional.of("1:1"), names),
                Map.of(
                        TOPOLOGY.host("h2").index(), "10.0.0.2",
                        TOPOLOGY.host("h3").index(), "10.0.0.3",
                        TOPOLOGY.host("h4").index(), "10.0.0.4"),
                Map.of(
                        TrafficClass.SHUFFLE,
                        List.of(new ClassPort(LinuxLabels.Port.OWN, 7400), new ClassPort(LinuxLabels.Port.OWN, 7401)),
                        TrafficClass.REPLICATION,
                        List.of(new ClassPort(LinuxLabels.Port.PEER, 9866))));
    }

    private HtbRates open(HtbGrant grant) throws DriverException {
        return HtbRates.open(grant, LIFETIME, kernel, kernel, kernel::guard, time);
    }

    private HtbRates open() throws DriverException {
        return open(grant("16-17", 0.6, "eth0"));
    }

    private static RateAllotment allotment(String to, TrafficClass trafficClass, int codepoint, double mbit) {
        Link up = TOPOLOGY.links().get(TOPOLOGY.routes().upLink(SELF.index()));
        Link down = TOPOLOGY.links()
                .get(TOPOLOGY.routes().downLink(TOPOLOGY.host(to).index()));
        return new RateAllotment(
                new FlowUnit(SELF.index(), TOPOLOGY.host(to).index(), trafficClass),
                "a",
                codepoint,
                mbit * MBIT,
                List.of(up, down),
                Long.MAX_VALUE);
    }

    private static RateAllotment shuffle(String to, int codepoint, double mbit) {
        return allotment(to, TrafficClass.SHUFFLE, codepoint, mbit);
    }

    @Test
    void aRateStandsBeforeItsPacketsAreMarked() throws DriverException {
        HtbRates driver = open();
        kernel.log.clear();
        RateAllotment wanted = shuffle("h2", 16, 30);

        assertThat(driver.hold(List.of(wanted))).isEmpty();
        assertThat(kernel.log)
                .containsExactly(
                        "rates 1",
                        "marks own_port 10.0.0.2 . 7400 codepoint_16, own_port 10.0.0.2 . 7401 codepoint_16, queues 16 1:7410");
        assertThat(kernel.mbit(16)).isEqualTo(30);
        assertThat(driver.held()).containsExactly(wanted.unit());
        time.pass(LIFETIME);
        assertThat(driver.held()).as("nobody renewed").isEmpty();
    }

    @Test
    void whatStaysIsOnlyMarkedAgain() throws DriverException {
        HtbRates driver = open();
        driver.hold(List.of(shuffle("h2", 16, 30)));
        kernel.log.clear();
        time.pass(Duration.ofSeconds(3));

        driver.hold(List.of(shuffle("h2", 16, 30)));
        assertThat(kernel.log).hasSize(1).first().asString().startsWith("marks own_port 10.0.0.2 . 7400 codepoint_16");
        time.pass(Duration.ofSeconds(3));
        assertThat(driver.held()).hasSize(1);
    }

    @Test
    void whereNothingStandsAndNothingIsWantedNothingIsDone() throws DriverException {
        HtbRates driver = open();
        kernel.log.clear();
        driver.hold(List.of());
        assertThat(kernel.log).isEmpty();

        driver.hold(List.of(shuffle("h2", 16, 30)));
        kernel.log.clear();
        driver.hold(List.of());
        assertThat(kernel.log).as("marked no longer").contains("marks ");
        kernel.log.clear();
        time.pass(HtbRates.DRAIN);
        driver.hold(List.of());
        assertThat(kernel.log).containsExactly("rates 1");
        assertThat(kernel.mbit(16)).isEqualTo(3);
    }

    @Test
    void theExampleOfTheJavadoc() throws DriverException {
        HtbRates driver = open();
        driver.hold(List.of(shuffle("h2", 16, 30), shuffle("h3", 17, 20)));
        kernel.log.clear();

        driver.hold(List.of(shuffle("h3", 17, 50)));
        assertThat(kernel.log.get(0)).as("first of all").doesNotContain("16").contains("queues 17 1:7411");
        assertThat(kernel.mbit(16)).as("what is in the queue leaves").isEqualTo(30);
        assertThat(kernel.mbit(17)).isEqualTo(50);
        time.pass(HtbRates.DRAIN);
        driver.hold(List.of(shuffle("h3", 17, 50)));
        assertThat(kernel.mbit(16)).isEqualTo(3);
    }

    @Test
    void aCodepointThatPassesToAnotherUnitIsUnmarkedInBetween() throws DriverException {
        HtbRates driver = open();
        driver.hold(List.of(shuffle("h2", 16, 30)));
        kernel.log.clear();

        driver.hold(List.of(allotment("h3", TrafficClass.REPLICATION, 16, 10)));
        assertThat(kernel.log)
                .containsExactly("marks ", "rates 1", "marks peer_port 10.0.0.3 . 9866 codepoint_16, queues 16 1:7410");
    }

    @Test
    void closedAllIsAsBefore() throws DriverException {
        HtbRates driver = open();
        driver.hold(List.of(shuffle("h2", 16, 30), shuffle("h3", 17, 20)));

        driver.close();
        driver.close();
        assertThat(kernel.isAtRest()).isTrue();
        assertThat(kernel.closed).isTrue();
        assertThat(kernel.restored).isEqualTo(1);
        assertThat(driver.held()).isEmpty();
        assertThatThrownBy(() -> driver.hold(List.of())).hasMessageContaining("closed");
    }

    @Test
    void whatAProcessBeforeLeftBehindIsTakenBack() throws DriverException {
        open().hold(List.of(shuffle("h2", 16, 30)));
        assertThat(kernel.isAtRest()).isFalse();

        open();
        assertThat(kernel.isAtRest()).isTrue();
    }

    @Test
    void aGuardThatIsGoneIsReplaced() throws DriverException {
        HtbRates driver = open();
        kernel.guardStands = false;

        driver.hold(List.of());
        assertThat(kernel.guards).isEqualTo(2);
        driver.close();
        assertThat(kernel.restored).isEqualTo(1);
    }

    @Test
    void whatIsNotGrantedIsRefused() throws DriverException {
        HtbRates driver = open();
        RateAllotment fits = shuffle("h2", 16, 40);
        RateAllotment tooMuch = shuffle("h3", 17, 21);
        RateAllotment noAddress = shuffle("h5", 17, 10);
        RateAllotment noPort = allotment("h2", TrafficClass.BLOCK_READ, 17, 10);
        RateAllotment noCodepoint = shuffle("h4", 18, 10);
        RateAllotment tooLittle = allotment("h4", TrafficClass.REPLICATION, 17, 1);
        RateAllotment taken = allotment("h3", TrafficClass.REPLICATION, 16, 10);

        Map<FlowUnit, String> refused =
                driver.hold(List.of(fits, tooMuch, noAddress, noPort, noCodepoint, tooLittle, taken));
        assertThat(refused)
                .containsEntry(tooMuch.unit(), "guarantees on link h1->e1 would be more than the 60.0 Mbit/s granted")
                .containsEntry(noAddress.unit(), "the receiving host has no address among those that were given")
                .containsEntry(noPort.unit(), "no port is granted for block-read")
                .containsEntry(noCodepoint.unit(), "codepoint 18 is not granted")
                .containsEntry(tooLittle.unit(), "at least 3 Mbit/s can be guaranteed")
                .containsEntry(taken.unit(), "codepoint 16 is another's on link h1->e1")
                .hasSize(6);
        assertThat(driver.held()).containsExactly(fits.unit());
    }

    @Test
    void aDeviceThatWasNotToldIsRefused() {
        assertThatThrownBy(() -> open(grant("16-18", 0.6, "eth0")))
                .isInstanceOf(DriverException.class)
                .hasMessage("eth0: class 1:7412 is missing; run what 'fairlead network rates' prints for h1");
        assertThatThrownBy(() -> open(grant("16", 0.6, "eth7"))).hasMessageContaining("no network device 'eth7'");
        kernel.removeTable();
        assertThatThrownBy(this::open)
                .hasMessageContaining("No such file or directory; needed are its privilege")
                .hasMessageContaining("prints for h1");
        assertThat(kernel.guards).isZero();
        assertThat(kernel.closed).isTrue();
    }

    @Test
    void whatOthersHaveUnderOurNamesIsLeftAlone() {
        kernel.add(0x17412, 0x10001, 0x990000, 1_000_000, 0);

        assertThatThrownBy(() -> open(grant("16-18", 0.5, "eth0")))
                .hasMessageContaining("eth0: class 1:7412 is somebody else's and is left alone");
        assertThat(kernel.log).isEmpty();
    }

    @Test
    void aShareForWhichOthersLeaveNoRoomIsRefused() {
        kernel.add(0x10003, 0x10001, 0, KernelModel.LINK / 10, 0);

        assertThatThrownBy(this::open)
                .hasMessage(
                        "eth0: class 1:1 has 100.0 Mbit/s and guarantees 50.0 of them to others; that leaves no room for the 60.0 that are granted");
    }

    @Test
    void whatFailsIsDoneByTheNextStep() throws DriverException {
        HtbRates driver = open();
        List<RateAllotment> wanted = List.of(shuffle("h2", 16, 30));
        kernel.kernelFailures = 1;
        assertThatThrownBy(() -> driver.hold(wanted)).hasMessageContaining("the kernel refuses");
        assertThat(driver.held()).isEmpty();
        kernel.nftFailures = 1;
        assertThatThrownBy(() -> driver.hold(wanted)).hasMessageContaining("Busy");
        assertThat(driver.held()).isEmpty();

        driver.hold(wanted);
        assertThat(kernel.mbit(16)).isEqualTo(30);
        assertThat(driver.held()).hasSize(1);
    }

    /** Whatever comes: what is marked never has more than the granted share, and nothing is marked at a rate that is not its own. */
    @Property(tries = 50)
    void guaranteesNeverExceedTheShare(@ForAll long seed) throws DriverException {
        HandDrivenTime clock = new HandDrivenTime();
        KernelModel model = new KernelModel(16, 17);
        HtbRates driver = HtbRates.open(grant("16-17", 0.6, "eth0"), LIFETIME, model, model, model::guard, clock);
        Random random = new Random(seed);
        for (int step = 0; step < 40; step++) {
            List<RateAllotment> wanted = new ArrayList<>();
            for (int each = random.nextInt(3); each > 0; each--) {
                wanted.add(shuffle("h" + (2 + random.nextInt(3)), 16 + random.nextInt(2), 3 + random.nextInt(50)));
            }
            model.nftFailures = random.nextInt(5) == 0 ? 1 : 0;
            model.kernelFailures = random.nextInt(5) == 0 ? 1 : 0;
            try {
                driver.hold(wanted);
            } catch (DriverException e) {
                assertThat(e).hasMessageMatching("(?s).*(Busy|refuses).*");
            }
            double marked = List.of(16, 17).stream()
                    .filter(codepoint -> model.elements.contains("queues " + codepoint + " 1:74" + (codepoint - 6)))
                    .mapToDouble(model::mbit)
                    .sum();
            assertThat(marked).isLessThanOrEqualTo(60.001);
            clock.pass(Duration.ofMillis(random.nextInt(2_000)));
        }
        model.nftFailures = 0;
        driver.close();
        assertThat(model.isAtRest()).isTrue();
    }
}
