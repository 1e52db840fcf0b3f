// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.MissingCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostSamplerTest {
    @TempDir
    private Path proc;

    @Test
    void linksAreReadWhereNobodyElseTellsOfThemOnly() throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/dev"), "eth0: 10 0 0 0 0 0 0 0 20 0 0 0 0 0 0 0\n");
        Files.writeString(proc.resolve("diskstats"), "8 0 sda 1 0 2 0 1 0 4 0 0 7 0\n");
        Files.writeString(proc.resolve("meminfo"), "MemAvailable: 3 kB\n");
        HostSampler sampler = new HostSampler(new HostCounters(proc, proc, Set.of()), 1000, TimeSource.SYSTEM);

        Heartbeat disks = sampler.sample("h1", MissingCounters.DISKS);
        assertThat(disks.nics()).isEmpty();
        assertThat(disks.disks()).containsExactly(new Heartbeat.Disk("sda", 1024, 2048, 7));
        assertThat(sampler.sample("h1", MissingCounters.LINKS).nics())
                .containsExactly(new Heartbeat.Nic("eth0", 10, 20));
    }
}
