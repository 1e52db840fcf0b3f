// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.Headroom;
import org.junit.jupiter.api.Test;

class EarliestFinishTimeTest {
    private static final long SECOND = OfferingCluster.SECOND;
    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 3);
    private final TaskSet maps = cluster.maps();
    private final TaskAssigner assigner = TaskAssigners.named("fairlead");

    private Choice ask(TaskSet tasks, String host, double seconds) {
        return ask(tasks, cluster.offer(host), seconds);
    }

    private Choice ask(TaskSet tasks, Offer offer, double seconds) {
        cluster.report((long) (seconds * SECOND));
        return assigner.choose(offer, tasks, cluster, (long) (seconds * SECOND));
    }

    /** Nobody else is worth waiting for. */
    private void allBusyFor(double seconds) {
        Arrays.fill(cluster.waits, seconds);
    }

    @Test
    void aTaskIsRefusedWhereWaitingForAnotherHostEndsItSoonerUntilItIsFarBehindThat() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 3;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        cluster.add(maps, 0, 120e6, "h4");
        maps.learned(2.0 / 120e6, 0);

        Choice first = ask(maps, "h1", 10);

        assertThat(first).isInstanceOfSatisfying(Choice.Decline.class, decline -> {
            assertThat(decline.cause()).isEqualTo(Choice.Cause.SOONER_ELSEWHERE);
            assertThat(decline.untilNanos()).isBetween(11 * SECOND - 1, 11 * SECOND + 1); // 6 s here, 5 s there
        });
        assertThat(ask(maps, "h1", 13.9)).as("3.9 s behind, to gain 1").isInstanceOf(Choice.Decline.class);
        assertThat(ask(maps, "h1", 14.1)).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
            assertThat(launch.expectedSeconds()).isBetween(5.99, 6.01);
            assertThat(launch.source()).isEqualTo(cluster.h("h4"));
        });
    }

    @Test
    void aSlowHostIsAvoidedByAsMuchAsItIsSlow() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 2;
        cluster.add(maps, 0, 1e6, "h1");
        maps.learned(0, 1, 0.5, 0);

        assertThat(ask(maps, "h1", 10))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.expectedSeconds())
                        .isBetween(1.49, 1.51));
        cluster.paces[cluster.h("h1")] = 2;
        assertThat(ask(maps, "h1", 11))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.expectedSeconds())
                        .as("3.5 s elsewhere")
                        .isBetween(2.99, 3.01));
        cluster.paces[cluster.h("h1")] = 4;
        assertThat(ask(maps, "h1", 12)).isInstanceOfSatisfying(Choice.Decline.class, decline -> {
            assertThat(decline.cause()).isEqualTo(Choice.Cause.SOONER_ELSEWHERE);
            assertThat(decline.better()).isEqualTo(cluster.h("h4"));
        });
    }

    @Test
    void aTaskWithoutInputWaitsForAHostThatIsWell() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 2;
        cluster.add(maps, 0, 0);
        maps.learned(0, 1);
        cluster.paces[cluster.h("h1")] = 10;

        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Decline.class);
        assertThat(ask(maps, "h2", 10)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void aReduceWaitsForAHostThatIsWell() {
        Arrays.fill(cluster.waits, 2);
        TaskSet reduces = cluster.reduces();
        cluster.add(reduces, 0, 1e6);
        reduces.learned(0, 1);
        cluster.paces[cluster.h("h1")] = 10;

        assertThat(ask(reduces, "h1", 10)).isInstanceOf(Choice.Decline.class);
        assertThat(ask(reduces, "h2", 10)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void whileSomebodyReadsFromASlowSourceAReaderFromAfarWaitsForASlotBesideIt() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 3;
        cluster.readRates[cluster.h("h4")] = 1e6;
        cluster.toRead[cluster.h("h4")] = 2e6;
        cluster.add(maps, 0, 4e6, "h4");

        assertThat(ask(maps, "h1", 10))
                .isEqualTo(new Choice.Decline(Choice.Cause.SOURCE_SLOW, 13 * SECOND, 0, cluster.h("h4")));
        assertThat(ask(maps, "h1", 69)).isInstanceOf(Choice.Decline.class);
        assertThat(ask(maps, "h1", 71)).isInstanceOf(Choice.Launch.class); // waited for a minute
    }

    @Test
    void nobodyWaitsForASlowSourceThatNobodyReadsFrom() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 3;
        cluster.readRates[cluster.h("h4")] = 1e6;
        cluster.add(maps, 0, 2e6, "h4");

        assertThat(ask(maps, "h1", 10)).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
            assertThat(launch.source()).isEqualTo(cluster.h("h4"));
            assertThat(launch.expectedSeconds()).isBetween(1.99, 2.01);
        });
    }

    @Test
    void aSlotBesideASlowSourceKeepsItBusyButNoMore() {
        allBusyFor(99);
        cluster.readRates[cluster.h("h4")] = 1e6;
        cluster.add(maps, 0, 2e6, "h4");
        cluster.add(maps, 1, 2e6, "h2");

        assertThat(ask(maps, "h4", 10)).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                .isZero());
        cluster.toRead[cluster.h("h4")] = 2e6;
        assertThat(ask(maps, "h4", 10)).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                .isEqualTo(1));
    }

    @Test
    void whoseTurnAtASlowSourceComesLaterTakesWhatLiesElsewhereOrWaits() {
        allBusyFor(99);
        cluster.readRates[cluster.h("h4")] = 1e6;
        cluster.toRead[cluster.h("h4")] = 2e6;
        cluster.ahead[cluster.h("h4")] = 6e6;
        cluster.add(maps, 0, 2e6, "h4");

        assertThat(ask(maps, "h4", 10))
                .isEqualTo(new Choice.Decline(Choice.Cause.SOURCE_SLOW, 16 * SECOND, 0, cluster.h("h4")));
        cluster.add(maps, 1, 2e6, "h2");
        assertThat(ask(maps, "h4", 10)).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                .isEqualTo(1));
        cluster.toRead[cluster.h("h4")] = 0;
        assertThat(ask(maps, "h4", 10))
                .as("it is idle")
                .isInstanceOfSatisfying(
                        Choice.Launch.class, launch -> assertThat(launch.task()).isZero());
    }

    @Test
    void whatTheFirstTaskOnAHostFetchesBesidesItsInputCountsAtWhatOthersLeaveOfTheWay() {
        allBusyFor(99);
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.8 : 0);
        cluster.add(maps, 0, 120e6, "h1");
        maps.learned(1.0 / 120e6, 0);
        cluster.besides[cluster.h("h1")] = 50e6;

        assertThat(ask(maps, "h1", 10))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.expectedSeconds())
                        .isBetween(2.99, 3.01)); // 50 MB at 25 MB/s, then a second of computing
        cluster.waits[cluster.h("h2")] = 0.5;
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Decline.class); // 0.5 + 1 there
    }

    @Test
    void tasksThatTakeLongBeforeTheyReadAreNotKeptInAQueueBesideTheirInput() {
        allBusyFor(99);
        cluster.slots = 1;
        cluster.waits[cluster.h("h4")] = 0;
        for (int task = 0; task < 5; task++) {
            cluster.add(maps, task, 25e6, "h4");
        }
        double perByte = 0.01 / 25e6;
        maps.learned(perByte, 0, 0, 0);
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Decline.class); // 0.4 s here, 5 · 0.01 there
        maps.learned(perByte, 0, 0.5, 0);
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Launch.class); // 0.9 s here, 5 · 0.51 there
    }

    @Test
    void slotsThatAreOnlyForeseenMakeNoTaskWait() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 3;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        cluster.add(maps, 0, 120e6, "h4");
        maps.learned(2.0 / 120e6, 0);
        Choice first = ask(maps, cluster.foreseen("h1"), 10);
        assertThat(first).isInstanceOf(Choice.Decline.class);
        assertThat(ask(maps, cluster.foreseen("h1"), 11.1))
                .as("the gain of a second has not begun to run")
                .isInstanceOf(Choice.Decline.class);
    }

    @Test
    void aTaskBehindOthersOnItsHostIsTakenFromThere() {
        allBusyFor(99);
        cluster.slots = 1;
        cluster.waits[cluster.h("h4")] = 3;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        maps.learned(2.0 / 120e6, 0);
        for (int task = 0; task < 3; task++) {
            cluster.add(maps, task, 120e6, "h4");
        }
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Launch.class); // 6 s here, 3 + 2·2 + 2 there
    }

    @Test
    void aTaskWaitsForAFreeSlotBesideItsInputThatOthersMayTakeSinceTheOfferedOneIsLeftThen() {
        allBusyFor(99);
        cluster.slots = 1;
        cluster.waits[cluster.h("h4")] = 0;
        cluster.waits[cluster.h("h5")] = 0;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.68 : 0);
        maps.learned(2.0 / 120e6, 0);
        for (int task = 0; task < 3; task++) {
            cluster.add(maps, task, 120e6, "h4", "h5");
        }
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Decline.class); // 3 s here; 2 there, and 1 more in 3 of 4
        cluster.betweenLaunches = 0.1;
        assertThat(ask(maps, "h1", 10)).as("the offered slot is gone then").isInstanceOf(Choice.Launch.class);
        cluster.betweenLaunches = 0;
        cluster.waits[cluster.h("h4")] = 0.1;
        cluster.waits[cluster.h("h5")] = 0.1;
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Launch.class); // 0.1 + 2·2/2 + 2 there
    }

    @Test
    void whereOneTaskIsLaunchedWithEachHeartbeatThoseBehindItWaitForThat() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 1;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        maps.learned(2.0 / 120e6, 0);
        for (int task = 0; task < 3; task++) {
            cluster.add(maps, task, 120e6, "h4");
        }
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Decline.class); // 6 s here, 1 + 2 + 2·2/4 there
        cluster.betweenLaunches = 3;
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Launch.class); // 1 + 2 + 2·3 there
    }

    @Test
    void whereHeartbeatsTellWhatHasEndedNobodyWaitsForAnEndThatIsKnownNoSooner() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 1;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        maps.learned(2.0 / 120e6, 0);
        cluster.add(maps, 0, 120e6, "h4");
        cluster.betweenHeartbeats = 4;
        assertThat(ask(maps, "h1", 10)) // 6 + 2 s here, 1 + 4 there
                .isInstanceOfSatisfying(Choice.Decline.class, decline -> assertThat(decline.untilNanos())
                        .isBetween(13 * SECOND - 1, 13 * SECOND + 1));
        cluster.betweenHeartbeats = 12;
        assertThat(ask(maps, "h1", 10)).isInstanceOf(Choice.Launch.class); // 12 here, 1 + 12 there
    }

    @Test
    void ofALocalTaskOnABusyDiskTheReplicaElsewhereIsRead() {
        allBusyFor(99);
        cluster.add(maps, 0, 120e6, "h1", "h2");
        assertThat(ask(maps, "h1", 1)).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.source())
                .isEqualTo(cluster.h("h1")));
        cluster.disk("h1", 1, 20e6);
        assertThat(ask(maps, "h1", 1)).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
            assertThat(launch.source()).isEqualTo(cluster.h("h2"));
            assertThat(launch.locality()).isEqualTo(Locality.RACK);
        });
    }

    @Test
    void forAReadingFromAfarTheDiskOfTheReplicaCounts() {
        allBusyFor(99);
        cluster.disk("h4", 1, 20e6);
        cluster.add(maps, 0, 120e6, "h4");
        cluster.add(maps, 1, 120e6, "h5");
        assertThat(((Choice.Launch) ask(maps, "h1", 1)).task()).isEqualTo(1);
    }

    @Test
    void ofTasksThatEndAsSoonTheOneIsReadFromWhomFewestRead() {
        allBusyFor(99);
        cluster.add(maps, 0, 120e6, "h4");
        cluster.add(maps, 1, 120e6, "h5");
        cluster.add(maps, 2, 120e6, "h5");
        assertThat(((Choice.Launch) ask(maps, "h1", 1)).task())
                .as("that of the host with the most pending")
                .isEqualTo(1);
        cluster.toRead[cluster.h("h5")] = 120e6;
        assertThat(((Choice.Launch) ask(maps, "h1", 1)).task()).isZero();
    }

    @Test
    void aReduceWaitsForAHostWithLessToReceive() {
        allBusyFor(99);
        TaskSet reduces = cluster.reduces();
        cluster.add(reduces, 0, 10e6);
        cluster.toReceive[cluster.h("h1")] = 10 * OfferingCluster.LINK;
        assertThat(ask(reduces, "h1", 1)).as("nobody has a slot").isInstanceOf(Choice.Launch.class);
        allBusyFor(0);
        assertThat(ask(reduces, "h1", 1)).isInstanceOf(Choice.Decline.class);
        assertThat(ask(reduces, "h2", 1)).isInstanceOf(Choice.Launch.class);
        cluster.running = 0;
        assertThat(ask(reduces, "h1", 1)).as("nothing runs").isInstanceOf(Choice.Launch.class);
    }

    @Test
    void whoWaitsAsLongAsWasPromisedGoesOnWaitingHoweverLongThatIs() {
        allBusyFor(99);
        cluster.waits[cluster.h("h4")] = 3;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        cluster.add(maps, 0, 120e6, "h4");
        maps.learned(2.0 / 120e6, 0);
        assertThat(ask(maps, "h1", 10)).as("6 s here, 5 s there").isInstanceOf(Choice.Decline.class);

        cluster.waits[cluster.h("h4")] = 1;
        assertThat(ask(maps, "h1", 12))
                .as("2 s later it is to begin there in 1 s")
                .isInstanceOf(Choice.Decline.class);

        cluster.waits[cluster.h("h4")] = 2.5;
        assertThat(ask(maps, "h1", 16.4)).as("5.9 s behind, to gain 1.5").isInstanceOf(Choice.Decline.class);
        assertThat(ask(maps, "h1", 16.5)).as("6 s behind, to gain 1.5").isInstanceOf(Choice.Launch.class);
    }

    @Test
    void aSlowHostDoesItsPartOfReducesWhereOthersWouldNotEndAllSooner() {
        allBusyFor(99);
        TaskSet reduces = cluster.reduces();
        cluster.toReceive[cluster.h("h1")] = 3 * OfferingCluster.LINK; // 3 s more than on h2
        cluster.waits[cluster.h("h2")] = 0.1;
        cluster.add(reduces, 0, OfferingCluster.LINK);
        cluster.add(reduces, 1, OfferingCluster.LINK);
        assertThat(ask(reduces, "h1", 1)).as("h2 ends both sooner").isInstanceOf(Choice.Decline.class);

        for (int task = 2; task < 9; task++) {
            cluster.add(reduces, task, OfferingCluster.LINK);
        }

        assertThat(ask(reduces, "h1", 1)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void blindItChoosesAsTheFrameworkDoes() {
        cluster.add(maps, 0, 120e6, "h4");
        Offer slot = new Offer(cluster.h("h1"), 1, true, InputKind.BLOCKS);
        assertThat(assigner.choose(slot, maps, cluster, 9 * SECOND))
                .isEqualTo(new Choice.Launch(0, Locality.ANY, -1, Double.NaN));
        assertThat(assigner.choose(cluster.offer("h1"), maps, cluster, 9 * SECOND))
                .isEqualTo(new Choice.Decline(Choice.Cause.WAITS_FOR_LOCALITY, 12 * SECOND));
    }

    @Property(tries = 200)
    void aSingleTaskIsRefusedExactlyIfItEndsSoonerOnSomeOtherHost(@ForAll long seed) {
        Random random = new Random(seed);
        OfferingCluster drawn = OfferingCluster.ofRacks(1 + random.nextInt(3), 2 + random.nextInt(2))
                .loaded(link -> random.nextInt(10) / 10.0);
        for (Host host : drawn.topology.hosts()) {
            drawn.waits[host.index()] = random.nextInt(4);
        }
        TaskSet tasks = drawn.maps();
        int hosts = drawn.topology.hosts().size();
        int[] holders = random.ints(1 + random.nextInt(3), 0, hosts)
                .map(at -> drawn.topology.hosts().get(at).index())
                .toArray();
        double bytes = 1e6 * (1 + random.nextInt(500));
        tasks.add(0, holders, bytes);
        tasks.learned(random.nextInt(3) * 1e-8, random.nextInt(2));
        double computing =
                bytes * tasks.times().computeSecondsPerByte() + tasks.times().fixedSeconds();
        int offering = drawn.topology.hosts().get(0).index();
        Headroom headroom = new Headroom(drawn.routes(), drawn.network(), 1);
        double here = Double.NaN;
        double elsewhere = Double.POSITIVE_INFINITY;
        for (Host host : drawn.topology.hosts()) {
            double network = Double.POSITIVE_INFINITY;
            for (int holder : holders) {
                network = Math.min(network, bytes / headroom.between(holder, host.index()));
            }
            double end = Math.max(network, computing);
            if (host.index() == offering) {
                here = end;
            } else {
                elsewhere = Math.min(elsewhere, drawn.waits[host.index()] + end);
            }
        }

        AssignerOptions everybody = AssignerOptions.USUAL.with(new AssignerOptions.Prediction(99, 500));
        Choice choice = TaskAssigners.make("fairlead", everybody)
                .choose(new Offer(offering, 1, false, InputKind.BLOCKS), tasks, drawn, 1);

        assertThat(choice instanceof Choice.Decline).isEqualTo(elsewhere < SlotSearch.NEAR * here);
    }
}
