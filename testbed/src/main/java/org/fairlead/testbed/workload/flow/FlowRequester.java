// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.Hosts;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** Requests of a controller what flows there are, as often as Spark's driver does, and at once when one begins or ends. */
final class FlowRequester implements AutoCloseable {
    /** The token is that of applications whose names begin so. */
    private static final String APPLICATION = "spark/flows";

    private static final long EVERY_MILLIS = 300;
    private static final long VALID_MILLIS = 3_000;

    private final ControllerClient client;
    private final Supplier<List<FlowRequests.Flow>> flows;
    private final Semaphore news = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "flow-requests");
    private final long boot = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();
    private volatile boolean closed;
    private volatile long sequence;
    private volatile String refused = "";

    private FlowRequester(Endpoint controller, Path token, Supplier<List<FlowRequests.Flow>> flows) {
        client = new ControllerClient(List.of(controller), TelemetryFiles.credentials(token));
        this.flows = flows;
        thread.setDaemon(true);
    }

    /**
     * Has a connection, and requests nothing yet.
     *
     * @param host from which it speaks
     * @param flows that there are, whenever it asks
     */
    static FlowRequester open(
            Hosts hosts, String host, Endpoint controller, Path token, Supplier<List<FlowRequests.Flow>> flows) {
        try {
            // The client's threads are born in the host's network, and with them its sockets.
            return hosts.callOn(host, () -> {
                FlowRequester requester = new FlowRequester(controller, token, flows);
                requester.request(List.of());
                requester.thread.start();
                return requester;
            });
        } catch (Exception e) {
            throw new ClusterException(host + " cannot be entered: " + e.getMessage(), e);
        }
    }

    /** Flows have begun or ended. */
    void changed() {
        news.release();
    }

    private void run() {
        try {
            while (!closed) {
                if (news.tryAcquire(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                    news.drainPermits();
                }
                request(flows.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void request(List<FlowRequests.Flow> now) {
        long number = sequence + 1;
        sequence = number;
        try {
            client.commit(FlowRequests.of(
                    "", APPLICATION, boot, number, Math.max(1, System.nanoTime() - startNanos), VALID_MILLIS, 0, now));
        } catch (IOException | RuntimeException e) {
            if (refused.isEmpty()) {
                refused = "message " + number + ": " + e.getMessage();
            }
        }
    }

    /** Whether the controller took all that was requested. */
    Check taken(String subject) {
        return new Check(
                "flow requests are taken (" + subject + ")",
                refused.isEmpty(),
                refused.isEmpty() ? sequence + " messages" : refused);
    }

    /** Requests no longer what it did. */
    @Override
    public void close() {
        closed = true;
        news.release();
        try {
            thread.join();
            request(List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            client.close();
        }
    }
}
