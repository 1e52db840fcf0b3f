// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.network.TransportContext;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.server.NoOpRpcHandler;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.TaskReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RunningTaskTest {
    /** Connections that wait to be accepted beside the one that a backlog of 1 is for; further ones get no answer. */
    private static final int WAITING = 4;

    @Test
    @Timeout(60)
    void whoWaitsForAConnectionToAnExecutorThatDoesNotAnswerWaits() throws Exception {
        List<SocketChannel> filling = new ArrayList<>();
        TransportConf conf = new TransportConf("shuffle", new MapConfigProvider(Map.of()));
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TransportContext context = new TransportContext(conf, new NoOpRpcHandler());
                TransportClientFactory connections = context.createClientFactory()) {
            for (int i = 0; i < WAITING; i++) {
                SocketChannel one = SocketChannel.open();
                one.configureBlocking(false);
                one.connect(silent.getLocalSocketAddress());
                filling.add(one);
            }
            Thread task = thread(() -> connections.createClient("127.0.0.1", silent.getLocalPort()));
            RunningTask running =
                    new RunningTask(1, TaskMetrics.empty(), task, 0, TaskReading.begin(TimeSource.SYSTEM));
            while (!running.waits()) {
                Thread.sleep(5);
            }

            assertThat(task.getState()).isEqualTo(Thread.State.TIMED_WAITING);
            task.interrupt();
            task.join();
        } finally {
            for (SocketChannel one : filling) {
                one.close();
            }
        }
    }

    @Test
    void whoSleepsDoesNotWait() throws Exception {
        Thread task = thread(() -> Thread.sleep(60_000));
        RunningTask running = new RunningTask(1, TaskMetrics.empty(), task, 0, TaskReading.begin(TimeSource.SYSTEM));
        while (task.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(5);
        }

        assertThat(running.waits()).isFalse();
        task.interrupt();
        task.join();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static Thread thread(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException e) {
                // interrupted, as the test has it
            }
        });
        thread.start();
        return thread;
    }
}
