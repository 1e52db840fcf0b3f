// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.fairlead.cli.diagnosis.WhatIfCommand;
import org.fairlead.cli.diagnosis.WhyCommand;
import org.fairlead.cli.network.NetworkCommand;
import org.fairlead.cli.operations.AgentCommand;
import org.fairlead.cli.operations.ControllerCommand;
import org.fairlead.cli.operations.EnforcementCommand;
import org.fairlead.cli.operations.ExplainCommand;
import org.fairlead.cli.operations.TokenCommand;
import org.fairlead.cli.operations.TopologyCommand;
import org.fairlead.cli.shell.CompletionCommand;
import org.fairlead.cli.shell.FailureWords;
import org.fairlead.cli.shell.HelpCommand;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.cli.shell.LauncherCommands;
import org.fairlead.cli.shell.ListCommand;
import org.fairlead.cli.shell.Mistakes;
import org.fairlead.cli.shell.Terminal;
import org.fairlead.cli.shell.Version;
import org.fairlead.cli.simulate.ExperimentCommand;
import org.fairlead.cli.simulate.SimulateCommand;
import org.fairlead.cli.testbed.DemoCommand;
import org.fairlead.cli.testbed.TestbedCommand;
import org.fairlead.cli.testbed.ValidateCommand;
import org.fairlead.protocol.yaml.InvalidFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Entry point. Exit codes: 0 done, 1 failed, 2 bad input (a file, an option), 130 interrupted. */
@Command(
        name = "fairlead",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes Spark on HDFS aware of the network and the disks under it.",
            "",
            "Start with 'fairlead demo': a real HDFS and a real Spark on an emulated, congested data-centre network"
                    + " on this machine, and a report of what the congestion costs. Of a Spark application that was slow,"
                    + " 'fairlead why EVENTLOG' says why, and what would help at most.",
            ""
        },
        footer = {"", "'fairlead COMMAND --help' or 'fairlead help COMMAND' explains a command."},
        subcommands = {
            DemoCommand.class,
            WhyCommand.class,
            WhatIfCommand.class,
            TestbedCommand.class,
            TopologyCommand.class,
            NetworkCommand.class,
            SimulateCommand.class,
            ExperimentCommand.class,
            ValidateCommand.class,
            ControllerCommand.class,
            AgentCommand.class,
            TokenCommand.class,
            ExplainCommand.class,
            EnforcementCommand.class,
            ListCommand.class,
            CompletionCommand.class,
            LauncherCommands.Test.class,
            LauncherCommands.Fuzz.class,
            HelpCommand.class
        })
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // commands of the network and files for other programs have plain digits
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExecutionExceptionHandler(Main::report)
                .setParameterExceptionHandler(Mistakes::report)
                .setExecutionStrategy(Mistakes::run)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.colours(1)))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int report(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        if (System.getenv("FAIRLEAD_DEBUG") != null) {
            e.printStackTrace();
        }
        if (e instanceof CommandLine.ParameterException mistake) {
            return Mistakes.report(mistake, new String[0]);
        }
        Mistakes.say(command, FailureWords.of(e));
        command.getErr().flush();
        if (e instanceof CancellationException) {
            return Interruption.EXIT_CODE;
        }
        return e instanceof InvalidFileException || e instanceof IllegalArgumentException ? Mistakes.BAD_INPUT : 1;
    }
}
