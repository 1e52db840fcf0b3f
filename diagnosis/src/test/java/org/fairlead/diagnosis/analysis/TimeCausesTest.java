// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.analysis.TimeCause.Kind;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.TellingLine;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Task time by cause, of applications of which it is known what they waited for. */
final class TimeCausesTest {
    private static final int TASKS = 120;

    @TempDir
    private Path directory;

    /** Each task computes for 2 s and reads from three DataNodes; all that these take it waits. */
    private static final class Reading {
        private final double[][] waits = new double[TASKS][12];

        Reading(double slow) {
            Random random = new Random(1);
            for (int task = 0; task < TASKS; task++) {
                for (int giver : new int[] {5, task % 5, 6 + task % 6}) {
                    waits[task][giver] = (giver == 5 ? slow : 1) * (0.8 + 0.4 * random.nextDouble());
                }
            }
        }

        int millis(int task) {
            double waited = 0;
            for (double each : waits[task]) {
                waited += each;
            }
            return (int) Math.round(2000 + 1000 * waited);
        }

        ApplicationLog log() {
            return new MadeUpApplication(12, 2)
                    .stage(
                            TASKS,
                            (task, host) -> new Done(
                                    new Task.Times(millis(task), millis(task), 2000, 0, 0, 0, 0, 0),
                                    new Task.Volumes(128e6f, 0, 0, 0, 0, 0)))
                    .log();
        }

        List<TaskReads> seen(int tasks) {
            List<TaskReads> seen = new ArrayList<>();
            for (int task = 0; task < tasks; task++) {
                List<SourceReads> sources = new ArrayList<>();
                for (int giver = 0; giver < 12; giver++) {
                    if (waits[task][giver] > 0) {
                        sources.add(new SourceReads(
                                SourceReads.HDFS, "h" + giver, false, 128_000_000, waits[task][giver], 1));
                    }
                }
                seen.add(new TaskReads(0, 0, task, task, "w" + task % 12, 1000, millis(task) / 1000.0, 0, sources));
            }
            return seen;
        }
    }

    private ObservedReads observed(List<TaskReads> tasks) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))));
        tasks.forEach(task -> lines.add(json(DecisionLine.of(task))));
        return ObservedReads.read(Files.write(directory.resolve("app-1.jsonl"), lines));
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    private TimeCauses causes(ApplicationLog log, List<TaskReads> seen) throws IOException {
        return Analyst.diagnose(log, ZoneTraffic.NONE, Optional.of(observed(seen)), RunObserver.NONE)
                .causes();
    }

    private static double millis(TimeCauses causes, Kind kind, String place) {
        return causes.causes().stream()
                .filter(each -> each.kind() == kind && each.place().equals(place))
                .mapToDouble(TimeCause::millis)
                .sum();
    }

    /** Nobody is advised to observe what was observed. */
    @Test
    void withDecisionsNoLineIsToldForWhatTheyTell() throws IOException {
        Reading reading = new Reading(5);
        Diagnosis alone = Analyst.diagnose(reading.log(), ZoneTraffic.NONE, RunObserver.NONE);
        Diagnosis observed = Analyst.diagnose(
                reading.log(), ZoneTraffic.NONE, Optional.of(observed(reading.seen(TASKS))), RunObserver.NONE);

        assertThat(alone.untold().get(0).line().options()).contains("spark.fairlead.decisions.dir=DIR");
        assertThat(observed.untold().get(0).line())
                .isEqualTo(TellingLine.none("what the plug-in has seen of it stands in task time by cause"));
    }

    @Test
    void aSlowDataNodeIsBlamedForWhatItTookLongerThanOthers() throws IOException {
        Reading reading = new Reading(5);

        TimeCauses causes = causes(reading.log(), reading.seen(TASKS));

        assertThat(millis(causes, Kind.COMPUTING, "")).isCloseTo(TASKS * 2000.0, within(1.0));
        assertThat(millis(causes, Kind.SLOW_SOURCE, "DataNode h5")).isCloseTo(TASKS * 4000.0, within(TASKS * 400.0));
        assertThat(millis(causes, Kind.READING, "DataNodes")).isCloseTo(TASKS * 3000.0, within(TASKS * 400.0));
        assertThat(causes.share()).isGreaterThan(0.99);
        assertThat(causes.coverage()).isEqualTo(new TimeCauses.Coverage(TASKS, TASKS, 1));
    }

    @Test
    void everyMillisecondCountsOnce() throws IOException {
        Reading reading = new Reading(5);
        double all = 0;
        for (int task = 0; task < TASKS; task++) {
            all += reading.millis(task);
        }

        TimeCauses causes = causes(reading.log(), reading.seen(TASKS));

        assertThat(causes.causes().stream().mapToDouble(TimeCause::millis).sum())
                .isCloseTo(all, within(1.0));
        assertThat(causes.causes().stream().mapToDouble(TimeCause::share).sum()).isCloseTo(1, within(1e-9));
    }

    @Test
    void whereAllGiveAlikeNobodyIsBlamed() throws IOException {
        Reading reading = new Reading(1);

        TimeCauses causes = causes(reading.log(), reading.seen(TASKS));

        assertThat(causes.causes())
                .extracting(TimeCause::kind)
                .contains(Kind.COMPUTING, Kind.READING)
                .doesNotContain(
                        Kind.SLOW_DISK,
                        Kind.SLOW_LINK,
                        Kind.SLOW_SOURCE,
                        Kind.SLOW_HOST,
                        Kind.SLOW_PROCESSOR,
                        Kind.SKEW);
    }

    @Test
    void whatTheFileDoesNotTellHasNoCause() throws IOException {
        Reading reading = new Reading(5);

        TimeCauses causes = causes(reading.log(), reading.seen(TASKS / 2));

        assertThat(causes.coverage().told()).isEqualTo(TASKS / 2);
        assertThat(causes.coverage().share()).isCloseTo(0.5, within(0.05));
        assertThat(causes.share()).isBetween(0.5, 0.7);
        assertThat(causes.causes().get(causes.causes().size() - 1).kind()).isEqualTo(Kind.UNKNOWN);
    }

    @Test
    void moreDataThanOthersIsSkew() throws IOException {
        ApplicationLog log = new MadeUpApplication(2, 2)
                .stage(16, (task, host) -> MadeUpApplication.computing(task == 9 ? 9000 : 1000, task == 9 ? 9e6 : 1e6))
                .log();
        List<TaskReads> seen = List.of(new TaskReads(0, 0, 0, 0, "h0", 0, 1, 0, List.of()));

        TimeCauses causes = causes(log, seen);

        assertThat(millis(causes, Kind.SKEW, "")).isCloseTo(8000, within(1.0));
        assertThat(millis(causes, Kind.COMPUTING, "")).isCloseTo(16_000, within(1.0));
    }

    /** Its first attempt was on a slow host, and is thrown away. */
    @Test
    void ofATaskWhoseCopyEndedFirstWhatTheCopyTakesBeyondTheMedianIsSkew() throws IOException {
        ApplicationLog log = new MadeUpApplication(16, 1)
                .copiedAfter(3000)
                .stage(16, (task, host) -> {
                    int millis = host == 9 ? 30_000 : task == 9 ? 9000 : 1000;
                    return MadeUpApplication.computing(millis, task == 9 ? 9e6 : 1e6);
                })
                .log();

        TimeCauses causes = causes(log, List.of(new TaskReads(0, 0, 0, 0, "h0", 0, 1, 0, List.of())));

        assertThat(millis(causes, Kind.SKEW, "")).isCloseTo(8000, within(1.0));
        assertThat(millis(causes, Kind.COMPUTING, "")).isCloseTo(16_000, within(1.0));
        assertThat(millis(causes, Kind.THROWN_AWAY, "")).isCloseTo(12_000, within(1.0));
    }

    @Test
    void whatFirstTasksOfSlotsTakeLongerIsWarmingUp() throws IOException {
        ApplicationLog log = new MadeUpApplication(2, 2)
                .stage(
                        16,
                        (task, host) -> new Done(
                                new Task.Times(task < 4 ? 3000 : 1100, task < 4 ? 3000 : 1100, 1000, 0, 0, 0, 0, 0),
                                new Task.Volumes(0, 0, 0, 0, 0, 0)))
                .log();

        TimeCauses causes = causes(log, List.of(new TaskReads(0, 0, 0, 0, "h0", 0, 1, 0, List.of())));

        assertThat(millis(causes, Kind.WARM_UP, "")).isCloseTo(4 * 1900.0, within(1.0));
        assertThat(millis(causes, Kind.UNKNOWN, "")).isCloseTo(16 * 100.0, within(1.0));
    }

    /** The second stage runs on the same slots, whose first tasks of it are slow as well; a third one has a task for each slot, and nothing to compare them with. */
    @Test
    void whatAStagesFirstTasksOnSlotsTakeLongerIsWarmingUpToo() throws IOException {
        MadeUpApplication application = new MadeUpApplication(2, 2);
        for (int tasks : new int[] {16, 16, 4}) {
            application.stage(
                    tasks,
                    (task, host) -> new Done(
                            new Task.Times(task < 4 ? 3000 : 1100, task < 4 ? 3000 : 1100, 1000, 0, 0, 0, 0, 0),
                            new Task.Volumes(0, 0, 0, 0, 0, 0)));
        }

        TimeCauses causes = causes(application.log(), List.of(new TaskReads(0, 0, 0, 0, "h0", 0, 1, 0, List.of())));

        assertThat(millis(causes, Kind.WARM_UP, "")).isCloseTo(2 * 4 * 1900.0, within(1.0));
        assertThat(millis(causes, Kind.UNKNOWN, "")).isCloseTo(2 * 16 * 100.0 + 4 * 2000.0, within(1.0));
    }

    @Test
    void aSlowProcessorIsNamedWithItsHost() throws IOException {
        Random random = new Random(5);
        MadeUpApplication application = new MadeUpApplication(8, 2);
        for (int stage = 0; stage < 4; stage++) {
            application.stage(
                    64,
                    (task, host) -> MadeUpApplication.computing((900 + random.nextInt(200)) * (host == 5 ? 3 : 1), 0));
        }
        List<TaskReads> seen = List.of(new TaskReads(0, 0, 0, 0, "h0", 0, 1, 0, List.of()));

        TimeCauses causes = causes(application.log(), seen);

        assertThat(millis(causes, Kind.SLOW_PROCESSOR, "h5")).isGreaterThan(30_000);
    }

    @Test
    void withoutAFileThereAreNoCauses() {
        assertThat(Analyst.diagnose(new Reading(1).log(), ZoneTraffic.NONE, RunObserver.NONE)
                        .causes())
                .isEqualTo(TimeCauses.NONE);
    }
}
