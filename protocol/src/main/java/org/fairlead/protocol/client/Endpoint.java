// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;

/** Where a controller listens. */
public record Endpoint(String host, int port) {
    /** The port of a controller that was told nothing else. */
    public static final int STANDARD_PORT = 7433;

    private static final int MOST = 16;

    public Endpoint {
        if (!isHost(host)) {
            throw new IllegalArgumentException(
                    "'" + host + "' is not a host's name of letters, digits, '-' and '.', nor an IP address");
        }
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not from 0 to 65535");
        }
    }

    /** Whether it can stand in a URI as it is; of a name with '_', for one, nothing could ever be asked. */
    private static boolean isHost(String host) {
        String written = written(host);
        try {
            return written.equals(new URI("http://" + written).getHost());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static String written(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    /** {@code host:port}, {@code host} (port 7433), {@code [::1]:7433}. */
    public static Endpoint of(String text) {
        String stripped = text.strip();
        int colon = stripped.lastIndexOf(':');
        boolean severalColons = stripped.indexOf(':') != colon && stripped.charAt(0) != '[';
        boolean bare = colon < 0 || stripped.endsWith("]") || severalColons;
        String host = bare ? stripped : stripped.substring(0, colon);
        try {
            int port = bare ? STANDARD_PORT : Integer.parseInt(stripped.substring(colon + 1));
            return new Endpoint(unbracketed(host), port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT", e);
        }
    }

    private static String unbracketed(String host) {
        if (!host.startsWith("[")) {
            return host;
        }
        if (!host.endsWith("]")) {
            throw new IllegalArgumentException("'" + host + "' has no ']' at its end");
        }
        return host.substring(1, host.length() - 1);
    }

    /** A comma separated list, in the order of preference. */
    public static List<Endpoint> list(String text) {
        List<Endpoint> endpoints = Arrays.stream(text.split(","))
                .filter(part -> !part.isBlank())
                .map(Endpoint::of)
                .distinct()
                .toList();
        if (endpoints.isEmpty() || endpoints.size() > MOST) {
            throw new IllegalArgumentException("'" + text + "': from 1 to " + MOST + " of HOST:PORT are expected");
        }
        return endpoints;
    }

    /** Whether what is sent there does not leave this machine, as far as its name says. */
    public boolean isOfThisMachine() {
        return host.equalsIgnoreCase("localhost")
                || host.equals("::1")
                || host.equals("0:0:0:0:0:0:0:1")
                || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    @Override
    public String toString() {
        return written(host) + ":" + port;
    }
}
