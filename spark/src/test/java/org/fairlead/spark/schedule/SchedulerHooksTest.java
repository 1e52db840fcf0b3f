// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.scheduler.ExecutorDecommission;
import org.apache.spark.scheduler.ExecutorExited;
import org.apache.spark.scheduler.ExecutorKilled$;
import org.apache.spark.scheduler.ExecutorProcessLost;
import org.apache.spark.scheduler.LossReasonPending$;
import org.junit.jupiter.api.Test;
import scala.Option;

class SchedulerHooksTest {
    @Test
    void anExecutorThatWasNeitherKilledNorEndedByItsApplicationSpeaksAgainstItsHost() {
        assertThat(SchedulerHooks.speaksAgainstItsHost(
                        new ExecutorProcessLost("Executor heartbeat timed out after 120000 ms", Option.empty(), true)))
                .isTrue();
        assertThat(SchedulerHooks.speaksAgainstItsHost(
                        new ExecutorProcessLost("worker lost", Option.apply("h1"), false)))
                .isTrue();
        assertThat(SchedulerHooks.speaksAgainstItsHost(new ExecutorExited(-100, false, "container lost with its node")))
                .isTrue();

        assertThat(SchedulerHooks.speaksAgainstItsHost(new ExecutorExited(52, true, "out of memory")))
                .isFalse();
        assertThat(SchedulerHooks.speaksAgainstItsHost(ExecutorKilled$.MODULE$)).isFalse();
        assertThat(SchedulerHooks.speaksAgainstItsHost(LossReasonPending$.MODULE$))
                .isFalse();
        assertThat(SchedulerHooks.speaksAgainstItsHost(new ExecutorDecommission(Option.empty(), "spark.decommission")))
                .isFalse();
    }
}
