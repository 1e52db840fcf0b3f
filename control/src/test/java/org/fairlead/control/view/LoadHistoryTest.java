// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.message.HistoryMessage;
import org.junit.jupiter.api.Test;

/** The last minutes in a ring, on a clock of our own. */
final class LoadHistoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 1e6;
    private static final int[] NONE = {};

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 2, 2, C, 2).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final int host = topology.host("h1").index();
    private final int up = topology.linksFrom(topology.host("h1")).get(0).index();
    private Optional<double[]> ours = Optional.empty();
    private long heardNanos = ClusterView.NEVER;

    private final LoadHistory history = new LoadHistory(Duration.ofSeconds(1), view -> ours);

    private void sample(LoadHistory to, long second, double share) {
        loads.measured(up, share * C, second * SECOND, Origin.HOST);
        to.sample(loads.view(second * SECOND), node -> node == host ? heardNanos : ClusterView.NEVER, second * SECOND);
    }

    private HistoryMessage ask(LoadHistory of, int[] links, int[] hosts, int busiest, int last, long second) {
        return of.message("c", 1, topology, "id", new LoadHistory.Asked(links, hosts, busiest, last), second * SECOND);
    }

    private int[] load(int last, long second) {
        return ask(history, new int[] {up}, NONE, 0, last, second)
                .links()
                .get(0)
                .load();
    }

    @Test
    void aSampleIsTakenEachTwoSecondsHoweverOftenItIsOffered() {
        for (int second = 10; second <= 16; second++) {
            sample(history, second, second / 100.0);
        }

        HistoryMessage reported = ask(history, new int[] {up}, NONE, 0, LoadHistory.SAMPLES, 17);

        assertThat(reported.stepMillis()).isEqualTo(2000);
        assertThat(reported.ageMillis()).isEqualTo(1000);
        assertThat(reported.links().get(0).load()).containsExactly(100, 120, 140, 160);
        assertThat(reported.busiest()).isFalse();
    }

    @Test
    void anIntervalThatIsLongerIsTheStep() {
        LoadHistory slow = new LoadHistory(Duration.ofSeconds(10), view -> ours);
        for (int second = 10; second <= 30; second++) {
            sample(slow, second, 0.5);
        }

        assertThat(ask(slow, new int[] {up}, NONE, 0, 150, 30).links().get(0).load())
                .hasSize(3);
    }

    @Test
    void timeInWhichNothingWasMeasuredIsUnknownAndDoesNotVanish() {
        sample(history, 10, 0.1);
        sample(history, 18, 0.2);
        history.sample(loads.view(30 * SECOND), node -> ClusterView.NEVER, 22 * SECOND);

        assertThat(load(LoadHistory.SAMPLES, 22)).containsExactly(100, -1, -1, -1, 200, -1, -1);
    }

    @Property(tries = 50)
    void theRingHoldsTheLastSamplesAndNoMore(
            @ForAll @IntRange(min = 1, max = 500) int steps, @ForAll @IntRange(min = 1, max = 150) int last) {
        LoadHistoryTest fresh = new LoadHistoryTest(); // a ring of its own for each try
        for (int step = 1; step <= steps; step++) {
            fresh.sample(fresh.history, 2L * step, step / 1000.0);
        }

        int kept = Math.min(Math.min(steps, LoadHistory.SAMPLES), last);
        int[] expected = new int[kept];
        Arrays.setAll(expected, i -> steps - kept + 1 + i);
        assertThat(fresh.load(last, 2L * steps)).containsExactly(expected);
    }

    @Test
    void whatIsOursStandsBesideItAndIsUnknownWhereNobodyTells() {
        sample(history, 10, 0.6);
        double[] rates = new double[topology.links().size()];
        rates[up] = 0.4 * C;
        ours = Optional.of(rates);
        sample(history, 12, 0.6);

        assertThat(ask(history, new int[] {up}, NONE, 0, 150, 12).links().get(0).ours())
                .containsExactly(-1, 400);
    }

    @Test
    void disksOfASilentHostAreUnknown() {
        loads.status(host, new NodeStatus(0, 0, 0.75, 0));
        heardNanos = 10 * SECOND;
        sample(history, 10, 0);
        sample(history, 12, 0);
        sample(history, 14, 0);

        HistoryMessage reported = ask(history, NONE, new int[] {host, 9999}, 5, 150, 14);
        assertThat(reported.hosts()).hasSize(1);
        assertThat(reported.hosts().get(0).diskBusy()).containsExactly(750, -1, -1);
        assertThat(reported.links()).as("nothing was busy").isEmpty();
    }

    @Test
    void theBusiestAreThoseThatCarriedMost() {
        int other = topology.linksFrom(topology.host("h3")).get(0).index();
        for (int second = 10; second <= 20; second += 2) {
            loads.measured(other, 0.9 * C, second * SECOND, Origin.HOST);
            sample(history, second, second == 20 ? 1 : 0.1);
        }

        HistoryMessage reported = ask(history, NONE, NONE, 1, 150, 20);
        assertThat(reported.busiest()).isTrue();
        assertThat(reported.links())
                .extracting(HistoryMessage.LinkSeries::index)
                .containsExactly(other);
        assertThat(ask(history, NONE, NONE, 5, 1, 20).links())
                .extracting(HistoryMessage.LinkSeries::index)
                .containsExactly(up, other);
    }

    @Test
    void ofALargeNetworkTheLayersAloneAreKept() {
        LoadHistory coarse = new LoadHistory(
                Duration.ofSeconds(1), view -> ours, topology.links().size() - 1);
        sample(coarse, 10, 0.5);

        HistoryMessage reported = ask(coarse, new int[] {up}, new int[] {host}, 5, 150, 10);
        assertThat(reported.perLink()).isFalse();
        assertThat(reported.links()).isEmpty();
        assertThat(reported.hosts()).isEmpty();
        assertThat(reported.layers()).hasSize(4).anySatisfy(step -> {
            assertThat(step.from()).isZero();
            assertThat(step.to()).isEqualTo(1);
            assertThat(step.links()).isEqualTo(4);
            assertThat(step.most()).containsExactly(500);
        });
    }

    @Test
    void anotherTopologyBeginsAnew() {
        sample(history, 10, 0.5);
        Topology larger = Topologies.tree(new Topology.Builder("t"), 3, 2, C, 2).build();
        history.sample(ClusterView.unknown(larger), node -> ClusterView.NEVER, 12 * SECOND);

        assertThat(ask(history, new int[] {up}, NONE, 0, 150, 12).links())
                .as("of the old topology nothing is told")
                .isEmpty();
        assertThat(history.message(
                                "c", 1, larger, "id", new LoadHistory.Asked(new int[] {0}, NONE, 0, 150), 12 * SECOND)
                        .links()
                        .get(0)
                        .load())
                .containsExactly(-1);
    }
}
