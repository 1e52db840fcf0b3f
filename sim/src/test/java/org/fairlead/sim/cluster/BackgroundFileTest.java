// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads of a file of their own, on a network that no file describes. */
final class BackgroundFileTest {
    private static final Topology NETWORK = new Topology.Builder("two hosts")
            .host("w1.example.com", "r1")
            .host("10.0.0.2", "r1")
            .switchNode("switch-r1")
            .cable("w1.example.com", "switch-r1", 100)
            .cable("10.0.0.2", "switch-r1", 100)
            .build();

    @TempDir
    private Path directory;

    private List<BackgroundLoad> loads(String text) throws IOException {
        return ClusterFile.background(Files.writeString(directory.resolve("traffic.yaml"), text), NETWORK);
    }

    @Test
    void aStarStandsForAnyPartOfAName() throws IOException {
        assertThat(loads("background:\n  - {link: \"*->switch-r1\", load: 40%}\n"))
                .extracting(load -> NETWORK.links().get(load.link()).name())
                .containsExactlyInAnyOrder("w1.example.com->switch-r1", "10.0.0.2->switch-r1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'name: x' | traffic.yaml:1",
                "'background: [{link: \"*\", load: 40%}]' | no link '*' in topology 'two hosts'",
                "'background: [{host: h9, load: 40%}]' | no host 'h9' in topology 'two hosts'"
            })
    void whatIsNoLoadOfTheNetworkIsSaid(String text, String message) {
        assertThatThrownBy(() -> loads(text))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }
}
