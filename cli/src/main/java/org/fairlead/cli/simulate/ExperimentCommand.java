// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import org.fairlead.cli.shell.HelpCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands that run published experiments again. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a published experiment again in the simulator: its cluster, its jobs, its rule as written, Fairlead's and a bound,"
                    + " each beside the paper's figure.",
            "",
            "  status-aware  tasks held back from busy disks and links (Hadoop on two small clusters)",
            "  sinbad        blocks placed away from hot links (3,000 machines in 150 racks, and 100 machines)",
            "  cormorant     tasks, replicas that are read and paths, under background traffic (six machines)",
            "  flexfetch     input that is fetched before its task starts (50 and 200 machines)",
            "  skew-aware    skewed shuffles under a memory cap (128 machines)",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        },
        subcommands = {
            ExperimentStatusAwareCommand.class,
            ExperimentSinbadCommand.class,
            ExperimentCormorantCommand.class,
            ExperimentFlexFetchCommand.class,
            ExperimentSkewAwareCommand.class,
            HelpCommand.class
        })
public final class ExperimentCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
