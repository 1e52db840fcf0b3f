// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodepointsTest {
    @Test
    void rangesAndNumbersAreGrantedInAscendingOrder() {
        assertThat(Codepoints.named("8-11").numbers()).isEqualTo(List.of(8, 9, 10, 11));
        assertThat(Codepoints.named(" 19, 11 ,15,12-15").numbers()).isEqualTo(List.of(11, 12, 13, 14, 15, 19));
        assertThat(Codepoints.named("1-45,47,49-55,57-63").numbers()).hasSize(60);
    }

    @Test
    void whatOthersUseIsGrantedByItselfAlone() {
        assertThat(Codepoints.named("46").numbers()).isEqualTo(List.of(46));
        assertThat(Codepoints.named("40-50,46,48").numbers()).hasSize(11);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "40-50 | covers 46 (EF, voice), 48 (CS6, the network's own protocols); leave it out",
                "50-60 | covers 56 (CS7, the network's own protocols)",
                "0 | 0 is what unlabelled packets bear",
                "0-7 | 0 is what unlabelled packets bear",
                "15-8 | the range 15-8 is empty",
                "60-64 | 64 is no codepoint",
                "1-100 | 100 is no codepoint",
                "\"\" | nothing is granted where a number is expected",
                "8,,9 | nothing is granted where a number is expected",
                "eight | 'eight' is no number and no range",
                "-3 | '-3' is no number and no range",
                "99999999999 | '99999999999' is no number and no range",
            })
    void allElseIsRefusedWithWhatIsAccepted(String text, String problem) {
        assertThatThrownBy(() -> Codepoints.named(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("codepoints '" + text + "': ")
                .hasMessageContaining(problem)
                .hasMessageEndingWith("; accepted: numbers and ranges from 1 to 63, such as 8-15 or 11,15,19");
    }
}
