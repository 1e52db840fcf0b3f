// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFlowSettingsTest {
    private static final Topology TOPOLOGY =
            Topologies.multiRooted(new Topology.Builder("t"), 2, 1, 2, 1e9, 1e9).build();
    private static final String SETTINGS = """
            driver: openflow
            base: 1
            addresses: addresses.yaml
            ports: {block-read: own 9866, shuffle: [own 7337, own 7400-7401]}
            switches:
              e1: {datapath: e1, ports: {h1: 1, c1: 11, c2: 12}}
              e2: {datapath: 00:00:00:00:00:00:00:e2, ports: {h2: 1, c1: 11, c2: 12}}
              c1: {datapath: 00000000000000c1, ports: {e1: 1, e2: 2}}
              c2: {datapath: 00000000000000c2, ports: {e1: 1, e2: 2}}
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeAddresses() throws IOException {
        Files.writeString(directory.resolve("addresses.yaml"), "hosts: {h1: 10.0.0.1, h2: 10.0.0.2}\n");
    }

    private OpenFlowSettings read(String text) {
        return OpenFlowSettings.from(
                Yaml.parse(directory.resolve("openflow.yaml").toString(), text), TOPOLOGY);
    }

    @Test
    void whatIsWrittenIsWhatIsGranted() {
        OpenFlowSettings settings = read(SETTINGS);

        assertThat(settings.listen().toString()).endsWith("127.0.0.1:6653");
        assertThat(settings.tls()).isEmpty();
        assertThat(settings.takesOver()).isFalse();
        assertThat(settings.switches().keySet()).containsExactly(0xe1L, 0xe2L, 0xc1L, 0xc2L);
        assertThat(settings.grant().basePriority()).isEqualTo(OptionalInt.of(1));
        assertThat(settings.grant().pinPriority()).isEqualTo(7400);
        assertThat(settings.grant().lifetime()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.grant().addresses()).hasSize(2);
        OpenFlowSettings others =
                read(SETTINGS.replace("base: 1", "base: none") + "priority: 9\nlifetime: 10s\ntable: 3\n");
        assertThat(others.grant().basePriority()).isEmpty();
        assertThat(others.grant().pinPriority()).isEqualTo(9);
        assertThat(others.grant().lifetime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(others.grant().table().getValue()).isEqualTo((short) 3);
    }

    @Test
    void aCertificateHasToNameItsSwitchUnlessAllShareOne() {
        String secured = SETTINGS + "tls: {certificate: d.pem, key: d.key, authority: ca.pem}\n";
        String renamed = secured.replace("datapath: e1,", "datapath: e1, certificate: tor-1.example.org,");

        assertThat(certificateOfE1(SETTINGS)).as("in clear").isEmpty();
        assertThat(certificateOfE1(secured)).contains("e1");
        assertThat(certificateOfE1(renamed)).contains("tor-1.example.org");
        assertThat(certificateOfE1(secured + "shared-certificate: no\n")).contains("e1");
        assertThat(certificateOfE1(secured + "shared-certificate: yes\n")).isEmpty();
    }

    private Optional<String> certificateOfE1(String text) {
        return read(text).switches().get(0xe1L).certificate();
    }

    @Test
    void withoutABaseNotAllSwitchesNeedToBeOurs() {
        String edges = SETTINGS.lines()
                .filter(line -> !line.contains("  c1:") && !line.contains("  c2:"))
                .reduce("", (text, line) -> text + line + "\n");

        assertThat(read(edges.replace("base: 1", "base: none")).switches()).hasSize(2);
        assertThatThrownBy(() -> read(edges))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("openflow.yaml:6: switches: 'c1' is missing; a base needs all switches");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "base: 1            | base: all          | openflow.yaml:2: base: 'all' is no priority; accepted: a number from 0 to 65535, such as 1, or none",
                "base: 1            | bsae: 1            | openflow.yaml:2: bsae: unknown key (did you mean 'base'?)",
                "base: 1            | base: 7400         | openflow.yaml:2: base: '7400' is not below the priority of pins, 7400",
                "block-read:        | reads:             | openflow.yaml:4: ports.reads: unknown key; accepted: replication, block-read, shuffle",
                "own 9866           | their 9866         | openflow.yaml:4: ports.block-read: 'their 9866' is no port; accepted: 'own'",
                "own 9866           | own 7337           | openflow.yaml:1: port 'own 7337' is granted twice",
                "datapath: e1       | datapath: e1x      | openflow.yaml:6: switches.e1.datapath: 'e1x' is no datapath id; accepted: 1 to 16 hexadecimal digits",
                "datapath: e1       | datapath: e2       | openflow.yaml:7: switches.e2.datapath: 00000000000000e2 is e1's already",
                "h1: 1, c1: 11      | h1: 1, c1: 1       | openflow.yaml:6: switches.e1.ports.c1: port 1 leads to another neighbour already",
                "h1: 1, c1: 11      | h1: 1              | openflow.yaml:6: switches.e1.ports: the port to 'c1' is missing",
                "h1: 1, c1: 11      | h2: 1, c1: 11      | openflow.yaml:6: switches.e1.ports.h2: no link e1->h2 in topology 't'",
                "h1: 1, c1: 11      | h1: 0, c1: 11      | openflow.yaml:6: switches.e1.ports.h1: '0' is not a whole number from 1",
                "e1: {data          | e9: {data          | openflow.yaml:6: switches.e9: no switch 'e9' in topology 't'",
                "driver: openflow   | listen: 0.0.0.0:1  | openflow.yaml:1: listen: whoever reaches 0.0.0.0:1 could pass for a switch; accepted: tls, or in-clear: yes",
                "driver: openflow   | lifetime: 1500ms   | openflow.yaml:1: lifetime: a whole number of seconds from 1s to 1h is expected",
                "driver: openflow   | table: 254         | openflow.yaml:1: table: '254' is not a whole number from 0 to 253",
                "driver: openflow   | shared-certificate: yes | openflow.yaml:1: shared-certificate: there are no certificates without tls",
                "datapath: e1       | datapath: e1, certificate: e1 | openflow.yaml:6: switches.e1.certificate: names of certificates count with tls alone",
                "driver: openflow   | tls: {authority: a} | openflow.yaml:1: tls: a certificate with its key and an authority are needed",
            })
    void whatIsWrongIsNamedWithItsPlaceAndWhatIsAccepted(String right, String wrong, String message) {
        assertThatThrownBy(() -> read(SETTINGS.replace(right, wrong)))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void twoHostsOfOneAddressCannotBeTold() throws IOException {
        Files.writeString(directory.resolve("addresses.yaml"), "hosts: {h1: 10.0.0.1, h2: 10.0.0.1}\n");

        assertThatThrownBy(() -> read(SETTINGS)).isInstanceOf(InvalidFileException.class);
    }
}
