// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulateCoflowsCommandTest {
    @ParameterizedTest
    @CsvSource({
        "128MB, false, 128e6",
        "128MB/s, false, 128e6",
        "128MB, true, 134217728",
        "1gbit, false, 125e6",
        "1gbit, true, 125e6",
        "1GiB, false, 1073741824",
        "5, false, 5"
    })
    void aPortRateMayBeASizeASecond(String text, boolean binary, double bytesPerSecond) {
        assertThat(SimulateCoflowsCommand.portRate(text, binary)).isEqualTo(bytesPerSecond);
    }
}
