// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

final class TerminalTest {
    @Test
    void coloursAreForTerminalsWhoseUserWantsThem() {
        Map<String, String> terminal = Map.of("TERM", "xterm");

        assertThat(Terminal.colours("/dev/pts/3", terminal)).isEqualTo(Ansi.ON);
        assertThat(Terminal.colours("pipe:[17]", terminal)).isEqualTo(Ansi.OFF);
        assertThat(Terminal.colours("/dev/pts/3", Map.of("TERM", "xterm", "NO_COLOR", "1")))
                .isEqualTo(Ansi.OFF);
        assertThat(Terminal.colours("/dev/pts/3", Map.of("TERM", "dumb"))).isEqualTo(Ansi.OFF);
    }
}
