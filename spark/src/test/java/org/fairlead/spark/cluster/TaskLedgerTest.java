// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.message.FlowRequests;
import org.junit.jupiter.api.Test;

class TaskLedgerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 1e6;
    private static final int MANY = -1;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 2, 2, C, 1).build();
    private final FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
    private final PathProposals.Counts counts = new PathProposals.Counts();
    private final TaskLedger ledger = new TaskLedger(topology, model, counts);
    private final int h1 = topology.host("h1").index();
    private final int h2 = topology.host("h2").index();
    private final int h3 = topology.host("h3").index();

    TaskLedgerTest() {
        LinkLoads loads = new LinkLoads(topology, SECOND);
        topology.links().forEach(link -> loads.measured(link.index(), 0, SECOND, Origin.SWITCH));
        model.observe(loads.view(SECOND), SECOND);
    }

    private double down(int host) {
        return model.availableBandwidth().available(topology.routes().downLink(host), SECOND);
    }

    private static TaskProgress read(long bytes, long shuffleBytes) {
        return new TaskProgress(bytes, shuffleBytes, false, SECOND);
    }

    @Test
    void aReadCountsOnItsWayFromLaunchToEnd() {
        ledger.launched(1, h3, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        assertThat(down(h1)).as("shared with the task").isEqualTo(C / 2);
        assertThat(down(h2)).isEqualTo(C);
        assertThat(ledger.flows(List.of())).singleElement().satisfies(flow -> {
            assertThat(flow.from()).isEqualTo("h3");
            assertThat(flow.to()).isEqualTo("h1");
            assertThat(flow.trafficClass()).isEqualTo("block-read");
            assertThat(flow.bytes()).isEqualTo(8_000_000);
            assertThat(flow.maxBytesPerSecond()).isEqualTo(1_000_000);
        });

        ledger.ended(1, SECOND);
        assertThat(down(h1)).isEqualTo(C);
        assertThat(ledger.flows(List.of())).isEmpty();
    }

    @Test
    void whatIsFetchedBeforeATaskStartsIsAmongThem() {
        ledger.launched(1, h3, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        List<InputFetch> fetches = List.of(
                new InputFetch(7, h3, h1, 2_000_000, 500_000, 4000, 2, 9), new InputFetch(8, h2, h1, 5, 1, 0, 3, 1));

        assertThat(ledger.flows(fetches))
                .extracting(FlowRequests.Flow::from, FlowRequests.Flow::bytes, FlowRequests.Flow::maxBytesPerSecond)
                .containsExactly(tuple("h3", 10_000_000L, 1_500_000L), tuple("h2", 5L, 1L));
        assertThat(ledger.fetches(fetches))
                .containsExactly(
                        new FlowRequests.Fetch(7, "h3", "h1", 2_000_000, 4000, 2, 9),
                        new FlowRequests.Fetch(8, "h2", "h1", 5, 0, 3, 1));
    }

    @Test
    void whatATaskFetchesIsAFlowFromEachSenderButItself() {
        MapOutputLocations senders = new MapOutputLocations(Map.of(h1, 1.0, h2, 1.0, h3, 2.0));
        ledger.launched(1, MANY, h1, 8e6, senders, PathChoice.NETWORK, SECOND);
        ledger.launched(2, MANY, h1, 4e6, senders, PathChoice.NETWORK, SECOND);
        ledger.launched(3, h3, h1, 1e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);

        assertThat(ledger.flows(List.of()))
                .extracting(FlowRequests.Flow::from, FlowRequests.Flow::trafficClass, FlowRequests.Flow::bytes)
                .containsExactly(
                        tuple("h3", "shuffle", 6_000_000L),
                        tuple("h2", "shuffle", 3_000_000L),
                        tuple("h3", "block-read", 1_000_000L));
        assertThat(ledger.flows(List.of())).extracting(FlowRequests.Flow::id).doesNotHaveDuplicates();
    }

    @Test
    void progressThatCannotBeLeavesWhatIsToComeInItsBounds() {
        ledger.launched(1, MANY, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        for (long absurd : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, -5}) {
            ledger.progress(1, read(absurd, absurd), SECOND);
            assertThat(ledger.bytesToReceive(h1)).isBetween(0.0, 8e6);
        }
        ledger.ended(1, SECOND);
        assertThat(ledger.bytesToReceive(h1)).isZero();
    }

    @Test
    void whatRunsGoesOnInTheLedgerOfALargerNetwork() {
        ledger.launched(1, MANY, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.progress(1, read(0, 3_000_000), SECOND);
        TaskLedger larger = new TaskLedger(topology, model, counts);
        larger.launched(2, h3, h2, 1e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.moveTo(larger, SECOND);
        assertThat(larger.bytesToReceive(h1)).isEqualTo(5e6);
        assertThat(larger.progress(1)).contains(read(0, 3_000_000));
        assertThat(larger.flows(List.of())).hasSize(2);
        assertThat(ledger.flows(List.of())).isEmpty();
        larger.ended(1, SECOND);
        assertThat(larger.bytesToReceive(h1)).isZero();
    }

    @Test
    void whatIsReadNoLongerCountsAlthoughTheTaskStillComputes() {
        ledger.launched(1, h3, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.progress(1, read(5_000_000, 0), SECOND);
        assertThat(ledger.flows(List.of())).extracting(FlowRequests.Flow::bytes).containsExactly(3_000_000L);
        ledger.progress(1, read(9_000_000, 0), SECOND);
        assertThat(ledger.flows(List.of())).isEmpty();
        assertThat(down(h1)).isEqualTo(C);
        assertThat(ledger.progress(1)).contains(read(9_000_000, 0));
    }

    @Test
    void aTaskThatReadsWhereItRunsCrossesNothing() {
        ledger.launched(1, h1, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.launched(2, MANY, -1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        assertThat(ledger.flows(List.of())).isEmpty();
        assertThat(down(h1)).isEqualTo(C);
        assertThat(ledger.progress(2)).isPresent();
    }

    @Test
    void whatIsReadFromAHostCountsThereWhereverItIsReadAndUntilItIs() {
        ledger.launched(1, h3, h1, 8e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.launched(2, h3, h3, 4e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.launched(3, MANY, h3, 1e6, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        assertThat(ledger.bytesToRead(h3)).isEqualTo(12e6);

        ledger.progress(1, read(5_000_000, 0), SECOND);
        ledger.ended(2, SECOND);
        assertThat(ledger.bytesToRead(h3)).isEqualTo(3e6);

        TaskLedger larger = new TaskLedger(topology, model, counts);
        ledger.moveTo(larger, SECOND);
        assertThat(larger.bytesToRead(h3)).isEqualTo(3e6);
        larger.ended(1, SECOND);
        assertThat(larger.bytesToRead(h3)).isZero();
    }

    @Test
    void ofSeveralTasksOfAHostPairTheSumIsTold() {
        ledger.launched(1, h3, h1, 1000, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        ledger.launched(2, h3, h1, 2000, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
        assertThat(ledger.flows(List.of())).extracting(FlowRequests.Flow::bytes).containsExactly(3000L);
    }

    @Property(tries = 200)
    void bytesToReceiveAreThoseOfTheRunningTasks(@ForAll long seed) {
        TaskLedger fresh = new TaskLedger(topology, new FairShareLoadModel(topology, SECOND), counts);
        Random random = new Random(seed);
        Map<Long, Long> left = new HashMap<>();
        for (int step = 0; step < 100; step++) {
            long task = random.nextInt(10);
            switch (random.nextInt(3)) {
                case 0 -> {
                    fresh.launched(task, MANY, h1, 1000, MapOutputLocations.UNKNOWN, PathChoice.NETWORK, SECOND);
                    left.put(task, 1000L);
                }
                case 1 -> {
                    long shuffled = random.nextInt(1500);
                    fresh.progress(task, read(7, shuffled), SECOND);
                    left.computeIfPresent(task, (id, before) -> Math.max(0, 1000 - shuffled));
                }
                default -> {
                    fresh.ended(task, SECOND);
                    left.remove(task);
                }
            }
            long expected = left.values().stream().mapToLong(Long::longValue).sum();
            assertThat((long) fresh.bytesToReceive(h1)).isEqualTo(expected);
        }
        left.keySet().forEach(task -> fresh.ended(task, SECOND));
        assertThat(fresh.bytesToReceive(h1)).isZero();
        assertThat(fresh.flows(List.of())).isEmpty();
    }

    @Test
    void aTaskWithSharesOfItsOwnIsSentTheseToTheByte() {
        MapOutputMatrix.Builder rows = new MapOutputMatrix.Builder();
        double[] row = new double[topology.nodes().size()];
        row[h2] = 2;
        row[h3] = 1;
        rows.add(0, row);
        row[h2] = 50;
        rows.add(1, row);
        MapOutputMatrix matrix = rows.build();
        assertThat(matrix.of(0).areOfOneTask()).isTrue();

        ledger.launched(1, MANY, h1, 1000, matrix.of(0), PathChoice.NETWORK, SECOND);
        ledger.launched(2, MANY, h2, 1000, matrix.of(0), PathChoice.NETWORK, SECOND);
        assertThat(ledger.bytesToSend(h2)).as("to h1").isEqualTo(666);
        assertThat(ledger.bytesToSend(h3)).as("to both").isEqualTo(666);

        for (int read = 7; read < 1000; read += 7) {
            ledger.progress(1, read(0, read), SECOND);
        }
        ledger.ended(1, SECOND);
        assertThat(ledger.bytesToSend(h2)).isZero();
        assertThat(ledger.bytesToSend(h3)).isEqualTo(333);
        ledger.ended(2, SECOND);
        assertThat(ledger.bytesToSend(h3)).isZero();
    }
}
