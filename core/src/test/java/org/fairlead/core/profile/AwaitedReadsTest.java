// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AwaitedReadsTest {
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private final AwaitedReads awaited = new AwaitedReads();

    private static AwaitedReads.Awaiting task(double overheadSeconds, long endedMillis) {
        return new AwaitedReads.Awaiting(
                STAGE,
                new EndedTask(9, 1, 100, OptionalDouble.of(overheadSeconds)),
                "h1",
                false,
                endedMillis * 1_000_000);
    }

    private static BlockWaits others(double seconds) {
        return new BlockWaits(seconds, 0, 0, 100);
    }

    private static double overhead(AwaitedReads.Awaiting task) {
        return task.task().overheadSeconds().orElseThrow();
    }

    @Test
    void whatItWaitedForIsTakenOffInWhicheverOrderThatIsTold() {
        assertThat(awaited.ended(1, task(5, 0))).isEmpty();
        assertThat(awaited.waited(1, others(3))).map(AwaitedReadsTest::overhead).contains(2.0);
        assertThat(awaited.waited(2, others(1))).isEmpty();
        assertThat(awaited.ended(2, task(5, 0))).map(AwaitedReadsTest::overhead).contains(4.0);
        assertThat(awaited.ended(3, task(5, 0))).isEmpty();
        assertThat(awaited.waited(3, others(7)))
                .as("waited for longer than it took")
                .map(AwaitedReadsTest::overhead)
                .contains(0.0);
    }

    @Test
    void afterASecondItIsTakenToHaveWaitedForNobody() {
        awaited.ended(1, task(5, 0));
        awaited.ended(2, task(6, 500));
        assertThat(awaited.overdue(999_000_000)).isEmpty();
        assertThat(awaited.overdue(1_000_000_000))
                .map(AwaitedReadsTest::overhead)
                .containsExactly(5.0);
        assertThat(awaited.waited(1, others(3))).as("told too late").isEmpty();
        assertThat(awaited.overdue(2_000_000_000))
                .map(AwaitedReadsTest::overhead)
                .containsExactly(6.0);
    }

    @Test
    void ofATaskThatReadFromAfarNothingIsKnownStill() {
        AwaitedReads.Awaiting far =
                new AwaitedReads.Awaiting(STAGE, new EndedTask(9, 1, 100, OptionalDouble.empty()), "h1", false, 0);
        awaited.ended(1, far);
        assertThat(awaited.waited(1, others(3)))
                .map(AwaitedReads.Awaiting::task)
                .contains(far.task());
    }

    @Property
    void eachTaskComesOutOnce(@ForAll long seed) {
        Random random = new Random(seed);
        AwaitedReads reads = new AwaitedReads();
        List<Double> out = new ArrayList<>();
        Set<Integer> ended = new HashSet<>();
        long now = 0;
        for (int step = 0; step < 200; step++) {
            now += random.nextInt(200);
            int id = random.nextInt(50);
            if (random.nextBoolean()) {
                if (ended.add(id)) {
                    reads.ended(id, task(100 + id, now)).ifPresent(task -> out.add(overhead(task)));
                }
            } else {
                reads.waited(id, others(0)).ifPresent(task -> out.add(overhead(task)));
            }
            reads.overdue(now * 1_000_000).forEach(task -> out.add(overhead(task)));
        }
        reads.overdue((now + 1000) * 1_000_000).forEach(task -> out.add(overhead(task)));
        assertThat(out).doesNotHaveDuplicates().hasSameSizeAs(ended);
    }
}
