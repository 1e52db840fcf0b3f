// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundHostsTest {
    private static double speed(Topology topology, String host) {
        return topology.links()
                .get(topology.routes().upLink(topology.host(host).index()))
                .bytesPerSecond();
    }

    @Test
    void aTopologyIsMadeOnlyWhenHostsWereAdded() {
        FoundHosts found = new FoundHosts(RackMapping.ONE);
        assertThat(found.grown()).isEmpty();
        found.add("h1", 1.25e9);
        assertThat(found.grown().orElseThrow().hosts()).hasSize(1);
        found.add("h1", 125e6);
        assertThat(found.grown()).isEmpty();
    }

    @Test
    void aSpeedThatNoDeviceHasIsNotBelieved() {
        FoundHosts found = new FoundHosts(RackMapping.ONE);
        double[] absurd = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e15, 1};
        for (int i = 0; i < absurd.length; i++) {
            found.add("h" + i, absurd[i]);
        }
        Topology topology = found.grown().orElseThrow();
        for (int i = 0; i < absurd.length; i++) {
            assertThat(speed(topology, "h" + i)).isEqualTo(125e6);
        }
    }

    @Test
    void racksAreHadoops(@TempDir Path directory) throws Exception {
        Path script = Files.writeString(directory.resolve("racks.sh"), "#!/bin/sh\necho /rack-$1\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Configuration conf = new Configuration(false);
        conf.set("net.topology.script.file.name", script.toString());
        FoundHosts found = new FoundHosts(RackMapping.of(conf));
        found.add("h1", 0);
        assertThat(found.grown().orElseThrow().host("h1").rack()).isEqualTo("/rack-h1");
        assertThat(RackMapping.of(new Configuration(false)).rack("h1")).isEqualTo("/default-rack");
    }

    @Test
    void aMappingThatFailsMeansTheDefaultRack() {
        FoundHosts found = new FoundHosts(host -> {
            throw new IllegalStateException("no script");
        });
        found.add("h1", 0);
        assertThat(found.grown().orElseThrow().host("h1").rack()).isEqualTo("/default-rack");
    }
}
