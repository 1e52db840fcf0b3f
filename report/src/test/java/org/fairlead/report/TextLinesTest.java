// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextLinesTest {
    private static final String CLEF = "\ud834\udd1e"; // one character, two of Java's

    @Test
    void aBlankStandsForWhatCannotBeShown() {
        assertThat(TextLines.visible("a\r\nb\u2028c\u202ed")).isEqualTo("a b c d");
    }

    @Test
    void aBlankStandsForHalfACharacter() {
        assertThat(TextLines.visible("a\ud834b\udd1ec" + CLEF)).isEqualTo("a b c" + CLEF);
        assertThat(TextLines.visible(CLEF + "\ud834")).isEqualTo(CLEF + " ");
    }
}
