// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

class LabelSettingsTest {
    private static final Topology TOPOLOGY =
            Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, 1e9, 1e9).build();
    private static final String SETTINGS = """
            driver: labels
            host: h1
            codepoints: 8-15
            addresses: addresses.yaml
            ports:
              block-read: own 9866
              replication: peer 9866
              shuffle: [own 7337, own 7400-7401]
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeAddresses() throws IOException {
        Files.writeString(directory.resolve("addresses.yaml"), "hosts: {h1: 10.0.0.1, h3: 10.0.0.3}\n");
    }

    private LabelSettings read(String text) {
        return LabelSettings.from(Yaml.parse(directory.resolve("labels.yaml").toString(), text), TOPOLOGY);
    }

    private static FlowUnit unit(String to) {
        return new FlowUnit(TOPOLOGY.host("h1").index(), TOPOLOGY.host(to).index(), TrafficClass.SHUFFLE);
    }

    @Test
    void whatIsGrantedIsWhatIsWritten() {
        LabelSettings settings = read(SETTINGS);

        assertThat(settings.grant().host().covers(unit("h3"))).isTrue();
        assertThat(settings.grant().host().covers(unit("h4")))
                .as("has no address")
                .isFalse();
        assertThat(settings.grant().label(unit("h3"), new PathChoice(1)).elements())
                .extracting(LabelElement::key)
                .containsExactly("10.0.0.3 . 7337", "10.0.0.3 . 7400", "10.0.0.3 . 7401");
        assertThat(settings.lifetime()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.comment()).isEqualTo("fairlead");
        assertThat(settings.nft()).containsExactly("nft");
        LabelSettings others = read(SETTINGS + "lifetime: 10s\ncomment: fairlead-2\nnft: [sudo, -n, nft]\n");
        assertThat(others.lifetime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(others.comment()).isEqualTo("fairlead-2");
        assertThat(others.nft()).containsExactly("sudo", "-n", "nft");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "host: h1        | host: e1        | labels.yaml:2: host: no host 'e1' in topology 't'",
                "host: h1        | role: x         | labels.yaml:2: role: unknown key",
                "8-15            | 0-15            | labels.yaml:3: codepoints: codepoints '0-15': 0 is what unlabelled",
                "addresses.yaml  | other.yaml      | other.yaml: no such file",
                "own 9866        | 9866            | labels.yaml:6: ports.block-read: '9866' is no port; accepted: 'own'",
                "own 9866        | own 0           | labels.yaml:6: ports.block-read: 'own 0' is no port",
                "own 9866        | own 9-8         | labels.yaml:6: ports.block-read: 'own 9-8' is no port",
                "own 9866        | own 65530-65536 | labels.yaml:6: ports.block-read: 'own 65530-65536' is no port",
                "own 9866        | own 1000-2000   | labels.yaml:6: ports.block-read: 1 to 64 ports are expected, not 1001",
                "own 9866        | own 7400        | port 'own 7400' is granted twice",
                "block-read      | blockread       | labels.yaml:6: ports.blockread: unknown key",
                "driver: labels  | lifetime: 100ms | labels.yaml:1: lifetime: '100ms' is not from 1s to 1h",
                "driver: labels  | comment: theirs | labels.yaml:1: comment: 'theirs' is neither fairlead nor fairlead-NAME",
            })
    void aMistakeIsNamedWithItsPlace(String written, String instead, String message) {
        assertThatThrownBy(() -> read(SETTINGS.replaceFirst(written, instead)))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void twoHostsOfOneAddressCannotBeToldApart() throws IOException {
        Files.writeString(directory.resolve("addresses.yaml"), "hosts: {h2: 10.0.0.3, h3: 10.0.0.3}\n");

        assertThatThrownBy(() -> read(SETTINGS)).hasMessageContaining("hosts.h3: 10.0.0.3 is h2's already");
    }

    @Test
    void theDriverIsFoundByItsName() {
        String file = directory.resolve("labels.yaml").toString();
        assertThatThrownBy(() -> NetworkDrivers.open(
                        Yaml.parse(file, SETTINGS + "nft: /no/such/nft\n"), TOPOLOGY, new HandDrivenTime()))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("nftables' command line cannot be started:")
                .hasMessageContaining("/no/such/nft");
        assertThatThrownBy(() -> NetworkDrivers.open(
                        Yaml.parse(file, SETTINGS.replace("driver: labels", "driver: label")),
                        TOPOLOGY,
                        new HandDrivenTime()))
                .hasMessageContaining("labels.yaml:1: driver: 'label' (did you mean 'labels'?); accepted: labels");
    }

    @Test
    void aProcessIsGivenItsInputAndAskedForItsWords() throws DriverException {
        Nft.Outcome outcome = new NftProcess(List.of("sh", "-c", "cat; echo \"Error: $1\" >&2; exit 3", "sh"))
                .run(List.of("no"), "some lines\n");

        assertThat(outcome).isEqualTo(new Nft.Outcome(3, "some lines\n", "Error: no\n"));
        assertThat(outcome.words()).isEqualTo("Error: no");
        assertThat(new Nft.Outcome(1, "", "").words()).isEqualTo("status 1");
    }

    @Test
    void aProcessThatHangsIsKilled() {
        assertThatThrownBy(() -> new NftProcess(List.of("sleep"), Duration.ofMillis(50)).run(List.of("60"), ""))
                .isInstanceOf(DriverException.class)
                .hasMessage("'sleep 60' did not end within 50 ms and was killed");
    }
}
