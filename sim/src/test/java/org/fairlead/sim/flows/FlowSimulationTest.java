// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.FlowSimulation.Options;
import org.junit.jupiter.api.Test;

class FlowSimulationTest {
    private static final Options PLAIN = new Options(SharingRule.MAX_MIN, false, false, List.of());

    /** Two racks of two hosts, two roots; every link carries 100 bytes a second. */
    private final Topology twoRacks = Topologies.multiRooted(new Topology.Builder("test"), 2, 2, 2, 100, 100)
            .build();

    private final FlowTable flows = new FlowTable();

    private int host(int number) {
        return twoRacks.host("h" + number).index();
    }

    private int link(String from, String to) {
        return twoRacks.link(
                        twoRacks.node(from).orElseThrow(), twoRacks.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    private FlowOutcome run(Options options) {
        return FlowSimulation.run(twoRacks, flows, new FirstPath(twoRacks, false), options, RunObserver.NONE);
    }

    private static Options withEvents(LinkEvent... events) {
        return new Options(SharingRule.MAX_MIN, false, false, List.of(events));
    }

    @Test
    void flowsShareALinkWhileBothRun() {
        flows.add("a", host(1), host(2), 0, 1000);
        flows.add("b", host(1), host(2), 5, 1000);

        FlowOutcome outcome = run(PLAIN);

        // 5 s alone, then 500 bytes at 50 a second; then the other's 500 left at 100
        assertThat(outcome.finishSeconds(0)).isEqualTo(15);
        assertThat(outcome.finishSeconds(1)).isEqualTo(20);
        assertThat(outcome.complete()).isTrue();
    }

    @Test
    void whatHasNothingToDoEndsWhenItArrives() {
        flows.add("empty", host(1), host(2), 3, 0);
        flows.add("at home", host(1), host(1), 4, 1000);
        flows.add("at home, capped", host(1), host(1), 4, 1000, 1, 500, 0);

        FlowOutcome outcome = run(PLAIN);

        assertThat(outcome.finishSeconds(0)).isEqualTo(3);
        assertThat(outcome.finishSeconds(1)).isEqualTo(4);
        assertThat(outcome.finishSeconds(2)).isEqualTo(6);
    }

    @Test
    void aFlowTakesAnotherWayWhenALinkGoesDown() {
        flows.add("a", host(1), host(3), 0, 1000);
        flows.add("b", host(2), host(4), 0, 1000);

        // both over the first root at 50 a second; from 4 s on there is only the second
        FlowOutcome outcome = run(withEvents(new LinkEvent(4, link("e1", "c1"), 0)));

        assertThat(outcome.finishSeconds(0)).isEqualTo(20);
        assertThat(outcome.finishSeconds(1)).isEqualTo(20);
    }

    @Test
    void aFlowWithoutAWayWaitsUntilThereIsOne() {
        flows.add("a", host(1), host(2), 0, 1000);
        int down = link("e1", "h2");

        FlowOutcome outcome = run(withEvents(new LinkEvent(4, down, 0), new LinkEvent(10, down, 50)));

        assertThat(outcome.finishSeconds(0)).isEqualTo(10 + 600 / 50.0);
    }

    @Test
    void flowsThatCanNeverEndAreToldApart() {
        flows.add("cut off", host(1), host(2), 0, 1000);
        flows.add("capped at nothing", host(3), host(4), 0, 1000, 1, 0, 0);
        flows.add("fine", host(3), host(4), 0, 1000);

        FlowOutcome outcome = run(withEvents(new LinkEvent(0, link("e1", "h2"), 0)));

        assertThat(outcome.finishSeconds(0)).isInfinite();
        assertThat(outcome.finishSeconds(1)).isInfinite();
        assertThat(outcome.finishSeconds(2)).isEqualTo(10);
        assertThat(outcome.complete()).isTrue();
    }

    @Test
    void aPairsFlowsHaveOneShare() {
        flows.add("a1", host(1), host(3), 0, 1000);
        flows.add("a2", host(1), host(3), 0, 1000, 1, 10, 0);
        flows.add("b", host(2), host(4), 0, 1000);

        FlowOutcome outcome = run(new Options(SharingRule.MAX_MIN, true, false, List.of()));

        // each pair has 50 of the link that all cross; a2 takes its 10, a1 the other 40
        assertThat(outcome.finishSeconds(2)).isEqualTo(20);
        // then 90 for a1
        assertThat(outcome.finishSeconds(0)).isCloseTo(20 + 200 / 90.0, within(1e-9));
        assertThat(outcome.finishSeconds(1)).isEqualTo(100);
    }

    @Test
    void disksLimitWhatIsReadAndWritten() {
        Topology slow = new Topology.Builder("slow disk")
                .host("h1", "r1", Set.of(), Optional.of(new Host.Disk(30, 10)))
                .host("h2", "r1")
                .switchNode("e1")
                .cable("h1", "e1", 100)
                .cable("h2", "e1", 100)
                .build();
        int one = slow.host("h1").index();
        int two = slow.host("h2").index();
        flows.add("read", one, two, 0, 300);
        flows.add("write", two, one, 0, 300);

        FlowOutcome outcome = FlowSimulation.run(
                slow,
                flows,
                new FirstPath(slow, false),
                new Options(SharingRule.MAX_MIN, false, true, List.of()),
                RunObserver.NONE);

        assertThat(outcome.finishSeconds(0)).isEqualTo(10);
        assertThat(outcome.finishSeconds(1)).isEqualTo(30);
    }

    @Test
    void roundsMoveFlowsAtWholeMultiplesOfThePeriod() {
        flows.add("a", host(1), host(3), 1, 1000);
        flows.add("b", host(2), host(4), 4, 1000);
        int[] over2 = {link("h2", "e1"), link("e1", "c2"), link("c2", "e2"), link("e2", "h4")};
        PathSelector moving = new PathSelector() {
            private final PathSelector first = new FirstPath(twoRacks, false);

            @Override
            public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
                return first.select(flow, source, destination, links);
            }

            @Override
            public double roundSeconds() {
                return 2;
            }

            @Override
            public List<Move> round(List<RunningFlow> running, LinkState links) {
                return running.size() == 2 && running.get(1).link(1) != over2[1]
                        ? List.of(new Move(1, over2))
                        : List.of();
            }
        };

        FlowOutcome outcome = FlowSimulation.run(twoRacks, flows, moving, PLAIN, RunObserver.NONE);

        // b arrives at the round at 4 s and takes part: it never shares
        assertThat(outcome.finishSeconds(0)).isEqualTo(11);
        assertThat(outcome.finishSeconds(1)).isEqualTo(14);
        assertThat(outcome.rounds()).isEqualTo(6);
    }

    @Test
    void aRunThatIsStoppedSaysWhatHasEnded() {
        for (int i = 0; i < 5000; i++) {
            flows.add("f" + i, host(1), host(2), i, 50);
        }

        FlowOutcome outcome =
                FlowSimulation.run(twoRacks, flows, new FirstPath(twoRacks, false), PLAIN, (done, of) -> done < 1000);

        assertThat(outcome.complete()).isFalse();
        assertThat(outcome.finishSeconds(0)).isEqualTo(0.5);
        assertThat(outcome.finishSeconds(4999)).isNaN();
    }
}
