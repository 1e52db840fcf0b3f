// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.testbed.live.ControlSocket;
import org.fairlead.testbed.live.Request;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts background traffic on a running testbed, or takes it off. */
@Command(
        name = "traffic",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the background traffic of a file on a running testbed, or stops it.",
            "",
            "  fairlead testbed traffic half-the-racks",
            "  fairlead testbed traffic --stop"
        })
final class TrafficCommand implements Callable<Integer> {
    @Mixin
    private WhichTestbed which;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "traffic in YAML (docs/traffic.md), or the name of a shipped one; replaces what runs")
    private Path file;

    @Option(names = "--stop", description = "stops the traffic")
    private boolean stop;

    @Override
    public Integer call() throws IOException {
        if (stop == (file != null)) {
            throw new IllegalArgumentException("either a traffic file or --stop is expected");
        }
        TestbedDirectory testbed = which.find();
        Request request = stop
                ? Request.of(Request.Kind.TRAFFIC_STOP)
                : Request.of(
                        Request.Kind.TRAFFIC_START,
                        Installation.find(ShippedKind.TRAFFIC, file)
                                .toAbsolutePath()
                                .toString());
        System.out.println(ControlSocket.ask(testbed.path(), request).result().asText());
        return 0;
    }
}
