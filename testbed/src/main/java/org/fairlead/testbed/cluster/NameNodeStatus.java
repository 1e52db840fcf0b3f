// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What a NameNode says about itself over HTTP.
 *
 * @param usableDataNodes live DataNodes that have reported a volume, so that blocks can be placed on them
 */
record NameNodeStatus(int usableDataNodes, boolean safeMode) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = 20_000;

    /** Asks from the calling thread's network. */
    static NameNodeStatus read(String address, int port) throws IOException {
        JsonNode info = bean(address, port, "NameNodeInfo");
        int usable = 0;
        for (JsonNode node : JSON.readTree(info.path("LiveNodes").asText("{}"))) {
            if (node.path("capacity").asLong() > 0) {
                usable++;
            }
        }
        return new NameNodeStatus(usable, !info.path("Safemode").asText("").isEmpty());
    }

    /** The report of {@code fsck}, as the NameNode's web server gives it to the command of that name. */
    static String fsck(String address, int port, String path) throws IOException {
        String query = "ugi=" + encoded(System.getProperty("user.name")) + "&path=" + encoded(path);
        return new String(get(URI.create("http://" + address + ":" + port + "/fsck?" + query)), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static JsonNode bean(String address, int port, String name) throws IOException {
        URI uri = URI.create("http://" + address + ":" + port + "/jmx?qry=Hadoop:service=NameNode,name=" + name);
        return JSON.readTree(get(uri)).path("beans").path(0);
    }

    private static byte[] get(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        try (var in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
