// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Heartbeat;

/** A small cluster, and requests to its controller as a stranger would make them. */
final class Trial {
    static final Topology CLUSTER =
            Topologies.tree(new Topology.Builder("trial"), 2, 2, 1e6, 2).build();
    static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    static final String JSON = "application/json";

    private Trial() {}

    static ControllerSettings settings() {
        return ControllerSettings.of(CLUSTER).bind(loopback(0)).trustAddresses(true);
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    static Endpoint endpoint(Controller controller) {
        return new Endpoint("127.0.0.1", controller.address().getPort());
    }

    /** @param seconds on the agent's clock; its host has sent and received a tenth of its link in each */
    static Heartbeat heartbeat(String host, long boot, long sequence, double seconds) {
        long bytes = Math.round(seconds * 1e5);
        return new Heartbeat(
                "",
                host,
                boot,
                sequence,
                Math.round(seconds * 1e9),
                1000,
                List.of(new Heartbeat.Nic("eth0", bytes, 2 * bytes)),
                List.of(new Heartbeat.Disk("sda", bytes, 0, Math.round(500 * seconds))),
                1 << 20);
    }

    static HttpResponse<String> post(Controller controller, String path, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(controller, path))
                .timeout(Duration.ofSeconds(10))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length == 0) {
            request.header("Content-Type", JSON);
        } else {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static HttpResponse<String> get(Controller controller, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(controller, path)).timeout(Duration.ofSeconds(10));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static URI uri(Controller controller, String path) {
        return URI.create("http://" + endpoint(controller) + path);
    }

    /** Waits for what has to come true within five seconds. */
    static boolean soon(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 5_000_000_000L;
        while (System.nanoTime() < end) {
            if (condition.getAsBoolean()) {
                return true;
            }
            Thread.sleep(5);
        }
        return false;
    }
}
