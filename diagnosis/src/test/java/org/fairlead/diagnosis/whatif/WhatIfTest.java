// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications of which it is known what they would have taken. */
class WhatIfTest {
    private static Prediction predicted(ApplicationLog log, Change change) {
        return predicted(log, Question.of(List.of(change)));
    }

    private static Prediction predicted(ApplicationLog log, Change change, ObservedReads reads) {
        return predicted(log, new Question(List.of(change), Optional.empty(), Optional.of(reads), Optional.empty()));
    }

    private static Prediction predicted(ApplicationLog log, Question question) {
        WhatIfAnswer answer = WhatIf.answer(log, question, RunObserver.NONE);
        assertThat(answer.check().holds()).isTrue();
        assertThat(answer.check().off()).isCloseTo(0, within(0.001));
        return answer.predictions().get(0);
    }

    /** 10 s, of which it waited so many for a shuffle from elsewhere. */
    private static Done waiting(int seconds) {
        int computed = 1000 * (10 - seconds);
        return new Done(
                new Task.Times(10_000, 10_000, computed, 0, 1000 * seconds, 0, 0, 0),
                new Task.Volumes(0, 1e6f, 0, 0, 0, 0));
    }

    @Test
    void fasterLinksTakeAwayAllOfTheWaitingAtMostAndNothingAtLeast() {
        ApplicationLog log =
                new MadeUpApplication(2, 1).stage(4, (task, host) -> waiting(4)).log();

        Prediction twice = predicted(log, Change.NONE.withLinks(2));

        assertThat(twice.mostMillis()).isCloseTo(20_010, within(20.0));
        assertThat(twice.leastMillis()).isCloseTo(12_010, within(20.0));
        assertThat(predicted(log, Change.NONE.withDisks(2)).leastMillis()).isLessThanOrEqualTo(20_010);
    }

    @Test
    void noTaskGetsFasterByMoreThanLinksDo() {
        ApplicationLog log =
                new MadeUpApplication(2, 1).stage(4, (task, host) -> waiting(8)).log();

        assertThat(predicted(log, Change.NONE.withLinks(2)).leastMillis()).isCloseTo(10_010, within(20.0));
        assertThat(predicted(log, Change.NONE.withLinks(10)).leastMillis()).isCloseTo(4_010, within(20.0));
    }

    @Test
    void anIntervalOfMoreThanATenthEachWayIsNoAnswer() {
        ApplicationLog much =
                new MadeUpApplication(2, 1).stage(4, (task, host) -> waiting(4)).log();
        ApplicationLog little =
                new MadeUpApplication(2, 1).stage(4, (task, host) -> waiting(1)).log();

        Prediction declined = predicted(much, Change.NONE.withLinks(2));
        assertThat(declined.isDeclined()).isTrue();
        assertThat(declined.doubt().orElseThrow().unknown()).isEqualTo(Unknown.MAP_OUTPUT);
        assertThat(declined.doubt().orElseThrow().taskMillis()).isCloseTo(16_000, within(1.0));
        assertThat(predicted(little, Change.NONE.withLinks(2)).isDeclined()).isFalse();
        assertThat(predicted(much, Change.NONE.withExecutors(4)).isDeclined()).isFalse();
        assertThat(predicted(much, Change.NONE.withDisks(2))
                        .doubt()
                        .orElseThrow()
                        .unknown())
                .isEqualTo(Unknown.MAP_OUTPUT);
    }

    @Test
    void whatIsReadFromOtherHostsIsWhatThePlugInWouldTell() {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(
                        12,
                        (task, host) -> new Done(
                                new Task.Times(10_000, 10_000, 6_000, 0, 0, 0, 0, 0),
                                new Task.Volumes(1e8f, 0, 0, 0, 0, 0)))
                .log();

        Prediction links = predicted(log, Change.NONE.withLinks(2));

        assertThat(links.isDeclined()).isTrue();
        assertThat(links.doubt()).contains(new Doubt(Unknown.STORED_ELSEWHERE, 40_000, true));
        assertThat(predicted(log, Change.NONE.withDisks(2))
                        .doubt()
                        .orElseThrow()
                        .unknown())
                .isEqualTo(Unknown.FILES);
    }

    /** Of the 4 s that the log does not explain of each task it was seen to wait 1 s for a DataNode on another host; of half of the tasks only a part of what they read was seen. */
    @Test
    void whatWasSeenToBeReadElsewhereBoundsWhatFasterLinksTakeAway(@TempDir Path directory) throws IOException {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(
                        12,
                        (task, host) -> new Done(
                                new Task.Times(10_000, 10_000, 6_000, 0, 0, 0, 0, 0),
                                new Task.Volumes(1e8f, 0, 0, 0, 0, 0)))
                .log();

        Prediction seen = predicted(log, Change.NONE.withLinks(2), observed(directory, 100_000_000));
        Prediction partly = predicted(log, Change.NONE.withLinks(2), observed(directory, 50_000_000));

        // Five tasks a host that are not its first.
        assertThat(seen.leastMillis()).isCloseTo(60_010 - 4_000 - 5 * 1_000, within(20.0));
        assertThat(seen.isDeclined()).isFalse();
        assertThat(partly.leastMillis()).isCloseTo(36_010, within(20.0));
        assertThat(partly.doubt()).contains(new Doubt(Unknown.STORED_ELSEWHERE, 40_000, false));
    }

    private static ObservedReads observed(Path directory, long bytes) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))));
        for (int task = 0; task < 12; task++) {
            List<SourceReads> sources = List.of(
                    new SourceReads(SourceReads.HDFS, "h" + task % 2, true, bytes / 2, 0.5, 1),
                    new SourceReads(SourceReads.HDFS, "h" + (task + 1) % 2, false, bytes / 2, 1.0, 1));
            lines.add(json(DecisionLine.of(new TaskReads(0, 0, task, task, "h" + task % 2, 1000, 10, 0, sources))));
        }
        return ObservedReads.read(Files.write(directory.resolve(bytes + ".jsonl"), lines));
    }

    /** Of its 4 s each task waits 0.5 s for each of two DataNodes, and 2 s for a third one; all are on hosts without tasks. */
    @Test
    void aHostThatOnlyStoresCanBeRepairedWhereItWasSeen(@TempDir Path directory) throws IOException {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(
                        24,
                        (task, host) -> new Done(
                                new Task.Times(4_000, 4_000, 1_000, 0, 0, 0, 0, 0),
                                new Task.Volumes(3e6f, 0, 0, 0, 0, 0)))
                .log();
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))));
        for (int task = 0; task < 24; task++) {
            List<SourceReads> sources = List.of(
                    new SourceReads(SourceReads.HDFS, "d0", false, 1_000_000, 0.5, 1),
                    new SourceReads(SourceReads.HDFS, "d1", false, 1_000_000, 0.5, 1),
                    new SourceReads(SourceReads.HDFS, "d2", false, 1_000_000, 2.0, 1));
            lines.add(json(DecisionLine.of(new TaskReads(0, 0, task, task, "h" + task % 2, 1000, 4, 0, sources))));
        }
        ObservedReads reads = ObservedReads.read(Files.write(directory.resolve("app-1.jsonl"), lines));

        Prediction repaired = predicted(log, Change.NONE.withRepaired("d2"), reads);

        // Eleven tasks a host that are not its first.
        assertThat(repaired.leastMillis()).isCloseTo(48_010 - 11 * 1_500, within(100.0));
        assertThatThrownBy(() -> predicted(log, Change.NONE.withRepaired("d3"), reads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no task ran on a host 'd3'; tasks ran on h0, h1; tasks read from d0, d1, d2");
        assertThatThrownBy(() -> predicted(log, Change.NONE.withRepaired("d2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no task ran on a host 'd2'; tasks ran on h0, h1");
        assertThatThrownBy(() -> predicted(log, Change.NONE.without("d2"), reads))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    @Test
    void whereTasksTakeWhatTheyLikeChanceIsInTheWay() {
        Random random = new Random(2);
        ApplicationLog log = new MadeUpApplication(3, 1)
                .stage(24, (task, host) -> MadeUpApplication.computing(random.nextInt(4) == 0 ? 60_000 : 500, 0))
                .log();

        Prediction without = predicted(log, Change.NONE.without("h2"));

        assertThat(without.isDeclined()).isTrue();
        assertThat(without.doubt()).contains(new Doubt(Unknown.CHANCE, 0, false));
        assertThat(predicted(log, Change.NONE.withRepaired("h2")).doubt()).contains(new Doubt(Unknown.CHANCE, 0, true));
    }

    @Test
    void twiceAsManyExecutorsHalveAStageOfManyTasks() {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(8, (task, host) -> MadeUpApplication.computing(1000, 0))
                .log();

        Prediction four = predicted(log, Change.NONE.withExecutors(4));
        assertThat(four.leastMillis()).isEqualTo(four.mostMillis()).isCloseTo(2010, within(1.0));
        assertThat(predicted(log, Change.NONE.withExecutors(1)).mostMillis()).isCloseTo(8010, within(1.0));
        assertThat(predicted(log, Change.NONE.withExecutors(3)).mostMillis()).isCloseTo(3010, within(1.0));
    }

    @Test
    void withoutASlowHostItsTasksTakeWhatOthersDo() {
        ApplicationLog log = new MadeUpApplication(4, 1)
                .stage(60, (task, host) -> MadeUpApplication.computing(host == 3 ? 3000 : 1000, 0))
                .log();

        Prediction without = predicted(log, Change.NONE.without("h3"));

        // 60 s of work on three slots; the first task of a slot counts as it was, since executors warm up then.
        assertThat(without.leastMillis()).isCloseTo(20_010, within(2000.0));
        assertThat(without.mostMillis()).isCloseTo(20_010, within(2000.0));
    }

    /** Each slot's first task takes 9 s, all others 1 s: five slots have five such tasks, not six. */
    @Test
    void aHostThatIsNotThereHasNoSlotToWarmUp() {
        Set<Integer> warm = new HashSet<>();
        ApplicationLog log = new MadeUpApplication(6, 1)
                .stage(48, (task, host) -> MadeUpApplication.computing(warm.add(host) ? 9000 : 1000, 0))
                .log();

        Prediction without = predicted(log, Change.NONE.without("h5"));

        // 5 slots, 5 tasks of 9 s and 43 of 1 s.
        assertThat(without.leastMillis()).isEqualTo(without.mostMillis()).isCloseTo(18_010, within(1.0));
    }

    @Test
    void aRepairedHostKeepsItsSlots() {
        ApplicationLog log = new MadeUpApplication(4, 1)
                .stage(60, (task, host) -> MadeUpApplication.computing(host == 3 ? 3000 : 1000, 0))
                .log();

        Prediction repaired = predicted(log, Change.NONE.withRepaired("h3"));

        // 60 s of work on four slots; the first task of a slot counts as it was.
        assertThat(repaired.leastMillis()).isCloseTo(15_010, within(2000.0));
        assertThat(repaired.mostMillis()).isCloseTo(15_010, within(2000.0));
    }

    @Test
    void aHostThatIsNotThereIsRefusedWithThoseThatAre() {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(2, (task, host) -> MadeUpApplication.computing(1000, 0))
                .log();

        assertThatThrownBy(() -> WhatIf.answer(log, Question.of(List.of(Change.NONE.without("w13"))), RunObserver.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no task ran on a host 'w13'; tasks ran on h0, h1");
        assertThatThrownBy(() ->
                        WhatIf.answer(log, Question.of(List.of(Change.NONE.withRepaired("w14"))), RunObserver.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no task ran on a host 'w14'; tasks ran on h0, h1");
    }

    @Test
    void slowerLinksAreRefused() {
        assertThatThrownBy(() -> Change.NONE.withLinks(0.5)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLogAloneDoesNotTellWhatOthersSent() {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(2, (task, host) -> MadeUpApplication.computing(1000, 0))
                .log();

        assertThatThrownBy(() ->
                        WhatIf.answer(log, Question.of(List.of(Change.NONE.withoutBackground())), RunObserver.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a log does not tell what others sent");
    }

    @Test
    void jobsAndStagesStandBesideWhatTheLogSays() {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(4, (task, host) -> MadeUpApplication.computing(1000, 0))
                .stage(2, (task, host) -> MadeUpApplication.computing(500, 0))
                .log();

        WhatIfAnswer answer = WhatIf.answer(log, Question.of(List.of(Change.NONE.withLinks(2))), RunObserver.NONE);

        assertThat(answer.stages()).extracting(PartCheck::loggedMillis).containsExactly(2000.0, 500.0);
        assertThat(answer.stages()).extracting(PartCheck::replayedMillis).containsExactly(2000.0, 500.0);
        assertThat(answer.jobs()).singleElement().satisfies(job -> {
            assertThat(job.loggedMillis()).isEqualTo(2510);
            assertThat(job.replayedMillis()).isEqualTo(2510);
            assertThat(job.simulatedMillis()).isNaN();
            assertThat(job.tasks()).isEqualTo(6);
        });
    }

    @Test
    void whatIsAskedIsSaidInWords() {
        assertThat(Change.NONE.withLinks(2).without("w13").withExecutors(4).words())
                .isEqualTo("links 2 times as fast, without w13, 4 executors");
        assertThat(Change.NONE.withDisks(1.5).words()).isEqualTo("disks 1.50 times as fast");
        assertThat(Change.NONE.withRepaired("w13").withoutBackground().words())
                .isEqualTo("w13 as fast as the others, no background traffic");
    }
}
