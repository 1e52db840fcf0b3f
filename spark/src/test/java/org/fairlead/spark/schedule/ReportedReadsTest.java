// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.spark.status.SeenTaker;
import org.junit.jupiter.api.Test;

/** Tasks on h2 take ten times as long as elsewhere: for their host's sake, or since they wait for the beginning of a block on h1. */
class ReportedReadsTest {
    private static final StageAttempt STAGE = new StageAttempt(7, 0);
    private static final long SECOND = 1_000_000_000;
    private static final int ROUNDS = 8;

    private final ApplicationPlanner planner =
            new ApplicationPlanner(TaskAssigners.named("fairlead"), SECOND, Optional.empty());
    private final ReportedReads reported = new ReportedReads(planner, SeenTaker.NONE);
    private long tasks;

    private void took(String host, double seconds, SourceReads... from) {
        long task = tasks++;
        long now = (10 + task) * SECOND;
        planner.launched(task, STAGE, host, host, Double.NaN, Optional.empty(), now - (long) (seconds * SECOND));
        planner.ended(task, now);
        planner.succeeded(task, STAGE, new EndedTask(seconds, 0, 100, OptionalDouble.of(seconds)), true, now);
        reported.read(new TaskReads(7, 0, (int) task, task, host, 0, seconds, 0, List.of(from)));
    }

    private List<String> slow() {
        planner.renewPaces((10 + tasks) * SECOND);
        return List.copyOf(planner.slowHosts());
    }

    private static SourceReads read(String kind, String source, boolean local, double seconds) {
        return new SourceReads(kind, source, local, 100, seconds, 1);
    }

    private void rounds(SourceReads... ofTheSlow) {
        for (int round = 0; round < ROUNDS; round++) {
            for (String host : List.of("h1", "h3", "h4")) {
                took(host, 1, read(SourceReads.HDFS, host, true, 0.9));
            }
            took("h2", 10, ofTheSlow);
        }
    }

    @Test
    void whatATaskWaitsForAtAnotherHostsDiskIsNotItsHostsAffair() {
        rounds(read(SourceReads.HDFS, "h2", true, 0.5), read(SourceReads.HDFS, "h1", false, 9));
        assertThat(slow()).isEmpty();
    }

    @Test
    void itsOwnDiskIs() {
        rounds(read(SourceReads.HDFS, "h2", true, 9));
        assertThat(slow()).containsExactly("h2");
    }

    @Test
    void soItIsWhereItIsReadPastItsDataNode() {
        rounds(new SourceReads(SourceReads.HDFS, "", false, 100, 9.0, 0));
        assertThat(slow()).containsExactly("h2");
    }

    @Test
    void whoHasNoNameSinceTooManyGaveIsElsewhere() {
        rounds(read(SourceReads.HDFS, "h2", true, 0.5), read(SourceReads.HDFS, "", false, 9));
        assertThat(slow()).isEmpty();
    }

    @Test
    void waitingForMapOutputIsKnownFromSparksOwnMetrics() {
        rounds(read(SourceReads.SHUFFLE, "h1", false, 9));
        assertThat(slow()).containsExactly("h2");
    }
}
