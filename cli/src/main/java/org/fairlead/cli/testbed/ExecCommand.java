// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs a program on an emulated host. */
@Command(
        name = "exec",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a program on an emulated host of a running testbed and returns its exit code.",
            "",
            "  fairlead testbed exec h1 -- ping -c 3 h5",
            "  fairlead testbed exec h1 -- ip route"
        })
final class ExecCommand implements Callable<Integer> {
    @Mixin
    private WhichTestbed which;

    @Parameters(index = "0", paramLabel = "HOST", description = "a host or a switch of the topology")
    private String host;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "CMD",
            description = "the program and its arguments, after --")
    private List<String> command;

    @Override
    public Integer call() throws Exception {
        return ProgramInside.runOn(which.find(), host, command, Map.of());
    }
}
