// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.log.Task.Times;
import org.fairlead.diagnosis.log.Task.Volumes;
import org.fairlead.protocol.application.TaskTime;
import org.junit.jupiter.api.Test;

/** What the time of a task is said to have been spent on, and what of it can have been the network or disks. */
final class SplitTest {
    private static final Volumes NOTHING = new Volumes(0, 0, 0, 0, 0, 0);

    private static Task task(Outcome outcome, boolean local, boolean reads, Times times, Volumes volumes) {
        return new Task(0, 0, outcome, local, reads, 1, times, volumes);
    }

    @Test
    void whatOverlapsIsCountedOnce() {
        Task task = task(Outcome.ENDED_WELL, false, false, new Times(1000, 900, 500, 0, 300, 200, 0, 0), NOTHING);

        assertThat(Split.of(task)).isEqualTo(new Split(new TaskTime(500, 0, 300, 100, 100, 0, 0, 0)));
    }

    @Test
    void whatNoMetricExplainsIsNotInTheLog() {
        Task task = task(Outcome.ENDED_WELL, false, true, new Times(1000, 900, 200, 100, 0, 0, 0, 0), NOTHING);

        assertThat(Split.of(task)).isEqualTo(new Split(new TaskTime(200, 100, 0, 0, 100, 600, 0, 0)));
    }

    @Test
    void anAttemptThatDidNotEndWellIsThrownAway() {
        Task task = task(Outcome.THROWN_AWAY, false, true, new Times(1000, 900, 200, 100, 0, 0, 0, 0), NOTHING);

        assertThat(Split.of(task)).isEqualTo(new Split(new TaskTime(0, 0, 0, 0, 0, 0, 1000, 0)));
        assertThat(Blocked.of(task, Split.of(task), true)).isEqualTo(Blocked.NOTHING);
    }

    @Test
    void anAttemptThatWasOvertakenCanHaveBeenBlockedWheneverItDidNotCompute() {
        Task task = task(Outcome.OVERTAKEN, false, false, new Times(1000, 900, 200, 100, 0, 0, 0, 0), NOTHING);

        assertThat(Split.of(task)).isEqualTo(new Split(new TaskTime(0, 0, 0, 0, 0, 0, 1000, 0)));
        assertThat(Split.ofAttempt(task)).isEqualTo(new Split(new TaskTime(200, 100, 0, 0, 100, 600, 0, 0)));
        assertThat(Blocked.of(task, Split.of(task), false)).isEqualTo(new Blocked(0, 700, 0, 700, 0));
    }

    @Test
    void aShuffleFromItsOwnExecutorIsNoNetwork() {
        Times times = new Times(1000, 1000, 500, 0, 500, 0, 0, 0);
        Task beside = task(Outcome.ENDED_WELL, false, false, times, new Volumes(0, 0, 100, 0, 0, 0));
        Task remote = task(Outcome.ENDED_WELL, false, false, times, new Volumes(0, 100, 0, 0, 0, 0));

        assertThat(Blocked.of(beside, Split.of(beside), false).networkAtMost()).isZero();
        assertThat(Blocked.of(beside, Split.of(beside), false).disksAtMost()).isEqualTo(500);
        assertThat(Blocked.of(remote, Split.of(remote), false).networkMeasured())
                .isEqualTo(500);
    }

    @Test
    void readingTakesAtMostAsLongAsAScanSaysOrElseAllThatIsUnexplained() {
        Volumes input = new Volumes(100, 0, 0, 0, 0, 0);
        Task scanned = task(Outcome.ENDED_WELL, false, true, new Times(1000, 1000, 400, 0, 0, 0, 0, 250), input);
        Task plain = task(Outcome.ENDED_WELL, false, true, new Times(1000, 1000, 400, 0, 0, 0, 0, 0), input);
        Task local = task(Outcome.ENDED_WELL, true, true, new Times(1000, 1000, 400, 0, 0, 0, 0, 0), input);

        assertThat(Blocked.of(scanned, Split.of(scanned), false)).isEqualTo(new Blocked(0, 250, 0, 250, 250));
        assertThat(Blocked.of(plain, Split.of(plain), false)).isEqualTo(new Blocked(0, 600, 0, 600, 600));
        assertThat(Blocked.of(local, Split.of(local), false)).isEqualTo(new Blocked(0, 0, 0, 600, 600));
    }

    @Property
    void partsAddUpAndBoundsHoldWhatIsMeasured(
            @ForAll @IntRange(max = 100_000) int total,
            @ForAll @IntRange(max = 100_000) int run,
            @ForAll @IntRange(max = 100_000) int processor,
            @ForAll @IntRange(max = 100_000) int garbage,
            @ForAll @IntRange(max = 100_000) int wait,
            @ForAll @IntRange(max = 100_000) int write,
            @ForAll @IntRange(max = 100_000) int scan,
            @ForAll boolean reads) {
        Times times = new Times(total, Math.min(run, total), processor, garbage, wait, write, total / 10, scan);
        Task task = task(Outcome.ENDED_WELL, false, reads, times, new Volumes(scan, wait, 0, write, 0, 0));
        Split split = Split.of(task);
        Blocked blocked = Blocked.of(task, split, false);

        assertThat(split.total()).isCloseTo(total, within(1e-6));
        for (Part part : Part.values()) {
            assertThat(split.of(part)).isNotNegative();
        }
        assertThat(blocked.networkMeasured()).isBetween(0.0, blocked.networkAtMost());
        assertThat(blocked.disksMeasured()).isBetween(0.0, blocked.disksAtMost());
        assertThat(blocked.networkAtMost()).isLessThanOrEqualTo(total + 1e-6);
        assertThat(blocked.disksAtMost()).isLessThanOrEqualTo(total + 1e-6);
        assertThat(blocked.reading()).isBetween(0.0, split.millis().unexplained());
    }
}
