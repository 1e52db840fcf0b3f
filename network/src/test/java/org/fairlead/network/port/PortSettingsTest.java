// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDrivers;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortSettingsTest {
    private static final Topology TOPOLOGY =
            Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, 1e9, 1e9).build();
    private static final String SETTINGS = """
            driver: ports
            host: h1
            addresses: addresses.yaml
            ports:
              replication: peer 9866
            sources: 20000-20255
            file: run/ports
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeAddresses() throws IOException {
        Files.writeString(
                directory.resolve("addresses.yaml"),
                "hosts: {h1: 192.0.2.1, h3: 192.0.2.3}\nswitches: {c1: [192.0.2.101]}\n");
    }

    private PortSettings read(String text) {
        return PortSettings.from(Yaml.parse(directory.resolve("ports.yaml").toString(), text), TOPOLOGY);
    }

    @Test
    void whatIsGrantedIsWhatIsWritten() {
        PortSettings settings = read(SETTINGS);

        FlowUnit write =
                new FlowUnit(TOPOLOGY.host("h1").index(), TOPOLOGY.host("h3").index(), TrafficClass.REPLICATION);
        assertThat(settings.targets(write, new PathChoice(1)))
                .containsExactly(new Target(write.destination(), new PortFile.Destination("192.0.2.3", 9866)));
        assertThat(settings.address()).isEqualTo("192.0.2.1");
        assertThat(settings.nodes())
                .containsEntry("192.0.2.101", TOPOLOGY.node("c1").orElseThrow());
        assertThat(settings.sources()).isEqualTo(new PortSettings.Sources(20_000, 256));
        assertThat(settings.limits().perSecond()).isEqualTo(50);
        assertThat(settings.lifetime()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.file()).isEqualTo(directory.resolve("run/ports"));
        assertThat(read(SETTINGS + "probes: 5\n").limits().perSecond()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "host: h1        | host: c1        | ports.yaml:2: host: no host 'c1' in topology 't'",
                "host: h1        | host: h2        | hosts: 'h2' is missing; an address is needed",
                "peer 9866       | own 9866        | ports.yaml:5: ports.replication: 'own 9866' is the sender's port",
                "20000-20255     | 20000           | ports.yaml:6: sources: '20000' is no range of 16 to 4096 ports",
                "20000-20255     | 80-200          | ports.yaml:6: sources: '80-200' is no range",
                "20000-20255     | 20000-30000     | ports.yaml:6: sources: '20000-30000' is no range",
                "driver: ports   | probes: 0       | ports.yaml:1: probes: '0' is not a whole number from 1 to 1000",
                "driver: ports   | lifetime: 100ms | ports.yaml:1: lifetime: '100ms' is not from 1s to 1h",
            })
    void aMistakeIsNamedWithItsPlace(String written, String instead, String message) {
        assertThatThrownBy(() -> read(SETTINGS.replaceFirst(written, instead)))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void twoClassesOfOnePortCannotBeToldApart() {
        assertThatThrownBy(() -> read(
                        SETTINGS.replace("replication: peer 9866", "{replication: peer 9866, shuffle: peer 9866}")))
                .hasMessageContaining("port 'peer 9866' is granted twice");
    }

    @Test
    void theDriverIsFoundByItsName() {
        String file = directory.resolve("ports.yaml").toString();

        assertThatThrownBy(() -> NetworkDrivers.open(Yaml.parse(file, SETTINGS), TOPOLOGY, new HandDrivenTime()))
                .isInstanceOf(DriverException.class)
                .hasMessage("no interface of this machine has the address 192.0.2.1");
    }
}
