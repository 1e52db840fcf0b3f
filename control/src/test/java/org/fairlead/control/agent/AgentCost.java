// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.agent;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;

/** Measures an agent's processor time for each report, at one controller: {@code AgentCost PORT HOST SECONDS}. Prints JSON. */
public final class AgentCost {
    private AgentCost() {}

    public static void main(String[] arguments) throws Exception {
        List<Endpoint> controller = List.of(new Endpoint("127.0.0.1", Integer.parseInt(arguments[0])));
        AgentSettings settings =
                AgentSettings.of(arguments[1], controller, Credentials.NONE).interval(Duration.ofMillis(100));
        try (Agent agent = Agent.start(settings, TimeSource.SYSTEM)) {
            TimeUnit.SECONDS.sleep(5); // until it is compiled
            long sent = agent.sent();
            double before = cpuSeconds();
            TimeUnit.SECONDS.sleep(Integer.parseInt(arguments[2]));
            long reports = agent.sent() - sent;
            System.out.printf(
                    "{\"reports\": %d, \"cpu_ms_per_report\": %.3f, \"heap_mb\": %.1f, \"failed\": %d}%n",
                    reports,
                    1000 * (cpuSeconds() - before) / reports,
                    (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1048576.0,
                    agent.failed());
        }
    }

    /** Of all threads, in the kernel and outside, in clock ticks of 10 ms. */
    private static double cpuSeconds() throws Exception {
        String[] words = Files.readString(Path.of("/proc/self/stat"))
                .replaceFirst(".*\\) ", "")
                .split(" ");
        return (Long.parseLong(words[11]) + Long.parseLong(words[12])) / 100.0;
    }
}
