// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.fairlead.testbed.causes.CauseKind;
import org.junit.jupiter.api.Test;

/** Hosts may have of the machine's processors what leaves something for all else. */
final class CausesCommandTest {
    private static double processors(double asked, CauseKind kind) {
        return CausesCommand.processorsOfHost(asked, List.of(kind), 6, 2);
    }

    @Test
    void hostsHaveNineTenthsAtMost() {
        assertThat(processors(0, CauseKind.NONE)).isZero();
        assertThat(processors(0.25, CauseKind.NONE)).isEqualTo(0.25);
        assertThat(processors(0.3, CauseKind.NONE)).isEqualTo(0.3);
        assertThatThrownBy(() -> processors(0.31, CauseKind.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--processors-per-host 0.31: from 0.01 to 0.300 is accepted, since 6 hosts");
        assertThatThrownBy(() -> processors(-1, CauseKind.NONE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> processors(Double.NaN, CauseKind.NONE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSlowProcessorHasLessThanTheOthers() {
        assertThat(processors(0.1, CauseKind.SLOW_PROCESSOR)).isEqualTo(0.1);
        assertThat(processors(0.05, CauseKind.BUSY_NIC)).isEqualTo(0.05);
        assertThatThrownBy(() -> processors(0.05, CauseKind.SLOW_PROCESSOR)).hasMessageContaining("from 0.1 to 0.300");
    }
}
