// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The table that a host's driver leaves to programs of the host, as text: by destination, the source ports that lead over the wanted path. It is written whole, and counts for its lifetime after it was written.
 *
 * <pre>
 * fairlead-ports 1
 * source 10.77.0.1
 * lifetime-ms 5000
 * 10.77.0.13 9866 20003,20017
 * </pre>
 *
 * @param source this host's IPv4 address
 * @param lifetime for so long it counts unless it is written again
 * @param ports by destination, those probed last first
 */
record PortFile(String source, Duration lifetime, Map<Destination, List<Integer>> ports) {
    private static final String HEADER = "fairlead-ports 1";
    private static final String ADDRESS = "(\\d{1,3}(?:\\.\\d{1,3}){3})";
    private static final Pattern SOURCE = Pattern.compile("source " + ADDRESS);
    private static final Pattern LIFETIME = Pattern.compile("lifetime-ms (\\d{1,9})");
    private static final Pattern ROW = Pattern.compile(ADDRESS + " (\\d{1,5}) (\\d{1,5}(?:,\\d{1,5})*)");
    private static final int HEAD_LINES = 3;
    private static final long MOST_BYTES = 4 << 20;

    /** Where connections go, as programs say it: an IPv4 address and a port. */
    record Destination(String address, int port) {}

    PortFile {
        ports = Map.copyOf(ports);
    }

    /** Puts it into the place of what stood there, at once. */
    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER, "source " + source, "lifetime-ms " + lifetime.toMillis()));
        ports.forEach((to, each) -> lines.add(to.address() + " " + to.port() + " "
                + each.stream().map(String::valueOf).collect(Collectors.joining(","))));
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        Files.write(beside, lines);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** @throws IOException if it cannot be read or is no such table */
    static PortFile read(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is too large for a table of source ports");
        }
        List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        if (lines.size() < HEAD_LINES || !lines.get(0).equals(HEADER)) {
            throw new IOException(file + " is no table of source ports: it does not begin with '" + HEADER + "'");
        }
        String source = matching(file, lines, 1, SOURCE).group(1);
        Duration lifetime = Duration.ofMillis(
                Integer.parseInt(matching(file, lines, 2, LIFETIME).group(1)));
        Map<Destination, List<Integer>> ports = new LinkedHashMap<>();
        for (int at = HEAD_LINES; at < lines.size(); at++) {
            Matcher row = matching(file, lines, at, ROW);
            ports.put(
                    new Destination(row.group(1), Integer.parseInt(row.group(2))),
                    Arrays.stream(row.group(3).split(",", -1))
                            .map(Integer::valueOf)
                            .toList());
        }
        return new PortFile(source, lifetime, ports);
    }

    private static Matcher matching(Path file, List<String> lines, int at, Pattern pattern) throws IOException {
        Matcher matcher = pattern.matcher(lines.get(at));
        if (!matcher.matches()) {
            throw new IOException(file + ":" + (at + 1) + " is no line of a table of source ports");
        }
        return matcher;
    }
}
