// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.testbed.experiment.ProcessorGate.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ProcessorGateTest {
    private static final boolean YARDSTICK = true;
    private static final Verdict COUNTS = new Verdict("", false);
    private static final Verdict AT_MOST = new Verdict("", true);

    @ParameterizedTest
    @EnumSource
    void aRoundWithinTheLimitCountsWhoeverRan(ProcessorGate gate) {
        assertThat(gate.judge(YARDSTICK, 0.75, 0.75)).isEqualTo(COUNTS);
        assertThat(gate.judge(!YARDSTICK, 0.2, 0.75)).isEqualTo(COUNTS);
    }

    @Test
    void aBusyRoundOfTheBaselineNeverCountsSinceItWouldOverstateEveryGain() {
        for (ProcessorGate gate : ProcessorGate.values()) {
            assertThat(gate.judge(YARDSTICK, 0.861, 0.75))
                    .isEqualTo(new Verdict("processors busy: 86 %, above the limit of 75 %", false));
        }
    }

    @Test
    void aBusyRoundOfAContenderCountsAsABoundWhereOnlyTheBaselineIsGated() {
        assertThat(ProcessorGate.BASELINE.judge(!YARDSTICK, 0.86, 0.75)).isEqualTo(AT_MOST);
        assertThat(ProcessorGate.ALL.judge(!YARDSTICK, 0.86, 0.75).notCountedBecause())
                .isNotEmpty();
    }
}
