package org.fairlead.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code fairlead} holds back where places are for one kind of task: from disks without time to spare, and until input exists. */
class HeldBackTest {
    private static final long SECOND = OfferingCluster.SECOND;
    private final OfferingCluster cluster = OfferingCluster.ofRacks(1, 3);
    private final TaskSet maps = cluster.maps();
    private final TaskSet reduces = cluster.reduces();
    private final TaskAssigner assigner = TaskAssigners.named("fairlead");

    @BeforeEach
    void nobodyElseIsWorthWaitingFor() {
        Arrays.fill(cluster.waits, 999);
        for (int task = 0; task < 8; task++) {
            cluster.add(maps, task, 64e6, "h1");
            cluster.add(reduces, task, 125e6);
        }
    }

    private Choice ask(TaskSet tasks, double seconds, boolean exclusive) {
        long now = Math.round(seconds * SECOND);
        cluster.report(now);
        Choice choice = assigner.choose(new Offer(cluster.h("h1"), 1, exclusive, tasks.kind()), tasks, cluster, now);
        if (choice instanceof Choice.Launch launch) {
            tasks.launched(launch.task());
        }
        return choice;
    }

    private static void refused(Choice choice, Choice.Cause cause) {
        assertThat(choice).isInstanceOfSatisfying(Choice.Refusal.class, refusal -> assertThat(refusal.cause())
                .isEqualTo(cause));
    }

    private static void launched(Choice choice) {
        assertThat(choice).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void disksWithoutTimeToSpareGetNoTaskUntilTheSetHasWaitedForTheLongest() {
        cluster.disk("h1", 0.95, 50e6);
        launched(ask(maps, 0, false));
        refused(ask(maps, 1, true), Choice.Cause.DISK_BUSY);
        refused(ask(maps, 1 + SoonestEnd.LONGEST_SECONDS - 1, true), Choice.Cause.DISK_BUSY);
        launched(ask(maps, 1 + SoonestEnd.LONGEST_SECONDS, true));
    }

    @Test
    void halfBusyDisksGetOneTaskUntilItShows() {
        cluster.disk("h1", 0.6, 50e6);
        launched(ask(maps, 1, true));
        refused(ask(maps, 1 + DiskAdmission.SETTLE_SECONDS - 0.1, true), Choice.Cause.DISK_BUSY);
        launched(ask(maps, 1 + DiskAdmission.SETTLE_SECONDS, true));
    }

    @Test
    void aHostThatRunsNothingIsNeverRefusedNorIsAnythingWhileNothingRuns() {
        cluster.disk("h1", 1, 50e6);
        cluster.free[cluster.h("h1")] = cluster.places;
        launched(ask(maps, 1, true));
        cluster.free[cluster.h("h1")] = 1;
        refused(ask(maps, 2, true), Choice.Cause.DISK_BUSY);
        cluster.running = 0;
        launched(ask(maps, 2, true));
    }

    @Test
    void aTaskWhoseInputDoesNotExistIsHeldUntilCopyingTakesAsLongAsTheRest() {
        reduces.inputLeft(5);
        refused(ask(reduces, 1, true), Choice.Cause.INPUT_MISSING);
        reduces.inputLeft(1.1);
        refused(ask(reduces, 4, true), Choice.Cause.INPUT_MISSING);
        reduces.inputLeft(0.9); // 125 MB over 125 MB/s take a second
        launched(ask(reduces, 5, true));
    }

    @Test
    void nothingIsHeldForLongerThanTheLongestHoldNorWherePlacesTakeAnyTask() {
        reduces.inputLeft(1e6);
        launched(ask(reduces, 0, false));
        refused(ask(reduces, 1, true), Choice.Cause.INPUT_MISSING);
        refused(ask(reduces, SoonestEnd.LONGEST_HOLD_SECONDS, true), Choice.Cause.INPUT_MISSING);
        launched(ask(reduces, 1 + SoonestEnd.LONGEST_HOLD_SECONDS, true));
    }

    @Test
    void partsCanBeSwitched() {
        TaskAssigner ends = TaskAssigners.named("fairlead:ends");
        cluster.disk("h1", 1, 50e6);
        reduces.inputLeft(1e6);
        cluster.report(SECOND);
        for (TaskSet tasks : new TaskSet[] {maps, reduces}) {
            launched(ends.choose(new Offer(cluster.h("h1"), 1, true, tasks.kind()), tasks, cluster, SECOND));
        }
    }
}
