// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.report.Progress;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import org.fairlead.testbed.selftest.Selftest;
import org.fairlead.testbed.selftest.SelftestResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the emulated network itself. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the emulated network against what it should do: link rates, fair shares of an all-to-all exchange"
                    + " against max-min, balance over equal-cost paths. About two minutes, or five on a busy machine.",
            "Exit status: 0 when all is within its tolerance, 1 when not, also when only the machine's disturbances may be"
                    + " to blame (the table says so)."
        })
final class SelftestCommand implements Callable<Integer> {
    private static final long MEMORY_BYTES = 1L << 30;
    private static final ObjectMapper JSON =
            new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    @Option(names = "--json", description = "prints JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (Sandbox.isInside()) {
            SelftestResult result = Selftest.run(new Progress(System.err)::step);
            System.out.println(
                    json ? JSON.writerWithDefaultPrettyPrinter().writeValueAsString(result) : result.table());
            return result.passed() ? 0 : 1;
        }
        TestbedDirectory.clearDead();
        boolean rootless = Preflight.rootless(false);
        Machine.refuseIfMissing(Preflight.missing(rootless, MEMORY_BYTES, 0));
        TestbedDirectory directory = TestbedDirectory.createUnique("selftest");
        try (Sandbox sandbox = Sandbox.enter(
                directory,
                rootless,
                Installation.MAIN_CLASS,
                spec.root().commandLine().getParseResult().originalArgs(),
                Redirect.INHERIT)) {
            return sandbox.waitFor();
        }
    }
}
