// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static Options read(Map<String, String> set) {
        Options options = new Options("our.", set.entrySet());
        options.get("our.mode", "observe");
        options.get("our.canary.share", "0.1");
        options.family("our.mode.pool.");
        return options;
    }

    @Test
    void aValueCountsWithoutBlanksAndItsDefaultWhereNothingIsSet() {
        Options options = read(Map.of("our.mode", " enforce ", "their.mode", "off"));

        assertThat(options.get("our.mode", "observe")).isEqualTo("enforce");
        assertThat(options.get("our.canary.share", "0.1")).isEqualTo("0.1");
    }

    @Test
    void whatIsReadIsKnownAndOthersKeysAreNotOurs() {
        Options options = read(Map.of("our.mode.pool.etl", "off", "our.mode", "off", "their.mod", "x"));

        assertThat(options.unknown()).isEmpty();
        assertThat(options.family("our.mode.pool.")).containsExactly(Map.entry("etl", "off"));
        options.refuseUnknown();
    }

    @Test
    void aKeyThatNobodyReadsIsNamedWithTheOneThatWasMeant() {
        assertThatThrownBy(() -> read(Map.of("our.mod", "enforce")).refuseUnknown())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("our.mod: no such key; did you mean our.mode?");
    }

    @Test
    void whereNoneIsLikeItAllAreListed() {
        assertThatThrownBy(() -> read(Map.of("our.frobnicate", "1")).refuseUnknown())
                .hasMessage("our.frobnicate: no such key; accepted below our.: canary.share, mode, mode.pool.NAME.");
    }

    @Test
    void aFileThatCannotBeReadIsNamedWithItsKey() {
        assertThatThrownBy(() -> Options.ofFile("our.file", () -> {
                    throw new IllegalArgumentException("x.yaml: no such file");
                }))
                .hasMessage("our.file: x.yaml: no such file");
    }
}
