// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.TaskTable;
import org.junit.jupiter.api.Test;

/** An application again on its slots: as it was, and with other times. */
final class ReplayTest {
    private static MadeUpApplication stage(MadeUpApplication application, int... seconds) {
        return application.stage(seconds.length, (task, host) -> MadeUpApplication.computing(1000 * seconds[task], 0));
    }

    private static double total(Schedule schedule, Scenario scenario) {
        return Replay.of(schedule, scenario).total();
    }

    @Test
    void whatATaskDoesNotWaitForIsSavedAsFarAsItsSlotMatters() {
        Schedule schedule =
                new Schedule(stage(new MadeUpApplication(1, 2), 4, 2, 2, 4).log());
        double[] shorter = schedule.durations();
        shorter[0] -= 2000;

        assertThat(total(schedule, Scenario.of(schedule.durations()))).isEqualTo(8010);
        assertThat(total(schedule, Scenario.of(shorter))).isEqualTo(6010);
    }

    @Test
    void stagesFollowEachOtherAsTheyDid() {
        Schedule schedule = new Schedule(stage(stage(stage(new MadeUpApplication(2, 1), 3, 1), 1, 1, 1), 2)
                .log());
        double[] shorter = schedule.durations();
        shorter[0] = 1000;

        Replay.Outcome before = Replay.of(schedule, Scenario.of(schedule.durations()));
        Replay.Outcome after = Replay.of(schedule, Scenario.of(shorter));

        assertThat(before.total()).isEqualTo(schedule.loggedMillis()).isEqualTo(7030);
        assertThat(before.stages()).containsExactly(3000, 2000, 2000);
        assertThat(after.total()).isEqualTo(5030);
        assertThat(after.stages()).containsExactly(1000, 2000, 2000);
    }

    /** Ten tasks of 10 s, but one hangs; its copy runs from 15 s to 25 s. */
    private static Schedule oneHangs() {
        return new Schedule(new MadeUpApplication(10, 1)
                .copiedAfter(15_000)
                .stage(10, (task, host) -> MadeUpApplication.computing(host == 9 ? 60_000 : 10_000, 0))
                .log());
    }

    @Test
    void anAttemptThatWasOvertakenNeedsNoCopyWhereItDoesNotHang() {
        Schedule schedule = oneHangs();
        double[] alike = schedule.durations();
        alike[9] = 10_000;
        double[] hangsForLess = schedule.durations();
        hangsForLess[9] = 12_000;

        assertThat(schedule.task(9).outcome()).isEqualTo(Task.Outcome.OVERTAKEN);
        assertThat(schedule.gapMillis(10)).isEqualTo(5000);
        assertThat(total(schedule, Scenario.of(schedule.durations())))
                .isEqualTo(schedule.loggedMillis())
                .isEqualTo(25_010);
        assertThat(total(schedule, Scenario.of(alike))).isEqualTo(10_010);
        assertThat(total(schedule, Scenario.of(hangsForLess))).isEqualTo(12_010);
    }

    @Test
    void aCopyWinsWhereTheOriginalTakesLongerStill() {
        Schedule schedule = oneHangs();
        double[] other = schedule.durations();
        other[9] = 24_000;
        other[10] = 8000;

        // Nothing says how early the copy would have been launched: as soon as a slot is free.
        assertThat(total(schedule, Scenario.of(other))).isEqualTo(18_010);
    }

    @Test
    void whatACopyHadToReadItsOriginalHad() {
        Schedule schedule = new Schedule(new MadeUpApplication(2, 2)
                .copiedAfter(1500)
                .stage(4, (task, host) -> MadeUpApplication.computing(task == 3 && host == 1 ? 9000 : 1000, 10 + task))
                .log());

        assertThat(schedule.task(3).outcome()).isEqualTo(Task.Outcome.OVERTAKEN);
        assertThat(schedule.task(3).volumes().read()).isZero();
        assertThat(schedule.bytesToRead(3)).isEqualTo(13);
        assertThat(schedule.bytesToRead(2)).isEqualTo(12);
    }

    /** A task of 10 s gets a copy after 6 s, which is ended with it. Had it taken 3 s, the next stage would have had all slots. */
    @Test
    void aCopyThatLosesTakesNoSlotWhereItsOriginalHasEnded() {
        Schedule schedule = new Schedule(stage(stage(new MadeUpApplication(3, 1).copiedAfter(6000), 4, 4, 10), 4, 4, 4)
                .log());
        double[] shorter = schedule.durations();
        shorter[2] = 3000;

        assertThat(schedule.task(3).outcome()).isEqualTo(Task.Outcome.THROWN_AWAY);
        assertThat(total(schedule, Scenario.of(schedule.durations()))).isEqualTo(14_020);
        assertThat(total(schedule, Scenario.of(shorter))).isEqualTo(8020);
    }

    @Test
    void withSlotsForAllTheLongestTaskDecides() {
        Schedule schedule =
                new Schedule(stage(new MadeUpApplication(1, 2), 4, 2, 2, 4, 1).log());

        assertThat(total(schedule, Scenario.of(schedule.durations()).withSlotsForAll()))
                .isEqualTo(4010);
    }

    @Test
    void withoutAHostOthersTakeItsTasks() {
        Schedule schedule =
                new Schedule(stage(new MadeUpApplication(2, 2), 2, 2, 2, 2).log());

        assertThat(total(schedule, Scenario.of(schedule.durations()))).isEqualTo(2010);
        assertThat(total(schedule, Scenario.of(schedule.durations()).without("h0")))
                .isEqualTo(4010);
        assertThat(total(schedule, Scenario.of(schedule.durations()).without("h1")))
                .isEqualTo(4010);
    }

    @Test
    void withoutTheOnlyHostNothingCanBeSaid() {
        Schedule schedule = new Schedule(stage(new MadeUpApplication(1, 2), 1).log());

        assertThat(total(schedule, Scenario.of(schedule.durations()).without("h0")))
                .isNaN();
    }

    /** Two executors for 10 s, and two others when these are gone. */
    @Test
    void whoCameWhenAnotherOneHadGoneIsInItsPlace() {
        Schedule schedule = new Schedule(twoAndTwoOthers());
        Scenario asItWas = Scenario.of(schedule.durations());

        assertThat(total(schedule, asItWas)).isEqualTo(22_000);
        assertThat(total(schedule, asItWas.withExecutors(2))).isEqualTo(22_000);
        assertThat(total(schedule, asItWas.withExecutors(1))).isEqualTo(26_000);
        assertThat(total(schedule, asItWas.withExecutors(4))).isEqualTo(22_000);
    }

    /** One slot, six tasks of 1 s. */
    @Test
    void anExecutorIsThereSeveralTimes() {
        Schedule schedule = new Schedule(
                stage(new MadeUpApplication(1, 1), 1, 1, 1, 1, 1, 1).log());
        Scenario asItWas = Scenario.of(schedule.durations());

        assertThat(total(schedule, asItWas)).isEqualTo(6010);
        assertThat(total(schedule, asItWas.withExecutors(2))).isEqualTo(3010);
        assertThat(total(schedule, asItWas.withExecutors(3))).isEqualTo(2010);
        assertThat(total(schedule, asItWas.withExecutors(7))).isEqualTo(1010);
    }

    /** Slots that no task has take no memory. */
    @Test
    void thereMayBeAnyNumberOfExecutors() {
        Schedule schedule = new Schedule(twoAndTwoOthers());

        assertThat(total(schedule, Scenario.of(schedule.durations()).withExecutors(Integer.MAX_VALUE)))
                .isEqualTo(22_000);
    }

    private static ApplicationLog twoAndTwoOthers() {
        List<ExecutorLog> executors = new ArrayList<>();
        List<StageLog> stages = new ArrayList<>();
        for (int stage = 0; stage < 2; stage++) {
            long begin = MadeUpApplication.START + 20_000L * stage;
            TaskTable tasks = new TaskTable();
            for (int i = 0; i < 2; i++) {
                executors.add(new ExecutorLog(
                        String.valueOf(2 * stage + i),
                        "h" + i,
                        1,
                        begin,
                        stage == 0 ? begin + 10_000 : Long.MAX_VALUE));
                Done done = MadeUpApplication.computing(2000, 0);
                tasks.add(new Task(
                        i, 2 * stage + i, Task.Outcome.ENDED_WELL, false, false, begin, done.times(), done.volumes()));
            }
            stages.add(new StageLog(stage, 0, "", 2, List.of(), -1, begin, begin + 2000, false, tasks));
        }
        ApplicationLog log = stage(new MadeUpApplication(1, 1), 1).log();
        return new ApplicationLog(
                log.id(),
                log.name(),
                "",
                "",
                MadeUpApplication.START,
                MadeUpApplication.START + 22_000,
                true,
                false,
                executors,
                stages,
                Map.of(),
                List.of(),
                Map.of(),
                log.damage());
    }

    /** What is broadcast is fetched once on an executor, and all that were launched before it was there wait for it. */
    @Test
    void tasksThatWereLaunchedBeforeTheFirstEndMayWaitForABroadcast() {
        Schedule schedule =
                new Schedule(stage(new MadeUpApplication(1, 2), 4, 2, 2, 4).log());

        assertThat(IntStream.range(0, 4).mapToObj(schedule::mayWaitForBroadcast))
                .containsExactly(true, true, false, false);
        assertThat(IntStream.range(0, 4).mapToObj(schedule::isFirstThere)).containsExactly(true, false, false, false);
        Schedule local = new Schedule(
                stage(new MadeUpApplication(1, 2).inDriver(), 4, 2, 2, 4).log());
        assertThat(IntStream.range(0, 4)).noneMatch(local::mayWaitForBroadcast);
    }

    /** A driver notes the end of a task some time after the executor has had the next one. */
    @Test
    void aTaskThatIsLaunchedBeforeTheEndOfTheLastOneIsNotedHasItsSlot() {
        TaskTable tasks = new TaskTable();
        for (int i = 0; i < 4; i++) {
            long launch = MadeUpApplication.START + 10 + 990L * i;
            tasks.add(new Task(
                    i,
                    0,
                    Task.Outcome.ENDED_WELL,
                    false,
                    false,
                    launch,
                    MadeUpApplication.computing(1000, 0).times(),
                    MadeUpApplication.computing(1000, 0).volumes()));
        }
        ApplicationLog log = stage(new MadeUpApplication(1, 1), 1).log();
        Schedule schedule = new Schedule(new ApplicationLog(
                log.id(),
                log.name(),
                "",
                "",
                MadeUpApplication.START,
                MadeUpApplication.START + 4000,
                true,
                false,
                log.executors(),
                List.of(new StageLog(
                        0,
                        0,
                        "",
                        4,
                        List.of(),
                        -1,
                        MadeUpApplication.START + 10,
                        MadeUpApplication.START + 3980,
                        false,
                        tasks)),
                Map.of(),
                List.of(),
                Map.of(),
                log.damage()));

        assertThat(schedule.slots()).isEqualTo(1);
        assertThat(total(schedule, Scenario.of(schedule.durations()))).isEqualTo(3980);
    }

    @Property(tries = 300)
    void replayedAsItWasItTakesAsLongAsLogged(
            @ForAll @IntRange(min = 1, max = 5) int hosts,
            @ForAll @IntRange(min = 1, max = 4) int slots,
            @ForAll @Size(min = 1, max = 60) int[] seeds) {
        MadeUpApplication application = new MadeUpApplication(hosts, slots);
        for (int from = 0; from < seeds.length; from += 20) {
            int[] part = Arrays.stream(Arrays.copyOfRange(seeds, from, Math.min(seeds.length, from + 20)))
                    .map(seed -> 1 + Math.floorMod(seed, 9))
                    .toArray();
            stage(application, part);
        }
        Schedule schedule = new Schedule(application.log());

        Replay.Outcome outcome = Replay.of(schedule, Scenario.of(schedule.durations()));

        assertThat(outcome.total()).isCloseTo(schedule.loggedMillis(), within(1e-6));
        assertThat(schedule.slots()).isLessThanOrEqualTo(hosts * slots);
        double unlimited = total(schedule, Scenario.of(schedule.durations()).withSlotsForAll());
        assertThat(unlimited).isLessThanOrEqualTo(outcome.total() + 1e-6);
    }
}
