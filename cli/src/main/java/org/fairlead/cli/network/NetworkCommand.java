// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.network;

import org.fairlead.cli.operations.OpenFlowCommand;
import org.fairlead.cli.shell.HelpCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands about real networks. */
@Command(
        name = "network",
        mixinStandardHelpOptions = true,
        description = {
            "How switches and hosts of a real network have to be configured so that flows can be given paths and rates.",
            "",
            "  labels          paths by a label in each packet, with static tables in switches: prints commands and"
                    + " tables for whoever operates the network, changes nothing",
            "  labels verify   whether the switches do what their tables say",
            "  openflow        runs beside a controller and gives paths by OpenFlow 1.3",
            "  rates           queues with a guaranteed rate on Linux switches and hosts: prints"
                    + " commands, changes nothing",
            "",
            "docs/network.md explains it.",
            ""
        },
        subcommands = {LabelsCommand.class, OpenFlowCommand.class, RatesCommand.class, HelpCommand.class})
public final class NetworkCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
