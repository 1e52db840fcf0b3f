// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Opens a shell on an emulated host. */
@Command(
        name = "shell",
        mixinStandardHelpOptions = true,
        description = {"Opens a shell on an emulated host of a running testbed.", "", "  fairlead testbed shell h1"})
final class ShellCommand implements Callable<Integer> {
    @Mixin
    private WhichTestbed which;

    @Parameters(index = "0", paramLabel = "HOST", description = "a host or a switch of the topology")
    private String host;

    @Override
    public Integer call() throws Exception {
        String shell = Optional.ofNullable(System.getenv("SHELL")).orElse("/bin/sh");
        return ProgramInside.runOn(which.find(), host, List.of(shell), Map.of("PS1", host + "$ "));
    }
}
