// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.network.label.AddressFile;
import org.fairlead.protocol.yaml.Yaml;

/** Addresses and next hops in YAML: what is taken from there into a shell's command is nothing that a shell reads otherwise. */
public final class AddressFileTarget {
    private AddressFileTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Reading.of(() -> AddressFile.from(Yaml.parse(Reading.FILE, text), Reading.TOPOLOGY))
                .ifPresent(file -> {
                    for (Host host : Reading.TOPOLOGY.hosts()) {
                        ifThere(() -> file.address(host))
                                .ifPresent(address -> check(address.matches("[0-9.]{7,15}"), address));
                    }
                    file.nodes().keySet().forEach(address -> check(address.matches("[0-9.]{7,15}"), address));
                    for (Link link : Reading.TOPOLOGY.links()) {
                        ifThere(() -> file.nextHop(link))
                                .ifPresent(hop -> check(hop.matches("[A-Za-z0-9 ._:-]{5,50}"), hop));
                    }
                });
    }

    private static Optional<String> ifThere(Supplier<String> asked) {
        try {
            return Optional.of(asked.get());
        } catch (IllegalArgumentException e) {
            check(e.getMessage().contains("is missing"), e.getMessage());
            return Optional.empty();
        }
    }
}
