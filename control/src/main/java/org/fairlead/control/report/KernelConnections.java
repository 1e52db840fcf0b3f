// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which machines do not acknowledge what this one sends to them, by the kernel's table of TCP connections ({@code /proc/net/tcp} of Linux,
 * proc_net_tcp.rst). Nobody where there is none.
 */
final class KernelConnections {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    /** Established, or one of the ways to its end: whoever gets no answer gives the connection up, and what was sent to it is repeated all the same. */
    private static final Set<String> ESTABLISHED_OR_CLOSING = Set.of("01", "04", "08", "09", "0B");

    private static final String TO_BE_REPEATED = "01:";
    /** The first repetition follows after 0.2 s in a local network, the second after 0.6 s. */
    private static final int REPETITIONS = 2;

    private KernelConnections() {}

    /** Addresses to which something was sent twice more without an acknowledgement. Reads the whole table: milliseconds for 10,000 connections. */
    static Set<InetAddress> unacknowledging() {
        Set<InetAddress> addresses = new HashSet<>();
        for (Path table : TABLES) {
            try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
                lines.forEach(
                        line -> unacknowledging(line, ByteOrder.nativeOrder()).ifPresent(addresses::add));
            } catch (IOException | RuntimeException e) {
                // no such table here: nothing is known
            }
        }
        return addresses;
    }

    /**
     * A line's remote address, if that is one of them.
     *
     * @param order of the bytes in a word: addresses are printed as numbers
     */
    static Optional<InetAddress> unacknowledging(String line, ByteOrder order) {
        String[] columns = line.strip().split("\\s+", 8);
        boolean counts = columns.length == 8
                && ESTABLISHED_OR_CLOSING.contains(columns[3])
                && columns[5].startsWith(TO_BE_REPEATED)
                && Integer.parseUnsignedInt(columns[6], 16) >= REPETITIONS;
        return counts ? Optional.of(address(columns[2], order)) : Optional.empty();
    }

    private static InetAddress address(String hexAndPort, ByteOrder order) {
        String hex = hexAndPort.substring(0, hexAndPort.indexOf(':'));
        ByteBuffer bytes = ByteBuffer.allocate(hex.length() / 2).order(order);
        for (int word = 0; word < hex.length(); word += 8) {
            bytes.putInt(Integer.parseUnsignedInt(hex.substring(word, word + 8), 16));
        }
        try {
            return InetAddress.getByAddress(bytes.array());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(hexAndPort + " is no address", e);
        }
    }
}
