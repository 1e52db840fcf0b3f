// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** Whether what is written may have colours: only on a terminal, and not where NO_COLOR is set (no-color.org). */
public final class Terminal {
    private Terminal() {}

    /** @param descriptor 1 for standard output, 2 for standard error */
    public static Ansi colours(int descriptor) {
        String target;
        try {
            target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException e) {
            target = "";
        }
        return colours(target, System.getenv());
    }

    /** @param target where the descriptor leads to */
    static Ansi colours(String target, Map<String, String> environment) {
        boolean terminal = target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        return terminal && wanted ? Ansi.ON : Ansi.OFF;
    }
}
