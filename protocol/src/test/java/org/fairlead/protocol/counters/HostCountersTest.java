// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.fairlead.protocol.message.Heartbeat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a host, and the rates that it makes. */
final class HostCountersTest {
    @Test
    void whatCarriesTheSameBytesAgainIsLeftOut(@TempDir Path root) throws Exception {
        Path proc = Files.createDirectories(root.resolve("proc/net")).getParent();
        Files.write(
                proc.resolve("net/dev"),
                List.of(
                        "Inter-|   Receive  |  Transmit",
                        " face |bytes packets errs drop fifo frame compressed multicast|bytes packets",
                        "    lo: 9 0 0 0 0 0 0 0 9 0 0 0 0 0 0 0",
                        "  eth0:1000 1 0 0 0 0 0 0 2000 1 0 0 0 0 0 0",
                        "eth0.7: 500 1 0 0 0 0 0 0 600 1 0 0 0 0 0 0",
                        "docker0: 5 1 0 0 0 0 0 0 6 1 0 0 0 0 0 0"));
        Files.write(
                proc.resolve("diskstats"),
                List.of(
                        "   7 0 loop0 1 0 8 0 0 0 0 0 0 9 9",
                        "   8 0 sda 10 0 16 3 20 0 32 4 0 77 88",
                        "   8 1 sda1 10 0 16 3 20 0 32 4 0 77 88",
                        " 259 0 nvme0n1 1 0 2 3 4 5 6 7 8 9 10",
                        " 259 1 nvme0n1p1 1 0 2 3 4 5 6 7 8 9 10"));
        Files.write(proc.resolve("meminfo"), List.of("MemTotal: 10 kB", "MemAvailable:   4 kB"));

        HostCounters counters = new HostCounters(proc, root.resolve("sys"), Set.of());

        assertThat(counters.nics()).containsExactly(new Heartbeat.Nic("eth0", 1000, 2000));
        assertThat(counters.disks())
                .containsExactly(
                        new Heartbeat.Disk("sda", 16 * 512, 32 * 512, 77),
                        new Heartbeat.Disk("nvme0n1", 2 * 512, 6 * 512, 9));
        assertThat(counters.memoryAvailableBytes()).isEqualTo(4096);
    }

    @Test
    void ratesAreDifferencesOverTheHostsOwnClock() {
        Heartbeat before = heartbeat(1, 1000, 5000, 100);
        Heartbeat after = heartbeat(3, 2000, 9000, 1100);

        HostRates rates = HostRates.between(before, after);

        assertThat(rates.received()).hasValue(500);
        assertThat(rates.sent()).hasValue(2000);
        assertThat(rates.status().diskBusy()).isEqualTo(0.5);
        assertThat(HostRates.between(before, heartbeat(3, 2000, 4999, 1100)).sent())
                .as("a counter that fell")
                .isEmpty();
        assertThat(HostRates.between(withoutNics(before), after).sent())
                .as("no device was counted both times")
                .isEmpty();
        assertThat(HostRates.between(before, withoutNics(after)).received()).isEmpty();
    }

    private static Heartbeat withoutNics(Heartbeat of) {
        return new Heartbeat(
                of.cluster(),
                of.host(),
                of.boot(),
                of.sequence(),
                of.monotonicNanos(),
                of.intervalMillis(),
                List.of(),
                of.disks(),
                of.memoryAvailableBytes());
    }

    private static Heartbeat heartbeat(long seconds, long received, long sent, long busyMillis) {
        return new Heartbeat(
                "",
                "h1",
                1,
                seconds,
                seconds * 1_000_000_000L,
                1000,
                List.of(new Heartbeat.Nic("eth0", received, sent)),
                List.of(new Heartbeat.Disk("sda", 0, 0, busyMillis)),
                7);
    }
}
