// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a program of the user's can run. */
final class ProgramInsideTest {
    @Test
    void aHostThatIsNotThereIsNamedWithThoseThatAre() {
        ProgramInside.requireKnown("h1", List.of("e1", "h1"));

        assertThatThrownBy(() -> ProgramInside.requireKnown("h99", List.of("e1", "h1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no host or switch 'h99'; there are e1, h1");
    }
}
