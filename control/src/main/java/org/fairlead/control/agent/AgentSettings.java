// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.agent;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;

/**
 * How an agent runs.
 *
 * @param host this host's name in the topology
 * @param controllers all of them get every report
 * @param interval between reports
 * @param devices network devices that are counted; empty: all but loopback and those that carry another's bytes again
 */
public record AgentSettings(
        String host, List<Endpoint> controllers, Credentials credentials, Duration interval, Set<String> devices) {
    public AgentSettings {
        if (host.isBlank()) {
            throw new IllegalArgumentException("the host's name in the topology is missing");
        }
        controllers = List.copyOf(controllers);
        devices = Set.copyOf(devices);
        if (controllers.isEmpty() || controllers.size() > 16) {
            throw new IllegalArgumentException(controllers.size() + " controllers; from 1 to 16 are accepted");
        }
        if (interval.toMillis() < 100 || interval.toMillis() > 60_000) {
            throw new IllegalArgumentException(
                    "an interval of " + interval.toMillis() + " ms is not from 100 ms to 60 s");
        }
    }

    public static AgentSettings of(String host, List<Endpoint> controllers, Credentials credentials) {
        return new AgentSettings(host, controllers, credentials, Duration.ofSeconds(1), Set.of());
    }

    public AgentSettings interval(Duration time) {
        return new AgentSettings(host, controllers, credentials, time, devices);
    }
}
