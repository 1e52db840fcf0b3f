// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import org.fairlead.cli.shell.HelpCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands around the testbed. */
@Command(
        name = "testbed",
        mixinStandardHelpOptions = true,
        description = {
            "A real HDFS and a real Spark on an emulated data-centre network, on this machine.",
            "",
            "By hand:      up, then exec, shell, status, forward, submit, traffic, and down.",
            "Repeatable:   run SCENARIO; report DIR shows an earlier one again.",
            "Under faults:  chaos.",
            "Hidden causes: causes.",
            "The emulation itself: selftest.",
            "",
            "No root needed, except for slow disks. Everything runs in namespaces of its own and disappears with them."
        },
        subcommands = {
            UpCommand.class,
            ExecCommand.class,
            ShellCommand.class,
            StatusCommand.class,
            ForwardCommand.class,
            SubmitCommand.class,
            TrafficCommand.class,
            DownCommand.class,
            RunCommand.class,
            ReportCommand.class,
            SelftestCommand.class,
            ChaosCommand.class,
            CausesCommand.class,
            HelpCommand.class
        })
public final class TestbedCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
