// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a script with which a shell completes commands and options of 'fairlead'. For the shell that is open:",
            "",
            "  source <(fairlead completion bash)",
            "",
            "For good: put that line into ~/.bashrc, or, with zsh instead of bash, into ~/.zshrc. 'fairlead' has to be on the PATH.",
            ""
        })
public final class CompletionCommand implements Callable<Integer> {
    /** Shells that are known. One script serves both: it asks which shell reads it. */
    private enum Shell {
        BASH,
        ZSH
    }

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "which shell reads it")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("# For " + shell.name().toLowerCase(java.util.Locale.ROOT) + ".");
        out.print(AutoComplete.bash("fairlead", spec.root().commandLine()));
        out.flush();
        return 0;
    }
}
