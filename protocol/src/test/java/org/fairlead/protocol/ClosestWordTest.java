// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosestWordTest {
    private static final List<String> WORDS = List.of("mode", "modes.file", "policy", "canary.share", "demo");

    @ParameterizedTest
    @CsvSource({"mod, mode", "mdoe, mode", "dmeo, demo", "canaryshare, canary.share", "polcy, policy", "modes, mode"})
    void aSlipOfThePenIsFound(String written, String meant) {
        assertThat(ClosestWord.closest(written, WORDS)).contains(meant);
    }

    @Test
    void whatIsLikeNothingIsNotGuessed() {
        assertThat(ClosestWord.closest("nonsense", WORDS)).isEmpty();
        assertThat(ClosestWord.closest("x".repeat(100_000), WORDS)).isEmpty();
        assertThat(ClosestWord.closest("mode", List.of())).isEmpty();
    }

    @Property
    void slipsAreADistanceOfWordsThatDiffer(
            @ForAll @AlphaChars @StringLength(max = 8) String one,
            @ForAll @AlphaChars @StringLength(max = 8) String other) {
        int slips = ClosestWord.slips(one, other);

        assertThat(slips).isEqualTo(ClosestWord.slips(other, one));
        assertThat(slips == 0).isEqualTo(one.equals(other));
        assertThat(slips).isBetween(Math.abs(one.length() - other.length()), Math.max(one.length(), other.length()));
    }
}
