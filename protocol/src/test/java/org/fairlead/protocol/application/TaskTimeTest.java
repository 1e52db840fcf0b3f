// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskTimeTest {
    private static final SourceReads STORED = new SourceReads(SourceReads.HDFS, "h1", false, 100, 0.2, 1);
    private static final SourceReads FETCHED = new SourceReads(SourceReads.SHUFFLE, "h2", false, 100, 5.0, 1);

    private static StageReport stage(TaskTime time, List<SourceReads> sources) {
        return new StageReport(
                3, 0, "", "", "", false, "", 0, 0, 2, 2, 0, Map.of(), Map.of(), null, Map.of(), 0, 1.0, 1.0, null, null,
                time, sources);
    }

    @Test
    void whatOverlapsCountsOnceAndThePartsAddUp() {
        TaskTime time = TaskTime.of(1, 0.9, 0.5, 0, 0.3, 0.2);

        assertThat(time.computing()).isEqualTo(0.5);
        assertThat(time.fetchWait()).isEqualTo(0.3);
        assertThat(time.shuffleWrite()).isCloseTo(0.1, within(1e-9));
        assertThat(time.launching()).isCloseTo(0.1, within(1e-9));
        assertThat(time.unexplained()).isCloseTo(0, within(1e-9));
        assertThat(time.total()).isCloseTo(1, within(1e-9));
    }

    @Test
    void whatExecutorsWaitedForFilesIsNoLongerUnexplained() {
        StageReport stage = stage(new TaskTime(0.5, 0, 0.1, 0, 0.1, 0.3, 0, 3), List.of(STORED, FETCHED));

        assertThat(TaskTimeWords.parts(List.of(stage)))
                .containsEntry("reading", 0.2)
                .containsEntry("shuffle fetch wait", 0.1)
                .doesNotContainKey("thrown away")
                .hasEntrySatisfying(
                        "unexplained", seconds -> assertThat(seconds).isCloseTo(0.1, within(1e-9)));
        assertThat(TaskTimeWords.sentence(stage))
                .isEqualTo(
                        "computing 50 %, reading 20 %, shuffle fetch wait 10 %, scheduling, launching 10 %, unexplained 10 %; waited 1.50 s for a slot on average");
    }

    @Test
    void readersThatWaitBesideTheirTaskExplainNoMoreThanThereIs() {
        StageReport stage = stage(new TaskTime(0.5, 0, 0, 0, 0, 0.1, 0, 0), List.of(STORED));

        assertThat(TaskTimeWords.parts(List.of(stage)))
                .containsEntry("reading", 0.1)
                .doesNotContainKey("unexplained");
    }

    @Test
    void beforeATaskHasEndedThereIsNothingToSay() {
        StageReport stage = new StageReport(
                3, 0, "", "", "", false, "", 0, 0, 2, 0, 0, Map.of(), Map.of(), null, Map.of(), 0, null, null, null,
                null, null, List.of());

        assertThat(stage.time()).isEqualTo(TaskTime.NONE);
        assertThat(TaskTimeWords.sentence(stage)).isEmpty();
    }
}
