// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts with three slots each; of the second stage's nine tasks of 1 s the sixth, on h2, hangs. A copy of it is launched after 1.5 s on h0. */
final class OvertakenTest {
    private static final int ORIGINAL = 14;
    private static final int COPY = 18;

    @TempDir
    private Path directory;

    /** What a task does that takes so many milliseconds. */
    private interface Work {
        Done in(int millis);
    }

    private static Schedule schedule(MadeUpApplication application, Work work) {
        return new Schedule(application
                .stage(9, (task, host) -> MadeUpApplication.computing(1000, 0))
                .copiedAfter(1500)
                .stage(9, (task, host) -> work.in(task == 5 && host == 2 ? 9000 : 1000))
                .log());
    }

    private static Schedule schedule(Work work) {
        return schedule(new MadeUpApplication(3, 3), work);
    }

    private static Done fetching(int millis) {
        return new Done(
                new Task.Times(millis, millis, 0, 0, millis, 0, 0, 0, millis), new Task.Volumes(0, 1e6f, 0, 0, 0, 0));
    }

    private static <T> List<T> all(List<List<T>> samples) {
        return samples.stream().flatMap(List::stream).toList();
    }

    @Test
    void anAttemptTakesNoLessThanItsCopyAndBehindWhatWasSlowAsMuch() {
        Schedule schedule = schedule(millis -> MadeUpApplication.computing(millis, 0));
        double[] left = schedule.durations();
        left[COPY] = 900;

        assertThat(schedule.task(ORIGINAL).outcome()).isEqualTo(Task.Outcome.OVERTAKEN);
        assertThat(Overtaken.settled(schedule, left, task -> false)[ORIGINAL]).isEqualTo(2500);
        assertThat(Overtaken.settled(schedule, left, task -> task == ORIGINAL)[ORIGINAL])
                .isEqualTo(900);
        left[ORIGINAL] = 600;
        assertThat(Overtaken.settled(schedule, left, task -> false)[ORIGINAL]).isEqualTo(900);
        left[ORIGINAL] = 1200;
        assertThat(Overtaken.settled(schedule, left, task -> false)[ORIGINAL]).isEqualTo(1200);
    }

    /** A log does not say for how long it waited for map output. */
    @Test
    void itsOwnWorkIsKnownWhereNothingWasToBeWaitedFor() {
        Schedule computes = schedule(millis -> MadeUpApplication.computing(millis, 0));
        Schedule fetches = schedule(OvertakenTest::fetching);

        assertThat(all(TaskPace.samples(computes, Optional.empty())))
                .filteredOn(pace -> pace.task() == ORIGINAL)
                .extracting(TaskPace::host, TaskPace::seconds)
                .containsExactly(tuple("h2", 2.5));
        assertThat(all(TaskPace.samples(fetches, Optional.empty())))
                .isNotEmpty()
                .noneMatch(pace -> pace.task() == ORIGINAL);
    }

    @Test
    void whatItHadFetchedCountsWhereTheLogHasIt() {
        Schedule has = schedule(new MadeUpApplication(3, 3).withFetchesOfEnded(), OvertakenTest::fetching);
        Schedule lacks = schedule(OvertakenTest::fetching);

        assertThat(all(FetchPace.samples(has)))
                .filteredOn(pace -> pace.task() == ORIGINAL)
                .extracting(FetchPace::host, FetchPace::seconds)
                .containsExactly(tuple("h2", 2.5));
        assertThat(all(FetchPace.samples(lacks))).isNotEmpty().noneMatch(pace -> pace.task() == ORIGINAL);
    }

    private static TaskReads reads(int id, String host, double seconds, long bytes, double waited) {
        return new TaskReads(
                1,
                0,
                5,
                id,
                host,
                1000,
                seconds,
                0,
                List.of(new SourceReads(SourceReads.HDFS, "h1", false, bytes, waited, 1)));
    }

    private ObservedReads observed(TaskReads... tasks) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))));
        for (TaskReads task : tasks) {
            lines.add(json(DecisionLine.of(task)));
        }
        return ObservedReads.read(Files.write(directory.resolve("app-1.jsonl"), lines));
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    /** Where its own reads are not known, those of its copy are not taken for them. */
    @Test
    void whatItWasGivenCountsWhereExecutorsHaveSeenIt() throws IOException {
        Schedule schedule = schedule(millis -> MadeUpApplication.computing(millis, 1e6));
        TaskReads copy = reads(2, "h0", 1, 1_000_000, 0.1);
        ObservedReads both = observed(reads(1, "h2", 2.5, 300_000, 2), copy);
        ObservedReads one = observed(copy);

        assertThat(all(SeenRead.samples(schedule, both)))
                .extracting(SeenRead::task, SeenRead::reader, SeenRead::seconds)
                .containsExactlyInAnyOrder(tuple(ORIGINAL, "h2", 2.0), tuple(COPY, "h0", 0.1));
        assertThat(all(SeenRead.samples(schedule, one)))
                .extracting(SeenRead::task)
                .containsExactly(COPY);
        assertThat(all(TaskPace.samples(schedule, Optional.of(both))))
                .filteredOn(pace -> pace.task() == ORIGINAL)
                .extracting(TaskPace::seconds)
                .containsExactly(0.5);
        assertThat(all(TaskPace.samples(schedule, Optional.of(one))))
                .isNotEmpty()
                .noneMatch(pace -> pace.task() == ORIGINAL);
    }
}
