// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.protocol.shipped.ShippedKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what Fairlead is about in ten minutes. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "A real HDFS and a real Spark on 12 emulated hosts in 4 racks, some of which store, some compute, some do both:"
                    + " TPC-H tables are written from six hosts at once and queried while background traffic loads half of the"
                    + " storage hosts: by stock, by stock with both of Fairlead's plug-ins, and, to see what the traffic costs,"
                    + " by stock without the traffic. Prints the comparison and writes report.json and report.html. Under 10"
                    + " minutes on 2 cores after the first download; --quick under 4. What is not done by then is left out,"
                    + " and the report says so.",
            ""
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(names = "--quick", description = "fewer repetitions of less data: a first look, too few for intervals")
    private boolean quick;

    @Mixin
    private RunCommand.Overrides overrides;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("demo"));
        if (quick) {
            command.add("--quick");
        }
        return RunCommand.run(
                Installation.find(ShippedKind.SCENARIO, Path.of(quick ? "demo-quick" : "demo")), overrides, command);
    }
}
