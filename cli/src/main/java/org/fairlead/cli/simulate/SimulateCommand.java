// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import org.fairlead.cli.shell.HelpCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands around the simulator. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Computes when transfers and jobs end on a network that is described in a file: exact sharing of links, no packets. A run depends on"
                    + " its files, options and seed alone.",
            "",
            "  flows    single transfers over a topology: when does each end?",
            "  coflows  a trace of shuffles: what would another order of serving them give?",
            "  jobs     a workload on a cluster: how long do its jobs take under other policies?",
            "  workload makes a workload of jobs, or shows one",
            "",
            "docs/simulator.md explains flows and coflows, docs/jobs.md the rest.",
            ""
        },
        subcommands = {
            SimulateFlowsCommand.class,
            SimulateCoflowsCommand.class,
            SimulateJobsCommand.class,
            SimulateWorkloadCommand.class,
            HelpCommand.class
        })
public final class SimulateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
