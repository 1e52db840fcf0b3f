// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateSettingsTest {
    private static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 1e9, 1).build();
    private static final String HOST = """
            driver: htb
            node: h1
            codepoints: 16-31
            share: 0.5
            addresses: addresses.yaml
            ports: {shuffle: own 7400-7415}
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeAddresses() throws IOException {
        Files.writeString(directory.resolve("addresses.yaml"), """
                hosts: {h1: 10.0.0.1, h2: 10.0.0.2}
                next-hops: {h1->e1: dev eth0, e1->c1: dev swp3, e1->h1: dev swp1, e1->h2: via 10.0.0.2}
                """);
    }

    private YamlNode yaml(String text) {
        return Yaml.parse(directory.resolve("rates.yaml").toString(), text);
    }

    @Test
    void whatIsGrantedIsWhatIsWritten() {
        RateSettings.Htb read = RateSettings.htb(yaml(HOST), TOPOLOGY);

        assertThat(read.grant().device()).isEqualTo(TOPOLOGY.host("h1"));
        assertThat(read.grant().addresses()).containsEntry(TOPOLOGY.host("h2").index(), "10.0.0.2");
        assertThat(read.grant().ports()).containsOnlyKeys(TrafficClass.SHUFFLE);
        assertThat(read.grant().rates().parent()).isEqualTo("7400:1");
        assertThat(read.grant().rates().share()).isEqualTo(0.5);
        assertThat(read.lifetime()).isEqualTo(Duration.ofSeconds(5));
        assertThat(read.nft()).containsExactly("nft");
        RateSettings.Htb others = RateSettings.htb(
                yaml(HOST + "parent: 1:1\nlifetime: 3s\ntc: [sudo, -n, tc]\nnft: [sudo, -n, nft]\n"), TOPOLOGY);
        assertThat(others.grant().rates().parent()).isEqualTo("1:1");
        assertThat(others.lifetime()).isEqualTo(Duration.ofSeconds(3));
        assertThat(others.tc()).containsExactly("sudo", "-n", "tc");
    }

    @Test
    void pacingNeedsNoGrantOfTheNetwork() {
        RateSettings.Pacing read = RateSettings.pacing(
                yaml("driver: pacing\nnode: h1\naddresses: addresses.yaml\nports: {shuffle: own 7400}\n"), TOPOLOGY);

        assertThat(read.host()).isEqualTo(TOPOLOGY.host("h1").index());
        assertThat(read.addresses()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "node: h1 | node: h9 | no host or switch 'h9' in topology 't'",
                "share: 0.5 | share: 1 | '1' is not a number from 0.01 to 0.95",
                "codepoints: 16-31 | codepoints: 0-7 | 0 is what unlabelled packets bear",
                "codepoints: 16-31 | codepoints: 1-45 | 45 codepoints and 64 ports of a class can become more than 900",
                "node: h1 | node: e1 | a switch marks nothing: ports are for hosts",
                "ports: {shuffle: own 7400-7415} | ports: {pager: own 1} | unknown key",
                "ports: {shuffle: own 7400-7415} | parent: '1:x' | ports: is missing",
                "addresses: addresses.yaml | adresses: addresses.yaml | unknown key",
                "driver: htb | driver: tc | accepted: htb, pacing"
            })
    void whatIsWrongIsSaidWithItsPlace(String written, String wrong, String expected) {
        String text = HOST.replace("7400-7415", expected.contains("64 ports") ? "7400-7463" : "7400-7415")
                .replace(written, wrong);

        assertThatThrownBy(() -> RateDrivers.open(yaml(text), TOPOLOGY, TimeSource.SYSTEM))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(expected)
                .hasMessageContaining("rates.yaml");
    }

    @Test
    void whatTheAddressFileLacksIsSaid() {
        assertThatThrownBy(() -> RateSettings.htb(
                        yaml("driver: htb\nnode: e1\ncodepoints: 16\nshare: 0.5\naddresses: addresses.yaml\n"),
                        TOPOLOGY))
                .hasMessageContaining("'e1->h2' names no device, such as 'dev swp1'");
        assertThatThrownBy(() -> RateSettings.htb(yaml(HOST + "parent: eth0\n"), TOPOLOGY))
                .hasMessageContaining("'eth0' is no class of tc");
    }
}
