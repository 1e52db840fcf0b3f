// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.forward;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The head of a browser's request.
 *
 * @param lines the request line and the fields, without line ends
 */
record BrowserRequestHead(List<String> lines) {
    private static final int LONGEST_LINE = 8 << 10;
    private static final int MOST_LINES = 100;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> REPLACED = Set.of("authorization", "connection", "keep-alive", "host", "upgrade");

    /** Up to and with the empty line. */
    static BrowserRequestHead read(SocketChannel client) throws IOException {
        List<String> lines = new ArrayList<>();
        while (lines.size() < MOST_LINES) {
            String line = ConnectionPipe.line(client, LONGEST_LINE).stripTrailing();
            if (line.isEmpty()) {
                return new BrowserRequestHead(lines);
            }
            lines.add(line);
        }
        throw new IOException("more than " + MOST_LINES + " lines of head");
    }

    /** Whether it asks and changes nothing. */
    boolean reads() {
        return !lines.isEmpty()
                && (lines.get(0).startsWith("GET ") || lines.get(0).startsWith("HEAD "));
    }

    /** Whether the browser asked for this machine: a foreign page under a name of its own would not. */
    boolean namesLoopback() {
        List<String> hosts = lines.stream()
                .filter(line -> name(line).equals("host"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip().toLowerCase(Locale.ROOT))
                .toList();
        return hosts.size() == 1 && LOOPBACK.contains(hosts.get(0).replaceFirst(":\\d+$", ""));
    }

    /** The same request for the server inside, as the only one of its connection, with a token. */
    String with(String inside, Optional<String> token) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            if (!REPLACED.contains(name(line))) {
                text.append(line).append("\r\n");
            }
        }
        text.append("Host: ").append(URI.create(inside).getAuthority()).append("\r\n");
        token.ifPresent(
                shown -> text.append("Authorization: Bearer ").append(shown).append("\r\n"));
        return text.append("Connection: close\r\n\r\n").toString();
    }

    private static String name(String line) {
        int colon = line.indexOf(':');
        return colon < 0 || line.startsWith("GET ") || line.startsWith("HEAD ")
                ? ""
                : line.substring(0, colon).toLowerCase(Locale.ROOT);
    }
}
