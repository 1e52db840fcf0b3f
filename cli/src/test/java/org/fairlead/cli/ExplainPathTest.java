// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.control.path.PathSettings;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is said of a path, of a controller that observes: the first of two roots is full. */
final class ExplainPathTest {
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 1e7, 1e7)
            .build();

    private record Said(int exitCode, String output, String error) {}

    private static Said explain(Endpoint controller, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(error, true));
        String[] all = new String[arguments.length + 4];
        all[0] = "explain";
        all[1] = "path";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        all[all.length - 2] = "--controller";
        all[all.length - 1] = controller.toString();
        return new Said(command.execute(all), out.toString(), error.toString());
    }

    private static void measure(Controller controller, int second) throws Exception {
        List<SwitchCounters.LinkBytes> counts = ROOTS.links().stream()
                .map(link ->
                        new SwitchCounters.LinkBytes(link.name(), link.name().contains("c1") ? second * 9_000_000L : 0))
                .toList();
        controller.reports().take(new SwitchCounters("", "all", 1, second, second * 1_000_000_000L, counts));
    }

    @Test
    void aTableSaysWhoDecidesWhatIsPlannedAndWhatWasExpected() throws Exception {
        ControllerSettings settings = ControllerSettings.of(ROOTS)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true)
                .paths(PathSettings.OFF.mode(Mode.OBSERVE));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", controller.address().getPort());
            assertThat(explain(endpoint, "h1", "h3").output())
                    .startsWith("h1 -> h3: the network decides: paths are only observed (mode observe)\n")
                    .contains("  path  over", "     0  h1 e1 c1 e2 h3", "     1  h1 e1 c2 e2 h3")
                    .endsWith("nothing was requested of it lately\n");

            try (ControllerClient client = new ControllerClient(List.of(endpoint), Credentials.NONE)) {
                FlowRequests.Flow flow =
                        FlowRequests.Flow.of(1, "h1", "h3", TrafficClass.BLOCK_READ, 50_000_000, 10_000_000);
                client.commit(FlowRequests.of("", "app-1", 1, 1, 1, 60_000, 0, List.of(flow.over(new PathChoice(1)))));
            }
            for (int second = 1; controller.paths().paths().isEmpty(); second++) {
                assertThat(second).isLessThan(1000);
                measure(controller, second);
                Thread.sleep(10);
            }

            assertThat(explain(endpoint, "h1", "h3").output())
                    .contains("block-read: path 1, planned, and nobody sends by it: 80mbit was expected there, ")
                    .contains("; proposed by app-1")
                    .contains("  requested now by app-1: 50.0 MB, counts on path 1")
                    .contains("path 1 in place of the network's choice")
                    .containsPattern("\\* 1 +80mbit +80mbit +0  \\S+c2\\S*");
            JsonNode json = new ObjectMapper()
                    .readTree(explain(endpoint, "h1", "h3", "--json").output());
            assertThat(json.at("/classes/0/decision/estimates").size()).isEqualTo(2);
            assertThat(json.at("/classes/0/requests/0/proposed").asInt()).isEqualTo(1);
        }
    }

    @Test
    void whatIsNoHostIsNamed() throws Exception {
        ControllerSettings settings =
                ControllerSettings.of(ROOTS).bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", controller.address().getPort());
            Said said = explain(endpoint, "h1", "h9");

            assertThat(said.exitCode()).isNotZero();
            assertThat(said.error()).contains("to: 'h9' is no host of the topology 'roots'");
            assertThat(explain(endpoint, "h1", "h1").error()).contains("two different hosts");
            assertThat(explain(endpoint, "h1", "h3").output()).contains("paths are off");
        }
    }
}
