// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Links have 100 bytes per second where nothing else is said. */
class PackedAdmissionTest {
    private static final long SECOND = 1_000_000_000L;

    private final RateAdmission admission = RateAdmissions.named("cardinal-packed");

    private static PrefetchFlow flow(long id, long job, int residualTasks, long bytes, double deadlineSeconds) {
        return new PrefetchFlow(id, job, residualTasks, List.of(0), bytes, (long) (deadlineSeconds * SECOND));
    }

    private Map<Long, Verdict> pass(long nowNanos, PrefetchFlow... flows) {
        return admission.admit(List.of(flows), link -> 100, nowNanos);
    }

    @Test
    void bytesWaitAsLongAsTheirDeadlineLetsThem() {
        assertThat(pass(0, flow(1, 1, 1, 100, 1), flow(2, 2, 1, 100, 2)).values())
                .containsOnly(Verdict.ADMITTED);

        assertThat(admission.rates(0)).containsEntry(1L, new FlowRate(100, 0)).containsEntry(2L, new FlowRate(0, 0));
        assertThat(admission.nextChangeNanos(0)).isEqualTo(SECOND);
        assertThat(admission.rates(SECOND)).containsOnlyKeys(2L).containsEntry(2L, new FlowRate(100, 0));
        assertThat(admission.nextChangeNanos(SECOND)).isEqualTo(2 * SECOND);
        assertThat(admission.rates(2 * SECOND)).isEmpty();
    }

    @Test
    void whatIsSpareGoesToTheEarliestDeadline() {
        pass(0, flow(1, 1, 1, 60, 2), flow(2, 2, 1, 30, 1));

        assertThat(admission.rates(0)).containsEntry(2L, new FlowRate(30, 70)).containsEntry(1L, new FlowRate(0, 0));
        admission.ended(2);
        assertThat(admission.rates(0)).containsEntry(1L, new FlowRate(0, 100));
    }

    @Test
    void jobsWithFewResidualTasksComeFirstThenSmallOnes() {
        assertThat(pass(0, flow(1, 1, 5, 60, 1), flow(2, 2, 4, 90, 1), flow(3, 3, 5, 10, 1))
                        .values())
                .containsExactly(Verdict.NO_ROOM, Verdict.ADMITTED, Verdict.ADMITTED);
    }

    @Test
    void aJobOfWhichOneFlowDoesNotFitHasNone() {
        // given a job of two, of which one fits, and one that needs what this one had
        assertThat(pass(0, flow(1, 1, 1, 50, 1), flow(2, 1, 1, 60, 1), flow(3, 2, 9, 100, 1))
                        .values())
                .containsExactly(Verdict.NO_ROOM, Verdict.NO_ROOM, Verdict.ADMITTED);
    }

    @Test
    void aJobOfWhichOneFlowIsLateHasNone() {
        assertThat(pass(SECOND, flow(1, 1, 1, 50, 2), flow(2, 1, 1, 60, 1), flow(3, 2, 9, 100, 2))
                        .values())
                .containsExactly(Verdict.JOB_IS_LATE, Verdict.LATE, Verdict.ADMITTED);

        // and when the late one has ended, it comes after all that can still be whole
        assertThat(pass(SECOND, flow(1, 1, 1, 50, 2), flow(3, 2, 9, 100, 2)).values())
                .containsExactly(Verdict.NO_ROOM, Verdict.ADMITTED);
        assertThat(pass(SECOND, flow(1, 1, 1, 50, 2)).values()).containsExactly(Verdict.ADMITTED);
    }

    @Test
    void aJobWithFewerResidualTasksDisplacesOneButNotTwo() {
        PrefetchFlow one = flow(1, 1, 5, 50, 1);
        PrefetchFlow other = flow(2, 2, 5, 50, 1);
        pass(0, one, other);

        assertThat(pass(0, one, other, flow(3, 3, 1, 50, 1)).values())
                .containsExactly(Verdict.ADMITTED, Verdict.ABANDONED, Verdict.ADMITTED);
        pass(0, one, other);
        assertThat(pass(0, one, other, flow(3, 3, 1, 100, 1)).values())
                .containsExactly(Verdict.ADMITTED, Verdict.ADMITTED, Verdict.NO_ROOM);
    }

    @Test
    void ofEqualJobsThoseThatWereAdmittedStay() {
        PrefetchFlow held = flow(1, 1, 5, 60, 1);
        pass(0, held);

        assertThat(pass(0, held, flow(2, 2, 5, 50, 1)).values()).containsExactly(Verdict.ADMITTED, Verdict.NO_ROOM);
    }

    @Test
    void whatWasRejectedIsTriedAgain() {
        assertThat(pass(0, flow(1, 1, 1, 100, 1), flow(2, 2, 2, 50, 1))).containsEntry(2L, Verdict.NO_ROOM);

        assertThat(pass(0, flow(1, 1, 1, 40, 1), flow(2, 2, 2, 50, 1))).containsEntry(2L, Verdict.ADMITTED);
    }

    @Test
    void deadlinesThatAreMoreThanInstantsAreStillKept() {
        // given a thousand flows that fill the link to nine tenths
        List<PrefetchFlow> flows = new ArrayList<>();
        for (int id = 1; id <= 1000; id++) {
            flows.add(flow(id, id, 1, 90, id));
        }

        Map<Long, Verdict> verdicts = admission.admit(flows, link -> 100, 0);

        long admitted = verdicts.values().stream()
                .filter(verdict -> verdict == Verdict.ADMITTED)
                .count();
        assertThat(admitted).isGreaterThan(900);
    }
}
