// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.counters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import org.fairlead.protocol.message.Heartbeat;

/**
 * Reads a Linux host's counters from /proc. Devices that carry another's bytes a second time are left out: bridges, bonds, VLANs,
 * tunnels, partitions, mapped and loop devices; and virtual network devices where there are physical ones. Not safe for threads.
 */
public final class HostCounters {
    private static final long SECTOR_BYTES = 512;
    private static final int LARGEST_FILE = 256 << 10;
    private static final Pattern DERIVED_NIC =
            Pattern.compile("lo|docker.*|br-.*|virbr.*|bond.*|team.*|tun.*|tap.*|dummy.*|wg.*|.*\\..*");
    private static final Pattern DERIVED_DISK = Pattern.compile("(loop|ram|zram|sr|fd|dm-|md|nbd).*");
    /** Where sysfs does not tell: sda1, nvme0n1p1. */
    private static final Pattern PARTITION = Pattern.compile("(sd|vd|hd|xvd)[a-z]+\\d+|(nvme|mmcblk).*p\\d+");

    private final Path proc;
    private final Path sys;
    private final Set<String> chosen;
    private final Map<String, Boolean> wholeDisks = new HashMap<>();
    private final byte[] buffer = new byte[LARGEST_FILE];
    private List<String> seenNics = List.of();
    private Set<String> counted = Set.of();

    /** Of this machine, or of the network namespace that the process lives in. */
    public static HostCounters ofThisHost(Set<String> chosen) {
        return new HostCounters(Path.of("/proc"), Path.of("/sys"), chosen);
    }

    /** @param chosen network devices that are counted; empty: by the rule above */
    public HostCounters(Path proc, Path sys, Set<String> chosen) {
        this.proc = proc;
        this.sys = sys;
        this.chosen = chosen;
    }

    public List<Heartbeat.Nic> nics() throws IOException {
        List<Heartbeat.Nic> all = new ArrayList<>();
        for (String line : lines(proc.resolve("net/dev"))) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                StringTokenizer numbers = new StringTokenizer(line.substring(colon + 1));
                if (numbers.countTokens() >= 9) {
                    long received = Long.parseLong(numbers.nextToken());
                    for (int i = 1; i < 8; i++) {
                        numbers.nextToken();
                    }
                    all.add(new Heartbeat.Nic(
                            line.substring(0, colon).strip(), received, Long.parseLong(numbers.nextToken())));
                }
            }
        }
        List<String> names = all.stream().map(Heartbeat.Nic::name).toList();
        if (!names.equals(seenNics)) {
            counted = counted(names);
            seenNics = names;
        }
        return all.stream()
                .filter(nic -> counted.contains(nic.name()))
                .limit(Heartbeat.MOST_DEVICES)
                .toList();
    }

    public List<Heartbeat.Disk> disks() throws IOException {
        List<Heartbeat.Disk> disks = new ArrayList<>();
        for (String line : lines(proc.resolve("diskstats"))) {
            StringTokenizer words = new StringTokenizer(line);
            if (words.countTokens() < 13) {
                continue;
            }
            words.nextToken();
            words.nextToken();
            String name = words.nextToken();
            if (disks.size() < Heartbeat.MOST_DEVICES && wholeDisks.computeIfAbsent(name, this::isWholeDisk)) {
                long[] figures = new long[10]; // from "reads completed" to "milliseconds of input and output"
                for (int i = 0; i < figures.length; i++) {
                    figures[i] = Long.parseLong(words.nextToken());
                }
                disks.add(new Heartbeat.Disk(name, figures[2] * SECTOR_BYTES, figures[6] * SECTOR_BYTES, figures[9]));
            }
        }
        return disks;
    }

    /** Memory that a new process could get, bytes; 0 when the kernel does not tell. */
    public long memoryAvailableBytes() throws IOException {
        for (String line : lines(proc.resolve("meminfo"))) {
            if (line.startsWith("MemAvailable:")) {
                return 1024 * Long.parseLong(new StringTokenizer(line.substring(13)).nextToken());
            }
        }
        return 0;
    }

    private Set<String> counted(List<String> names) {
        if (!chosen.isEmpty()) {
            return chosen;
        }
        List<String> own = names.stream()
                .filter(name -> !DERIVED_NIC.matcher(name).matches())
                .filter(name ->
                        Files.notExists(sys.resolve("class/net").resolve(name).resolve("bridge")))
                .filter(name ->
                        Files.notExists(sys.resolve("class/net").resolve(name).resolve("bonding")))
                .toList();
        List<String> physical = own.stream()
                .filter(name ->
                        Files.exists(sys.resolve("class/net").resolve(name).resolve("device")))
                .toList();
        return Set.copyOf(physical.isEmpty() ? own : physical);
    }

    private boolean isWholeDisk(String name) {
        if (DERIVED_DISK.matcher(name).matches()) {
            return false;
        }
        Path block = sys.resolve("block");
        return Files.isDirectory(block)
                ? Files.exists(block.resolve(name.replace('/', '!')))
                : !PARTITION.matcher(name).matches();
    }

    private String[] lines(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            int length = in.readNBytes(buffer, 0, buffer.length);
            return new String(buffer, 0, length, StandardCharsets.ISO_8859_1).split("\n");
        }
    }
}
