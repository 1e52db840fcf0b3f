// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressFileTest {
    private static final Topology TOPOLOGY =
            Topologies.multiRooted(new Topology.Builder("t"), 2, 1, 2, 1e9, 1e9).build();

    private static AddressFile read(String text) {
        return AddressFile.from(Yaml.parse("addresses.yaml", text), TOPOLOGY);
    }

    @Test
    void addressesAndNextHopsAreThoseOfTheFile() {
        AddressFile file =
                read("hosts: {h1: 10.1.0.11}\nnext-hops:\n  e1->c1: via 10.0.1.2 dev swp1\n  e1->c2: dev swp2\n");

        assertThat(file.address(TOPOLOGY.host("h1"))).isEqualTo("10.1.0.11");
        assertThat(TOPOLOGY.links().stream()
                        .filter(link -> link.name().startsWith("e1->c"))
                        .map(file::nextHop))
                .containsExactly("via 10.0.1.2 dev swp1", "dev swp2");
    }

    @Test
    void nodesAreKnownByWhatTheyAnswerWith() {
        AddressFile file = read("""
                hosts: {h1: 10.1.0.11}
                switches: {e1: [10.0.0.1, 10.0.1.1], c2: [10.0.0.4]}
                next-hops:
                  e1->c1: via 10.0.1.2 dev swp1
                  e1->c2: via 10.0.1.6 dev swp2
                  c1->e1: via 10.0.1.1 dev swp1
                  c2->e1: via 169.254.0.1 dev swp1 onlink
                  c2->e2: via 169.254.0.1 dev swp2 onlink
                """);

        assertThat(file.nodes().entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue().name()))
                .containsExactlyInAnyOrder(
                        "10.1.0.11 h1", "10.0.0.1 e1", "10.0.1.1 e1", "10.0.0.4 c2", "10.0.1.2 c1", "10.0.1.6 c2");
    }

    @Test
    void whatIsMissingIsNamedOnlyWhenItIsNeeded() {
        AddressFile file = read("hosts: {h1: 10.1.0.11}");

        assertThatThrownBy(() -> file.address(TOPOLOGY.host("h2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("addresses.yaml: hosts: 'h2' is missing; an address is needed");
        assertThatThrownBy(() -> file.nextHop(TOPOLOGY.links().get(0)))
                .hasMessageContaining("next-hops: '")
                .hasMessageContaining("is missing; a next hop is needed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts: {h9: 10.1.0.11} | addresses.yaml:1: hosts.h9: no host",
                "hosts: {e1: 10.1.0.11} | hosts.e1: no host",
                "hosts: {h1: 10.1.0.256} | is not an IPv4 address such as 10.1.0.11",
                "hosts: {h1: somewhere} | is not an IPv4 address",
                "switches: {h1: [10.0.0.1]} | switches.h1: no switch 'h1'",
                "switches: {e1: 10.0.0.1} | switches.e1: ",
                "switches: {e1: [10.0.0.1, e1]} | is not an IPv4 address",
                "switches: {e1: [10.0.0.1], e2: [10.0.0.1]} | 10.0.0.1 is e1's already",
                "{hosts: {h1: 10.0.0.1}, switches: {e2: [10.0.0.1]}} | 10.0.0.1 is h1's already",
                "next-hops: {e1->h2: dev a} | next-hops.e1->h2: no link",
                "next-hops: {e1->c1: via 10.0.0.1; reboot} | is not a next hop such as",
                "links: {} | unknown key",
            })
    void mistakesAreNamed(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }
}
