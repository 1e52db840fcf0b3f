// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.network.TransportContext;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.server.OneForOneStreamManager;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.server.StreamManager;
import org.apache.spark.network.server.TransportServer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.ExternalBlockStoreClient;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Spark's own client asks a server that takes its time. */
@Timeout(60)
class AwaitedSendersTest {
    private final TransportConf conf = new TransportConf("shuffle", new MapConfigProvider(Map.of()));
    private final CompletableFuture<RpcResponseCallback> asked = new CompletableFuture<>();

    private final RpcHandler silent = new RpcHandler() {
        private final StreamManager streams = new OneForOneStreamManager();

        @Override
        public void receive(TransportClient client, ByteBuffer message, RpcResponseCallback callback) {
            asked.complete(callback);
        }

        @Override
        public StreamManager getStreamManager() {
            return streams;
        }
    };

    private static final BlockFetchingListener NOBODY = new BlockFetchingListener() {
        @Override
        public void onBlockFetchSuccess(String block, ManagedBuffer data) {}

        @Override
        public void onBlockFetchFailure(String block, Throwable failure) {}
    };

    @Test
    void whoWasAskedAndHasNotAnsweredIsSeen() throws Exception {
        try (TransportContext context = new TransportContext(conf, silent);
                TransportServer server = context.createServer("127.0.0.1", 0, List.of());
                ExternalBlockStoreClient client = new ExternalBlockStoreClient(conf, null, false, 1000)) {
            assertThat(AwaitedSenders.of(client))
                    .as("it has no connections yet")
                    .isEmpty();
            client.init("application");
            AwaitedSenders senders = AwaitedSenders.of(client).orElseThrow();
            assertThat(senders.now()).isEmpty();

            client.fetchBlocks("127.0.0.1", server.getPort(), "1", new String[] {"shuffle_0_0_0"}, NOBODY, null);
            RpcResponseCallback callback = asked.get(30, TimeUnit.SECONDS);

            assertThat(senders.now()).containsExactly("127.0.0.1");
            callback.onFailure(new IllegalStateException("no such block"));
            while (!senders.now().isEmpty()) {
                Thread.sleep(5);
            }
        }
    }
}
