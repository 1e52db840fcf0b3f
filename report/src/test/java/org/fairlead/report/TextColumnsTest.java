// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextColumnsTest {
    @Test
    void aNegativeWidthAlignsLeft() {
        assertThat(new TextColumns(-6, 5, 5).row("mean", "1.2", "3")).isEqualTo("mean    1.2    3");
    }

    @Test
    void aCellThatDoesNotFitIsShortenedAndNeverTouchesTheNext() {
        assertThat(new TextColumns(-6, 5).row("fairlead", "1234567")).isEqualTo("fair…  123…");
    }
}
