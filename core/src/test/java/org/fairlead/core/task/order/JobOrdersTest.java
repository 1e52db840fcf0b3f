// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.fairlead.core.task.order.JobOrder.Pool;
import org.junit.jupiter.api.Test;

class JobOrdersTest {
    private record Job(int job, String pool, long submittedNanos, int running, int pending) implements JobOrder.Share {}

    private static List<Integer> sorted(String order, List<Pool> pools, Job... jobs) {
        List<Job> shuffled = new ArrayList<>(List.of(jobs));
        Collections.shuffle(shuffled, new Random(3));
        JobOrders.named(order, pools).sort(shuffled);
        return shuffled.stream().map(Job::job).toList();
    }

    @Test
    void firstComeFirstServedWithTheNumberAmongEquals() {
        assertThat(sorted(
                        "fifo",
                        List.of(),
                        new Job(7, "a", 1, 9, 1),
                        new Job(3, "b", 2, 0, 1),
                        new Job(5, "a", 1, 0, 1)))
                .containsExactly(5, 7, 3);
    }

    @Test
    void needyPoolsComeFirstThenByShareOfTheWeight() {
        List<Pool> pools = List.of(new Pool("A", 2, 0, true), new Pool("B", 1, 0, true), new Pool("C", 1, 4, true));
        assertThat(sorted("fair", pools, new Job(1, "A", 0, 6, 9), new Job(2, "B", 0, 2, 9), new Job(3, "C", 0, 3, 9)))
                .containsExactly(3, 2, 1);
    }

    @Test
    void aMinimumThatAPoolCannotUseDoesNotMakeItNeedy() {
        List<Pool> pools = List.of(new Pool("C", 1, 4, true));
        assertThat(sorted("fair", pools, new Job(1, "C", 0, 3, 0), new Job(2, "B", 0, 2, 9)))
                .containsExactly(2, 1);
    }

    @Test
    void amongNeedyPoolsTheOneWithTheSmallestPartOfItsMinimum() {
        List<Pool> pools = List.of(new Pool("A", 1, 10, true), new Pool("B", 1, 4, true));
        assertThat(sorted("fair", pools, new Job(1, "A", 0, 5, 99), new Job(2, "B", 0, 1, 99)))
                .containsExactly(2, 1);
    }

    @Test
    void jobsOfAFairPoolByWhatTheyRunOfAnotherBySubmission() {
        Job[] jobs = {new Job(1, "P", 0, 5, 9), new Job(2, "P", 1, 0, 9), new Job(3, "P", 2, 5, 9)};
        assertThat(sorted("fair", List.of(), jobs)).containsExactly(2, 1, 3);
        assertThat(sorted("fair", List.of(new Pool("P", 1, 0, false)), jobs)).containsExactly(1, 2, 3);
    }

    @Test
    void wrongPoolsAndNamesAreRefused() {
        assertThatThrownBy(() -> JobOrders.named("fair", List.of(new Pool("P", 0, 0, true))))
                .hasMessage("pool 'P': a weight above 0 and a minimum of at least 0 slots are expected, not 0.0 and 0");
        assertThatThrownBy(() -> JobOrders.named("lifo", List.of()))
                .hasMessage("no job order 'lifo'; accepted: fifo, fair");
    }
}
