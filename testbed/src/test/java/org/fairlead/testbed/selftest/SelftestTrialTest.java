// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SelftestTrialTest {
    private static SelftestTrial trial(double busyShare, double stalledShare) {
        return new SelftestTrial(List.of(), List.of(), busyShare, stalledShare);
    }

    @Test
    void aQuietMachineExplainsNoMiss() {
        assertThat(trial(0.5, 0).explains(0.001)).isFalse();
    }

    @Test
    void aMachineThatStoodStillExplainsAsMuchAsThatCosts() {
        assertThat(trial(0.5, 0.01).explains(0.09)).isTrue();
        assertThat(trial(0.5, 0.01).explains(0.11)).isFalse();
    }

    @Test
    void aBusyMachineIsNotJudged() {
        assertThat(trial(0.8, 0).explains(0.5)).isTrue();
    }
}
