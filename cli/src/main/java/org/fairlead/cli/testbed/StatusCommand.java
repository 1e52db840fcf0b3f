// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fairlead.protocol.Quantities;
import org.fairlead.testbed.forward.Page;
import org.fairlead.testbed.live.ControlSocket;
import org.fairlead.testbed.live.Request;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a running testbed is doing. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a running testbed: its hosts and what runs on them, its links and what they carry, its traffic."
        })
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private WhichTestbed which;

    @Option(names = "--json", description = "prints JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        TestbedDirectory testbed = which.find();
        ObjectNode status = (ObjectNode) ControlSocket.ask(testbed.path(), Request.of(Request.Kind.STATUS))
                .result();
        Map<String, String> urls = ForwardCommand.urls(testbed);
        List<Page> pages = ForwardCommand.pages(status.path("pages"));
        if (json) {
            status.set("forwarded", new ObjectMapper().valueToTree(urls));
            System.out.println(status.toPrettyString());
            return 0;
        }
        System.out.printf(
                "testbed '%s' on %s, %s queues, %s%n%n",
                status.path("name").asText(),
                status.path("topology").asText(),
                status.path("queueing").asText(),
                status.path("congestion_control").asText());
        System.out.printf("%-12s %-10s %-14s %s%n", "HOST", "RACK", "ADDRESS", "RUNS");
        status.path("hosts")
                .forEach(host -> System.out.printf(
                        "%-12s %-10s %-14s %s%n",
                        host.path("name").asText(),
                        host.path("rack").asText(),
                        host.path("address").asText(),
                        host.path("runs").asText()));
        System.out.printf("%n%-20s %12s %12s %6s%n", "LINK", "CAPACITY", "NOW", "USED");
        status.path("links").forEach(link -> {
            double capacity = link.path("capacity").asDouble();
            double rate = link.path("bytes_per_second").asDouble();
            System.out.printf(
                    "%-20s %12s %12s %5.0f%%%n",
                    link.path("name").asText(),
                    Quantities.rateText(capacity),
                    Quantities.rateText(rate),
                    100 * rate / capacity);
        });
        System.out.println();
        if (!pages.isEmpty()) {
            System.out.println(ForwardCommand.text(pages, urls));
        }
        status.path("notes").forEach(note -> System.out.println(note.asText()));
        return 0;
    }
}
