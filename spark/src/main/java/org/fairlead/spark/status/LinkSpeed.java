// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds how fast this host's network device is: that of an address, or of the default route. */
final class LinkSpeed {
    static final double UNKNOWN = 0;

    private static final double BYTES_PER_MEGABIT = 1e6 / 8;
    private static final String ANYWHERE = "00000000";

    private final Path proc;
    private final Path sys;

    LinkSpeed(Path proc, Path sys) {
        this.proc = proc;
        this.sys = sys;
    }

    static LinkSpeed ofThisHost() {
        return new LinkSpeed(Path.of("/proc"), Path.of("/sys"));
    }

    /** Bytes per second; {@link #UNKNOWN} where the kernel does not tell. */
    double bytesPerSecond(String address) {
        double direct = deviceOf(address).map(this::speed).orElse(UNKNOWN);
        return direct > 0 ? direct : deviceOfDefaultRoute().map(this::speed).orElse(UNKNOWN);
    }

    private static Optional<String> deviceOf(String address) {
        try {
            return Optional.ofNullable(NetworkInterface.getByInetAddress(InetAddress.getByName(address)))
                    .map(NetworkInterface::getName);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<String> deviceOfDefaultRoute() {
        try {
            return Files.readAllLines(proc.resolve("net/route"), StandardCharsets.ISO_8859_1).stream()
                    .map(line -> line.split("\t"))
                    .filter(words -> words.length > 1 && words[1].equals(ANYWHERE))
                    .map(words -> words[0])
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private double speed(String device) {
        try {
            Path file = sys.resolve("class/net").resolve(device).resolve("speed");
            String megabits =
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip();
            return Math.max(UNKNOWN, Long.parseLong(megabits) * BYTES_PER_MEGABIT);
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN; // virtual devices have none
        }
    }
}
