// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.OwnMessage;
import org.fairlead.testkit.FreePort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a NameNode's page says of a file that is being written, from the counters that agents would see. */
@Tag("testbed")
class OwnTrafficOnRealNameNodeTest {
    private static final long INTERVAL_MILLIS = 500;
    private static final int PIECE = 1 << 20;

    @TempDir
    private Path directory;

    private long sequence;

    @Test
    void whatIsBeingWrittenIsOursAndWhatHasBeenIsNot() throws Exception {
        Endpoint controller = new Endpoint("127.0.0.1", FreePort.next());
        Map<String, String> settings = Map.of(
                "fairlead.controller.bind",
                controller.toString(),
                "fairlead.heartbeat.interval",
                INTERVAL_MILLIS + "ms");
        try (SmallCluster cluster = SmallCluster.start(directory, settings);
                ControllerClient agents = new ControllerClient(List.of(controller), Credentials.NONE)) {
            cluster.topology();
            for (int i = 0; i < 4; i++) {
                report(cluster, agents);
            }
            assertThat(storage(controller)).as("nothing is written yet").isEmpty();

            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(cluster, enough));
            boolean seen = false;
            for (int i = 0; i < 40 && !seen && !writing.isDone(); i++) {
                report(cluster, agents);
                seen = Arrays.stream(storage(controller)).anyMatch(rate -> rate > 0);
            }
            enough.set(true);
            writing.get(60, TimeUnit.SECONDS);
            assertThat(seen).as("a block is under way").isTrue();

            long[] left = {1};
            for (int i = 0; i < 40 && left.length > 0; i++) {
                report(cluster, agents);
                left = storage(controller);
            }
            assertThat(left).as("the file is closed").isEmpty();
        }
    }

    /** A megabyte each tenth of a second. */
    private static void write(SmallCluster cluster, AtomicBoolean enough) {
        try (OutputStream out = cluster.dfs.getFileSystem().create(new org.apache.hadoop.fs.Path("/written"))) {
            while (!enough.get()) {
                out.write(new byte[PIECE]);
                out.flush();
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As agents do each interval: what a DataNode has written, its host has received, and passes on. */
    private void report(SmallCluster cluster, ControllerClient agents) throws Exception {
        Thread.sleep(INTERVAL_MILLIS);
        sequence++;
        for (DataNode dataNode : cluster.dfs.getDataNodes()) {
            long bytes = written(dataNode);
            Heartbeat heartbeat = new Heartbeat(
                    "",
                    dataNode.getDatanodeId().getHostName(),
                    1,
                    sequence,
                    System.nanoTime(),
                    INTERVAL_MILLIS,
                    List.of(new Heartbeat.Nic("eth0", bytes, bytes)),
                    List.of(),
                    1 << 30);
            try {
                agents.report(heartbeat);
            } catch (ControllerException e) {
                assertThat(e.status()).as("a host's addresses are asked for").isEqualTo(503);
            }
        }
    }

    private static long written(DataNode dataNode) {
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        DefaultMetricsSystem.instance().getSource(dataNode.getMetrics().name()).getMetrics(collector, true);
        MetricsRecord counted = collector.getRecords().get(0);
        for (AbstractMetric metric : counted.metrics()) {
            if (metric.name().equals("BytesWritten")) {
                return metric.value().longValue();
            }
        }
        throw new AssertionError("a DataNode counts no bytes");
    }

    /** Bytes per second of each link with traffic that the NameNode takes for its own, as the page reads it. */
    private static long[] storage(Endpoint controller) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + controller + "/v1/own"))
                .header("Accept", "application/json")
                .build();
        HttpResponse<byte[]> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        OwnMessage own = Encoding.JSON.read(response.body(), OwnMessage.class);
        assertThat(own.storageKnown()).isTrue();
        return own.links().storage();
    }
}
