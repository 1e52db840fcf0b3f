// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class LoadModelsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 12.5e6;

    private final Topology topology = Topologies.multiRooted(new Topology.Builder("four racks"), 4, 3, 1, C, 1.5 * C)
            .build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final double[] others = new double[topology.links().size()];

    private int link(String from, String to) {
        return topology.link(
                        topology.node(from).orElseThrow(), topology.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    private Transfer transfer(double bytesPerSecond, String... hops) {
        List<Host> hosts = Arrays.stream(hops).map(topology::host).toList();
        return Transfer.along(
                new EvenSplit(topology.routes()), hosts, TrafficClass.REPLICATION, 8_000_000, bytesPerSecond);
    }

    /** All links are reported with others' load and what the transfers' max-min fair rates add to it. */
    private ClusterView report(long now, List<Transfer> running) {
        double[] left = new double[others.length];
        Arrays.setAll(left, i -> topology.links().get(i).bytesPerSecond() - others[i]);
        List<int[]> paths = running.stream()
                .map(transfer -> transfer.links().stream().mapToInt(Link::index).toArray())
                .toList();
        double[] rates = running.isEmpty() ? new double[0] : MaxMinFairRates.of(left, paths);
        double[] carried = others.clone();
        for (int flow = 0; flow < rates.length; flow++) {
            for (int link : paths.get(flow)) {
                carried[link] += rates[flow];
            }
        }
        for (int link = 0; link < carried.length; link++) {
            loads.measured(link, carried[link], now, Origin.SWITCH);
        }
        return loads.view(now);
    }

    @Test
    void publishedRaisesByTheSizeOverTheTimeToTheNextReportAndDropsItWithTheReport() {
        PublishedLoadModel model = new PublishedLoadModel(topology, SECOND);
        model.observe(report(SECOND, List.of()), SECOND);
        int up = link("h1", "e1");
        long now = SECOND + SECOND * 6 / 10;

        Transfer small = new Transfer(List.of(topology.links().get(up)), 2_000_000, 1e6);
        model.commit(small, now);
        assertThat(model.availableBandwidth().available(up, now)).isEqualTo(C - 5e6, within(10.0));
        model.commit(small, now);
        assertThat(model.availableBandwidth().available(up, now)).isEqualTo(C - 10e6, within(10.0));
        model.commit(small, now);
        assertThat(model.availableBandwidth().available(up, now))
                .as("capped at the capacity")
                .isZero();

        model.observe(report(2 * SECOND, List.of()), 2 * SECOND);
        assertThat(model.availableBandwidth().available(up, 2 * SECOND)).isEqualTo(C);
    }

    @Test
    void aLateLinkIsFullAndAnUnknownOneSaysSo() {
        ClusterView view = report(SECOND, List.of());
        for (LoadModel model :
                List.of(new PublishedLoadModel(topology, SECOND), new FairShareLoadModel(topology, SECOND))) {
            assertThat(model.availableBandwidth().knowledge(0, 0)).isEqualTo(Freshness.UNKNOWN);
            model.observe(view, SECOND);
            assertThat(model.availableBandwidth().available(0, 2 * SECOND)).isEqualTo(1.5 * C, within(1.0));
            assertThat(model.availableBandwidth().available(0, 3 * SECOND)).isZero();
            assertThat(model.availableBandwidth().knowledge(0, 3 * SECOND)).isEqualTo(Freshness.LATE);
            assertThat(model.availableBandwidth().knowledge(0, 4 * SECOND)).isEqualTo(Freshness.UNKNOWN);
            assertThat(model.availableBandwidth().available(0, 4 * SECOND)).isZero();
        }
    }

    @Property(tries = 200)
    void theExplanationFindsOthersLoadOfHotRacks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int flows) {
        LoadModelsTest system = new LoadModelsTest();
        for (String rack : List.of("e1", "e2")) {
            system.others[system.link(rack, "c1")] = 0.7 * 1.5 * C;
            system.others[system.link("c1", rack)] = 0.7 * 1.5 * C;
        }
        FairShareLoadModel model = new FairShareLoadModel(system.topology, SECOND);
        model.observe(system.report(0, List.of()), 0);
        Random random = new Random(seed);
        List<Transfer> running = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            String source = "h" + (i + 1);
            String second = "h" + (7 + random.nextInt(3));
            String third = "h" + (10 + random.nextInt(3));
            Transfer transfer =
                    new Transfer(system.transfer(C, source, second, third).links(), 1L << 40, C);
            running.add(transfer);
            model.commit(transfer, 0);
        }
        for (int i = 1; i <= 6; i++) {
            model.observe(system.report(i * SECOND, running), i * SECOND);
        }
        int up = system.link("e1", "c1");
        int crossing = Math.min(flows, 3);
        double left = 0.3 * 1.5 * C;

        double available = model.availableBandwidth().available(up, 6 * SECOND);
        assertThat(available).isBetween(left / (crossing + 1) * 0.98, left);
        assertThat(model.availableBandwidth().available(system.link("c1", "e1"), 6 * SECOND))
                .isEqualTo(left, within(0.02 * left));
    }

    @Test
    void aTransferFromManyCountsOnEachLinkByItsShare() {
        int down = link("e1", "h1");
        int up = link("h4", "e2");
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(report(0, List.of()), 0);
        Transfer fetched = new Transfer(
                List.of(topology.links().get(down), topology.links().get(up)), List.of(0.75, 0.25), 1L << 40, 8e6);
        model.commit(fetched, 0);
        assertThat(model.availableBandwidth().available(down, 0))
                .isEqualTo(Math.max(C - 0.75 * 8e6, C / 1.75), within(1.0));
        assertThat(model.availableBandwidth().available(up, 0)).isEqualTo(C - 0.25 * 8e6, within(1.0));

        for (Link link : topology.links()) {
            double carried = link.index() == down ? 6e6 : link.index() == up ? 2e6 + 4e6 : 0;
            loads.measured(link.index(), carried, SECOND, Origin.SWITCH);
        }
        model.observe(loads.view(SECOND), SECOND);

        assertThat(model.availableBandwidth().left(down, SECOND)).isEqualTo(C, within(1.0));
        assertThat(model.availableBandwidth().left(up, SECOND))
                .isEqualTo(C - 4e6 + 0.25 * OwnFlows.KEPT_BYTES, within(1.0));
    }

    @Test
    void whatIsFetchedFromOneAfterTheOtherIsNotTakenForOthersWhileASenderIsIdle() {
        int down = link("e1", "h1");
        int up = link("h4", "e2");
        int idle = link("h5", "e2");
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(report(0, List.of()), 0);
        List<Link> links = topology.links();
        model.commit(
                new Transfer(
                        List.of(links.get(down), links.get(up), links.get(idle)),
                        List.of(0.8, 0.4, 0.4),
                        1L << 40,
                        8e6),
                0);
        for (int i = 1; i < 10; i++) {
            for (Link link : links) {
                double carried = link.index() == down ? 8e6 : link.index() == up ? 4e6 + 1e6 : 0;
                loads.measured(link.index(), carried, i * SECOND, Origin.SWITCH);
            }
            model.observe(loads.view(i * SECOND), i * SECOND);

            assertThat(model.availableBandwidth().left(down, i * SECOND)).isEqualTo(C, within(1.0));
            assertThat(model.availableBandwidth().left(up, i * SECOND)).isGreaterThanOrEqualTo(C - 1e6 - 1);
        }
    }

    @Test
    void whereNotAllIsToldARiseIsFollowedSlowlyAndAFallSoon() {
        int up = link("e1", "c1");
        double[] figures = {2e6, 10e6, 10e6, 4e6};
        double rise = 1 - Math.exp(-0.5);
        double[] expected = {2e6, 2e6 + rise * 8e6, 0, 0};
        expected[2] = expected[1] + rise * (10e6 - expected[1]);
        expected[3] = expected[2] + 0.5 * (4e6 - expected[2]);
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND, 2 * SECOND);
        for (int i = 0; i < figures.length; i++) {
            others[up] = figures[i];
            model.observe(report(i * SECOND, List.of()), i * SECOND);
            assertThat(1.5 * C - model.availableBandwidth().left(up, i * SECOND))
                    .isEqualTo(expected[i], within(1.0));
        }
    }

    @Test
    void whatATransferIsToldToHaveMovedBoundsWhatIsTakenForOurs() {
        for (boolean reported : List.of(false, true)) {
            LoadModelsTest system = new LoadModelsTest();
            int down = system.link("e2", "h4");
            Transfer ours = new Transfer(system.transfer(C, "h1", "h4").links(), 1L << 40, C);
            FairShareLoadModel model = new FairShareLoadModel(system.topology, SECOND);
            model.observe(system.report(0, List.of()), 0);
            long number = model.commit(ours, 0);
            if (reported) {
                model.progressed(number, 2_000_000, SECOND);
            }
            for (Link link : system.topology.links()) {
                system.loads.measured(link.index(), ours.links().contains(link) ? 10e6 : 0, SECOND, Origin.SWITCH);
            }
            model.observe(system.loads.view(SECOND), SECOND);

            double most = 1.25 * 2e6 + (128 << 10) + OwnFlows.KEPT_BYTES;
            assertThat(model.availableBandwidth().left(down, SECOND))
                    .isEqualTo(reported ? C - 10e6 + most : C, within(1.0));
        }
    }

    @Test
    void whereTransfersTellWhatTheyMovedOthersAreTakenToStayAsLongAsTheFiguresAllow() {
        int down = link("e2", "h4");
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND, 2 * SECOND);
        others[down] = 0.7 * C;
        model.observe(report(0, List.of()), 0);
        Transfer ours = new Transfer(transfer(C, "h1", "h4").links(), 1L << 40, C);
        long number = model.commit(ours, 0);
        double[] toldInAll = {Double.NaN, 0.5 * C, 1.8 * C, 3 * C};
        double[] expected = {0.7 * C, 0.7 * C, 0, 0};
        expected[2] = (0.7 * C + 0.4 * C) / 2; // a mean of 0.6 C a second are ours for certain
        expected[3] = (expected[2] + 0.25 * C) / 2;
        for (int i = 0; i < toldInAll.length; i++) {
            long now = (i + 1) * SECOND;
            if (!Double.isNaN(toldInAll[i])) {
                model.progressed(number, (long) toldInAll[i], now);
            }
            for (Link link : topology.links()) {
                loads.measured(link.index(), ours.links().contains(link) ? C : 0, now, Origin.SWITCH);
            }
            model.observe(loads.view(now), now);
            assertThat(C - model.availableBandwidth().left(down, now)).isEqualTo(expected[i], within(0.01 * C));
        }
    }

    @Test
    void aFullLinkWithOneTransferOfOursPromisesAnEvenShareOfWhatOthersLeave() {
        int up = link("e1", "c1");
        others[up] = 12e6;
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(report(0, List.of()), 0);
        Transfer ours = new Transfer(transfer(6e6, "h1", "h4").links(), 1L << 40, 6e6);
        long number = model.commit(ours, 0);
        model.observe(report(SECOND, List.of(ours)), SECOND);

        assertThat(loads.view(SECOND).latest(up)).as("measured full").isEqualTo(1.5 * C, within(1.0));
        assertThat(model.availableBandwidth().available(up, SECOND)).isEqualTo((1.5 * C - 12e6) / 2, within(1e5));

        assertThat(model.availableBandwidth().ours(up).orElseThrow()).isEqualTo(1.5 * C - 12e6, within(1e5));
        assertThat(model.availableBandwidth().ours(link("c1", "e1")).orElseThrow())
                .isZero();
        assertThat(new PublishedLoadModel(topology, SECOND).availableBandwidth().ours(up))
                .as("a model that does not tell ours from others'")
                .isEmpty();

        model.finish(number, SECOND);
        assertThat(model.availableBandwidth().available(up, SECOND)).isEqualTo(1.5 * C - 12e6, within(1e5));
        model.finish(number, SECOND);
        model.finish(12345, SECOND);
        assertThat(model.availableBandwidth().available(up, SECOND)).isEqualTo(1.5 * C - 12e6, within(1e5));
    }

    @Test
    void hotSpotsThatMoveAreSeenWithTheNextReport() {
        int before = link("e1", "c1");
        int after = link("e2", "c1");
        others[before] = 1.3 * C;
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(report(0, List.of()), 0);
        model.observe(report(SECOND, List.of()), SECOND);
        assertThat(model.availableBandwidth().available(before, SECOND)).isEqualTo(0.2 * C, within(10.0));

        others[before] = 0;
        others[after] = 1.3 * C;
        model.observe(report(2 * SECOND, List.of()), 2 * SECOND);

        assertThat(model.availableBandwidth().available(before, 2 * SECOND)).isEqualTo(1.5 * C, within(10.0));
        assertThat(model.availableBandwidth().available(after, 2 * SECOND)).isEqualTo(0.2 * C, within(10.0));
    }

    @Test
    void aTransferThatCarriesNothingNoLongerCounts() {
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(report(0, List.of()), 0);
        model.commit(transfer(C, "h1", "h4"), 0);
        int up = link("h1", "e1");
        assertThat(model.availableBandwidth().available(up, 0)).isEqualTo(C / 2, within(10.0));
        for (int i = 1; i <= 8; i++) {
            model.observe(report(i * SECOND, List.of()), i * SECOND);
        }
        assertThat(model.availableBandwidth().available(up, 8 * SECOND)).isEqualTo(C, within(10.0));
    }

    @Test
    void theClairvoyantKnowsTheLoadToCome() {
        int up = link("h1", "e1");
        ForecastLoadModel model = new ForecastLoadModel(
                topology, (link, from, to) -> link == up ? 9e6 * Math.min(1, to / 2e9) : 0, SECOND);

        assertThat(model.availableBandwidth().available(up, 0)).isEqualTo(C - 4.5e6);
        assertThat(model.availableBandwidth().knowledge(up, 100 * SECOND)).isEqualTo(Freshness.FRESH);
        model.commit(transfer(1e6, "h1", "h4"), 0);
        assertThat(model.availableBandwidth().available(up, 0)).isEqualTo(C - 5.5e6);
    }

    @Test
    void transfersOfManyThreadsAreAllCountedAndAllReleased() throws InterruptedException {
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(report(0, List.of()), 0);
        int up = link("h1", "e1");
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int n = 0; n < 2_000; n++) {
                    model.finish(model.commit(transfer(1e6, "h1", "h4"), 1), 2);
                }
            });
            thread.start();
            threads.add(thread);
        }
        begin.countDown();
        for (int i = 1; i <= 20; i++) {
            model.observe(report(i, List.of()), i);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        model.observe(report(SECOND, List.of()), SECOND);
        assertThat(model.availableBandwidth().available(up, SECOND)).isEqualTo(C, within(1.0));
    }
}
