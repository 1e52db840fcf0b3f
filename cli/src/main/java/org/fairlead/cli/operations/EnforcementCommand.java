// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The kill switch. */
@Command(
        name = "enforcement",
        mixinStandardHelpOptions = true,
        description = {
            "The kill switch: 'off' makes every NameNode and every Spark driver that follows these controllers leave all decisions to"
                    + " stock; 'on' lets them act again in the modes they are configured for.",
            "",
            "  fairlead enforcement off --controller nn1:7433,nn2:7433",
            "",
            "A controller forgets it when it starts again; for good are fairlead.write.mode and fairlead.read.mode of HDFS and"
                    + " spark.fairlead.mode of Spark.",
            ""
        })
public final class EnforcementCommand implements Callable<Integer> {
    private enum Wanted {
        ON,
        OFF
    }

    @Parameters(index = "0", paramLabel = "on|off", description = "what is wanted")
    private Wanted wanted;

    @Mixin
    private WhichController which;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        int failed = 0;
        for (Endpoint endpoint : which.endpoints()) {
            try (ControllerClient client = new ControllerClient(List.of(endpoint), which.credentials())) {
                boolean enabled = wanted == Wanted.ON;
                client.enforcement(enabled);
                spec.commandLine().getOut().println(endpoint + ": enforcement is " + (enabled ? "on" : "off"));
            } catch (IOException e) {
                spec.commandLine().getErr().println("fairlead: " + e.getMessage());
                failed++;
            }
        }
        spec.commandLine().getOut().flush();
        return failed == 0 ? 0 : 1;
    }
}
