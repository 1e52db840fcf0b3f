// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.speculation.Speculation.Ended;
import org.fairlead.core.task.speculation.Speculation.Verdict;
import org.junit.jupiter.api.Test;

class SpeculationsTest {
    private static final long NOW = 1000 * OfferingCluster.SECOND;
    private final OfferingCluster cluster = OfferingCluster.ofRacks(2, 3);

    private Attempt attempt(int task, String host, double age, double progress) {
        return new Attempt(task, cluster.h(host), NOW - (long) (age * 1e9), progress, 1, 0, 0, Attempt.Waits.NOT);
    }

    private static Ended ended(int tasks, int count, double seconds) {
        return new Ended(tasks, Collections.nCopies(count, seconds), 0, 100);
    }

    private Verdict ask(String name, Ended ended, Attempt... running) {
        return Speculations.named(name).choose(cluster.offer("h6"), List.of(running), ended, NOW);
    }

    private static final Verdict NONE = new Verdict.None();

    @Test
    void hadoopCopiesWhatIsAFifthBelowTheAverageAfterAMinute() {
        assertThat(ask("stock-hadoop", ended(10, 9, 5), attempt(9, "h1", 70, 0.6)))
                .isEqualTo(new Verdict.Duplicate(9));
        assertThat(ask("stock-hadoop", ended(10, 9, 5), attempt(9, "h1", 59, 0.6)))
                .isEqualTo(NONE);
        assertThat(ask("stock-hadoop", ended(10, 9, 5), attempt(9, "h1", 70, 0.8)))
                .isEqualTo(NONE);
        assertThat(ask("stock-hadoop", ended(10, 9, 5), attempt(9, "h6", 70, 0.6)))
                .as("the same host")
                .isEqualTo(NONE);
        assertThat(ask("stock-hadoop", ended(2, 0, 5), attempt(0, "h1", 70, 0.9), attempt(1, "h2", 70, 0.45)))
                .as("0.675 − 0.2 = 0.475")
                .isEqualTo(new Verdict.Duplicate(1));
    }

    @Test
    void sparkCopiesWhatTakesThriceTheMedianOnceNineTenthsHaveEnded() {
        assertThat(ask("stock-spark", ended(10, 9, 10), attempt(9, "h1", 30.1, 0)))
                .isEqualTo(new Verdict.Duplicate(9));
        assertThat(ask("stock-spark", ended(10, 9, 10), attempt(9, "h1", 30, 0)))
                .isEqualTo(NONE);
        assertThat(ask("stock-spark", ended(10, 8, 10), attempt(9, "h1", 99, 0)))
                .isEqualTo(NONE);
        assertThat(ask("stock-spark", ended(10, 9, 0.01), attempt(9, "h1", 0.09, 0)))
                .as("under 100 ms")
                .isEqualTo(NONE);
    }

    @Test
    void lateCopiesTheSlowTaskWithTheMostTimeLeftOnAHostThatIsNotSlow() {
        Attempt[] running = {
            attempt(0, "h1", 100, 0.3),
            attempt(1, "h2", 100, 0.2),
            attempt(2, "h3", 100, 0.8),
            attempt(3, "h4", 100, 0.8),
            attempt(4, "h5", 100, 0.8)
        };
        assertThat(ask("late", ended(5, 0, 0), running)).isEqualTo(new Verdict.Duplicate(1));
        Speculation late = Speculations.named("late");
        assertThat(late.choose(cluster.offer("h2"), List.of(running), ended(5, 0, 0), NOW))
                .as("on the slow host")
                .isEqualTo(NONE);
        assertThat(late.choose(cluster.offer("h6"), List.of(running), new Ended(5, List.of(), 10, 100), NOW))
                .as("a tenth of all slots has copies")
                .isEqualTo(NONE);
    }

    @Test
    void mantriRestartsWhatWouldEndSoonerAnewAndDuplicatesWhatProbablyWould() {
        Ended halves = new Ended(7, List.of(6.0, 6.0, 6.0, 14.0, 14.0, 14.0), 0, 100);
        assertThat(ask("mantri", halves, attempt(6, "h1", 30, 0.5))).isEqualTo(new Verdict.Restart(6));
        assertThat(ask("mantri", halves, attempt(6, "h1", 19, 0.5))).isEqualTo(new Verdict.Duplicate(6));
        assertThat(ask("mantri", halves, attempt(6, "h1", 11, 0.5))).isEqualTo(NONE);
        Attempt thriceRestarted =
                new Attempt(6, cluster.h("h1"), NOW - 30 * OfferingCluster.SECOND, 0.5, 1, 0, 0, Attempt.Waits.NOT, 4);
        assertThat(ask("mantri", halves, thriceRestarted)).isEqualTo(new Verdict.Duplicate(6));
        assertThat(ask("mantri", ended(7, 0, 0), attempt(6, "h1", 300, 0.1))).isEqualTo(NONE);
    }

    @Test
    void guardedCopiesOnlyWhatNothingElseHoldsUpAndOnlyIfTheCopyEndsFirst() {
        Ended twenty = ended(10, 5, 20);
        Attempt waiting = new Attempt(
                1,
                cluster.h("h2"),
                NOW - 30 * OfferingCluster.SECOND,
                0.05,
                1,
                0,
                0,
                Attempt.Waits.FOR_CONTENDED_INPUT);
        assertThat(ask("guarded", twenty, waiting, attempt(2, "h3", 5, 0.1), attempt(0, "h1", 30, 0.3)))
                .isEqualTo(new Verdict.Duplicate(0));
        assertThat(ask("guarded", twenty, waiting)).as("it waits for its input").isEqualTo(NONE);
        assertThat(ask("guarded", twenty, attempt(2, "h3", 5, 0.01)))
                .as("it began late")
                .isEqualTo(NONE);
        assertThat(ask("guarded", twenty, attempt(2, "h3", 30, 0.61)))
                .as("19 s left")
                .isEqualTo(NONE);
        assertThat(ask("guarded", new Ended(10, twenty.seconds(), 10, 100), attempt(0, "h1", 30, 0.3)))
                .as("a tenth of all slots has copies")
                .isEqualTo(NONE);
    }

    @Test
    void noneNeverDoesAndAnUnknownNameIsRefused() {
        assertThat(ask("none", ended(10, 9, 1), attempt(9, "h1", 999, 0))).isEqualTo(NONE);
        assertThatThrownBy(() -> Speculations.named("always"))
                .hasMessage(
                        "no speculation 'always'; accepted: none, stock-hadoop, stock-spark, late, mantri, guarded");
    }

    @Test
    void copyingAndComputingReducesAreAdmittedApart() {
        CopyComputeSplitting splitting = new CopyComputeSplitting(4, 2);
        assertThat(splitting.admitsCopying(3, 1)).isTrue();
        assertThat(splitting.admitsCopying(4, 1)).isFalse();
        assertThat(splitting.admitsCopying(2, 2)).isFalse();
        assertThat(splitting.admitsComputing(1)).isTrue();
        assertThat(splitting.admitsComputing(2)).isFalse();
        assertThatThrownBy(() -> new CopyComputeSplitting(1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
