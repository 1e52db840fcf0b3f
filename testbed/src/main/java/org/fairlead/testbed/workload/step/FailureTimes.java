// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.workload.flow.LinkFailure;

/**
 * When a cable between two switches fails.
 *
 * @param link either direction by name; empty: a cable that is drawn anew each time, none twice
 * @param start after that of the flows
 * @param duration until it is back
 */
public record FailureTimes(Optional<String> link, Duration start, Duration duration) {
    private static final String RANDOM = "random";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    static FailureTimes from(YamlNode node) {
        node.allow("link", "start", "duration");
        String link = node.required("link").text();
        return new FailureTimes(
                link.equals(RANDOM) ? Optional.empty() : Optional.of(link),
                within(node.required("start")),
                within(node.required("duration")));
    }

    private static Duration within(YamlNode node) {
        Duration time = node.as(Quantities::duration);
        if (time.isZero() || time.compareTo(LONGEST) > 0) {
            throw node.invalid("'" + node.text() + "' is not above 0 and up to 10min");
        }
        return time;
    }

    /** @throws IllegalArgumentException if the network has no such cable, or too few */
    static List<LinkFailure> drawn(List<FailureTimes> times, Topology topology, Random random) {
        List<Link> cables = new ArrayList<>(topology.links().stream()
                .filter(link -> link.from() instanceof Switch && link.to() instanceof Switch)
                .filter(link -> link.from().index() < link.to().index())
                .toList());
        List<LinkFailure> failures = new ArrayList<>();
        for (FailureTimes each : times) {
            Link link;
            if (each.link().isPresent()) {
                String name = each.link().get();
                link = topology.links().stream()
                        .filter(one ->
                                one.name().equals(name) && one.from() instanceof Switch && one.to() instanceof Switch)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "failures: '" + name + "' is no link between two switches of " + topology.name()));
            } else if (cables.isEmpty()) {
                throw new IllegalArgumentException(
                        "failures: " + topology.name() + " has too few links between switches");
            } else {
                link = cables.remove(random.nextInt(cables.size()));
            }
            failures.add(new LinkFailure(
                    link, each.start().toNanos() / 1e9, each.duration().toNanos() / 1e9));
        }
        return failures;
    }
}
