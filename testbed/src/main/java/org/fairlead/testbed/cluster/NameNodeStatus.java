package org.fairlead.testbed.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * What a NameNode says about itself over HTTP.
 *
 * @param usableDataNodes live DataNodes that have reported a volume, so that blocks can be placed on them
 * @param pendingDeletions blocks of deleted files that DataNodes still have to remove
 */
record NameNodeStatus(int usableDataNodes, boolean safeMode, long pendingDeletions) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = 5_000;

    /** Asks from the calling thread's network. */
    static NameNodeStatus read(String address, int port) throws IOException {
        JsonNode info = bean(address, port, "NameNodeInfo");
        int usable = 0;
        for (JsonNode node : JSON.readTree(info.path("LiveNodes").asText("{}"))) {
            if (node.path("capacity").asLong() > 0) {
                usable++;
            }
        }
        JsonNode system = bean(address, port, "FSNamesystem");
        return new NameNodeStatus(
                usable,
                !info.path("Safemode").asText("").isEmpty(),
                system.path("PendingDeletionBlocks").asLong());
    }

    private static JsonNode bean(String address, int port, String name) throws IOException {
        URI uri = URI.create("http://" + address + ":" + port + "/jmx?qry=Hadoop:service=NameNode,name=" + name);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(java.net.Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        try (var in = connection.getInputStream()) {
            return JSON.readTree(in).path("beans").path(0);
        }
    }
}
