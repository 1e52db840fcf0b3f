// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains a command by its name, however deep it lies. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = "Explains a command: 'fairlead help testbed up'.")
public final class HelpCommand implements Runnable {
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "what is explained")
    private List<String> path = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine at = spec.parent().commandLine();
        for (String word : path) {
            CommandLine next = at.getSubcommands().get(word);
            if (next == null) {
                throw new CommandLine.UnmatchedArgumentException(at, List.of(word));
            }
            at = next;
        }
        at.usage(at.getOut());
    }
}
