// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopologyFileTest {
    private static Topology topology(String... lines) {
        return TopologyFile.from(Yaml.parse("t.yaml", String.join("\n", lines)));
    }

    @Test
    void aRegularNetworkTakesMoreHostsSwitchesAndLinks() {
        Topology topology = topology(
                "name: extended",
                "tree: {racks: 2, hosts-per-rack: 2, host-link: 100mbit, oversubscription: 2}",
                "switches: [edge]",
                "hosts:",
                "  - {name: n1, rack: r1, switch: e1, link: 50mbit, roles: background}",
                "  - {name: n2, rack: far, roles: [background, client], disk: {read: 20MB/s, write: 10MB/s}}",
                "links:",
                "  - {between: [edge, c1], capacity: 1gbit}",
                "  - {from: n2, to: edge, capacity: 10mbit}",
                "  - {from: edge, to: n2, capacity: 20mbit}",
                "roles:",
                "  h1: [client]");

        assertThat(topology.hosts()).hasSize(6);
        assertThat(topology.host("n1").roles()).containsExactly("background");
        assertThat(topology.host("h1").roles()).containsExactly("client");
        assertThat(topology.host("n2").disk().orElseThrow().writeBytesPerSecond())
                .isEqualTo(10e6);
        assertThat(topology.paths(topology.host("n2"), topology.host("h1"))
                        .get(0)
                        .bytesPerSecond())
                .isEqualTo(1.25e6);
    }

    @Test
    void rolesAtTheTopStandInThePlaceOfThoseOfTheHostUnlessNothingIsWritten() {
        Topology topology = topology(
                "tree: {racks: 1, hosts-per-rack: 2, host-link: 1gbit}",
                "hosts:",
                "  - {name: n1, rack: r1, switch: e1, link: 1gbit, roles: background}",
                "  - {name: n2, rack: r1, switch: e1, link: 1gbit, roles: background}",
                "roles: {h1: [client, worker], n1: ~, n2: client}");

        assertThat(topology.host("h1").roles()).containsExactlyInAnyOrder("client", "worker");
        assertThat(topology.host("h2").roles()).isEmpty();
        assertThat(topology.host("n1").roles()).containsExactly("background");
        assertThat(topology.host("n2").roles()).containsExactly("client");
    }

    @Test
    void capacitiesKeepFullDoublePrecision() {
        Topology topology = topology("fat-tree: {k: 2, link: 12345678.901234567}");

        assertThat(topology.links().get(0).bytesPerSecond()).isEqualTo(12345678.901234567);
    }

    @Test
    void whatIsWrittenReadsAsTheSameTopology() {
        Topology original = topology(
                "tree: {racks: 2, hosts-per-rack: 2, host-link: 12345678.9, oversubscription: 3}",
                "hosts:",
                "  - {name: n1, rack: r1, switch: e1, link: 50mbit, roles: [background, client]}",
                "  - {name: n2, rack: far, disk: {read: 20MB/s, write: 10MB/s}}");

        Topology read = TopologyFile.from(Yaml.parse("written.yaml", TopologyFile.text(original)));

        assertThat(read.racks().keySet()).isEqualTo(original.racks().keySet());
        assertThat(read.hosts())
                .usingRecursiveComparison()
                .ignoringFields("index")
                .isEqualTo(original.hosts());
        assertThat(read.switches().stream().map(Node::name))
                .containsExactlyElementsOf(
                        original.switches().stream().map(Node::name).toList());
        assertThat(read.links().stream().map(link -> link.name() + " " + link.bytesPerSecond()))
                .containsExactlyElementsOf(original.links().stream()
                        .map(link -> link.name() + " " + link.bytesPerSecond())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        tree: {racks: 0, hosts-per-rack: 2, host-link: 1gbit}          | t.yaml:1: tree.racks: '0' is not a whole number from 1
        tree: {racks: 2, hosts-per-rack: 2}                            | t.yaml:1: tree.host-link: is missing
        tree: {racks: 2, hosts-per-rack: 2, host-link: fast}           | t.yaml:1: tree.host-link: 'fast' is not a rate such as 100mbit
        tree: {rack: 2, hosts-per-rack: 2, host-link: 1gbit}           | t.yaml:1: tree.rack: unknown key (did you mean 'racks'?)
        fat-tree: {k: 3, link: 1gbit}                                  | t.yaml:1: fat-tree.k: a fat tree's k must be even
        switchs: [a]                                                   | t.yaml:1: switchs: unknown key (did you mean 'switches'?)
        switches: [a, a]                                               | t.yaml:1: switches[1]: node 'a' stands twice
        switches: ['a b']                                              | t.yaml:1: switches[0]: 'a b' is not a name
        hosts: [{name: h, rack: r, switch: s, link: 1gbit}]            | t.yaml:1: hosts[0].switch: no host or switch 's'
        links: [{between: [a], capacity: 1gbit}]                       | t.yaml:1: links[0].between: two names are expected
        tree: [1, 2]                                                   | t.yaml:1: tree: a mapping of keys to values is expected
        name: {{{                                                      | t.yaml:1: not valid YAML
        roles: {h9: [client]}                                          | needs at least one host
        roles: {h1: &w [datanode, worker], h2: *w}                     | t.yaml:1: roles.h2: aliases are not accepted
        switches: [&a e1, *a]                                          | t.yaml:1: switches[1]: aliases are not accepted
        name: !!binary aGk=                                            | t.yaml:1: name: binary values are not accepted
        """)
    void badInputIsNamedWithLineAndKey(String text, String message) {
        assertThatThrownBy(() -> topology(text))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theLineIsThatOfTheKey() {
        assertThatThrownBy(
                        () -> topology("name: x", "tree:", "  racks: 2", "  hosts-per-rack: two", "  host-link: 1gbit"))
                .hasMessage("t.yaml:4: tree.hosts-per-rack: 'two' is not a whole number from 1 to 100000");
        assertThatThrownBy(() ->
                        topology("tree: {racks: 1, hosts-per-rack: 1, host-link: 1}", "fat-tree: {k: 2, link: 1}"))
                .hasMessageContaining("t.yaml:2: fat-tree: stands beside 'tree'");
        assertThatThrownBy(() -> topology("name: x", "name: y")).hasMessage("t.yaml:2: name: stands twice");
        assertThatThrownBy(() -> TopologyFile.read(Path.of("no/such.yaml"))).hasMessage("no/such.yaml: no such file");
        assertThatThrownBy(() -> topology("")).hasMessageContaining("empty");
    }
}
