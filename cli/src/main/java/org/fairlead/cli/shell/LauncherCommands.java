// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands that the launcher runs itself, since they build: here is only their help. */
public final class LauncherCommands {
    private LauncherCommands() {}

    private static int refuse(String name, List<String> words) {
        throw new IllegalArgumentException("'" + name + "' is run by the launcher: ./fairlead "
                + String.join(
                        " ", Stream.concat(Stream.of(name), words.stream()).toList())
                + ", in the directory that holds the sources");
    }

    /** Tests all. */
    @Command(
            name = "test",
            mixinStandardHelpOptions = true,
            description = {
                "Builds and tests everything, as CI does: unit tests, format, static checks, tests on a real testbed, the fuzzer; on a"
                        + " newer JDK, too, where one is installed. In the end it says where the time went. What follows is passed on to Maven.",
                "",
                "  fairlead test",
                ""
            })
    public static final class Test implements Callable<Integer> {
        @Parameters(paramLabel = "ARG", arity = "0..*", description = "of Maven")
        private List<String> arguments = List.of();

        @Override
        public Integer call() {
            return refuse("test", arguments);
        }
    }

    /** Fuzzes readers. */
    @Command(
            name = "fuzz",
            mixinStandardHelpOptions = true,
            description = {
                "Feeds every reader of files that users bring with what a fuzzer makes up: each for a minute, or as many seconds as"
                        + " FAIRLEAD_FUZZ_SECONDS says. What it finds stays under sim/target/fuzz.",
                "",
                "  fairlead fuzz",
                "  fairlead fuzz FlowsCsvTarget TopologyFileTarget",
                ""
            })
    public static final class Fuzz implements Callable<Integer> {
        @Parameters(
                paramLabel = "TARGET",
                arity = "0..*",
                description = "a class of sim/src/test/java/org/fairlead/sim/fuzz; default: all")
        private List<String> targets = List.of();

        @Override
        public Integer call() {
            return refuse("fuzz", targets);
        }
    }
}
