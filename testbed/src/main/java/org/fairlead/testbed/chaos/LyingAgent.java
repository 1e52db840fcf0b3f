// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * Reports as a host's agent, from its address and with the right token, what is not true. The true agent goes on, and who has the token may begin
 * anew at any time: so lies come often enough for most of what is taken to be one.
 */
final class LyingAgent implements AutoCloseable {
    /** What it says of itself: the true agent's. */
    private static final long INTERVAL_MILLIS = 500;

    private static final long PERIOD_MILLIS = 100;
    private static final long LARGE = 1L << 50;

    private final String host;
    private final String device;
    private final int lie;
    private final ControllerClient client;
    private final Thread thread;
    private final AtomicLong taken = new AtomicLong();
    private volatile String decline = "nothing";

    private LyingAgent(String host, String device, int lie, ControllerClient client) {
        this.host = host;
        this.device = device;
        this.lie = lie;
        this.client = client;
        this.thread = new Thread(this::run, "lying-agent");
        thread.setDaemon(true);
    }

    /** @param lie 0: more than any link carries; 1: always the same; 2: less each time */
    static LyingAgent start(Fabric fabric, TelemetryFiles files, Endpoint controller, String host, int lie)
            throws Exception {
        String device = fabric.plan()
                .interfaceName(fabric.topology()
                        .linksFrom(fabric.topology().host(host))
                        .get(0));
        return fabric.callOn(host, () -> {
            LyingAgent agent = new LyingAgent(
                    host,
                    device,
                    lie,
                    new ControllerClient(List.of(controller), TelemetryFiles.credentials(files.agentToken(host))));
            agent.thread.start();
            return agent;
        });
    }

    private void run() {
        long boot = System.currentTimeMillis();
        try {
            for (long sequence = 1; !Thread.currentThread().isInterrupted(); sequence++) {
                try {
                    client.report(heartbeat(boot, sequence));
                    taken.incrementAndGet();
                } catch (IOException e) {
                    decline = String.valueOf(e.getMessage()); // it lies on
                }
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Heartbeat heartbeat(long boot, long sequence) {
        long bytes =
                switch (lie) {
                    case 0 -> LARGE * (sequence % 8192);
                    case 1 -> LARGE;
                    default -> LARGE - sequence * 1_000_000;
                };
        return new Heartbeat(
                "",
                host,
                boot,
                sequence,
                System.nanoTime() & Long.MAX_VALUE,
                INTERVAL_MILLIS,
                List.of(new Heartbeat.Nic(device, bytes, bytes)),
                List.of(),
                1);
    }

    /** Lies that a controller has believed. */
    long taken() {
        return taken.get();
    }

    /** Why the last one that was not believed was not. */
    String decline() {
        return decline;
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
    }
}
