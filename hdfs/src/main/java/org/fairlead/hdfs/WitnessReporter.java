// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.fairlead.hdfs.health.HostHealth;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to each remote controller, once a second, what this NameNode hears of hosts, so that all who follow it learn of it. A controller that is dead or hangs delays
 * none of the others.
 */
final class WitnessReporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WitnessReporter.class);
    private static final String THREAD = "fairlead-witness";
    private static final long EVERY_MILLIS = 1000;

    private final DecisionRuntime runtime;
    private final String nameNode;
    private final long heartbeatMillis;
    private final long boot;
    private final long startNanos;
    private final List<Lane> lanes;
    private final ScheduledExecutorService threads;
    private final RareLog rareLog = new RareLog(LOG);

    /** @param heartbeatMillis between two heartbeats of a DataNode */
    WitnessReporter(
            DecisionRuntime runtime,
            List<Endpoint> controllers,
            Credentials credentials,
            String nameNode,
            long heartbeatMillis) {
        this.runtime = runtime;
        boot = runtime.time().currentTimeMillis();
        startNanos = runtime.time().nanoTime();
        this.nameNode = nameNode;
        this.heartbeatMillis = Math.min(WitnessReport.LONGEST_HEARTBEAT_MILLIS, heartbeatMillis);
        lanes = controllers.stream()
                .map(controller -> new Lane(controller, new ControllerClient(List.of(controller), credentials)))
                .toList();
        threads = Executors.newScheduledThreadPool(lanes.size(), LastingThread.workers(THREAD));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a lane catches its own exceptions
    void start() {
        for (Lane lane : lanes) {
            threads.scheduleWithFixedDelay(
                    LastingThread.repeated(THREAD, lane::send), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        lanes.forEach(lane -> lane.client.close());
    }

    /** What is reported to one controller. */
    private final class Lane {
        private final Endpoint controller;
        private final ControllerClient client;
        private long sequence;

        private Lane(Endpoint controller, ControllerClient client) {
            this.controller = controller;
            this.client = client;
        }

        private void send() {
            try {
                if (runtime.state().isPresent()) {
                    client.report(report(runtime.state().get()));
                }
            } catch (ControllerException e) {
                rareLog.warn("refused " + controller, "A controller does not take what is heard of hosts", e);
            } catch (IOException e) {
                LOG.debug(
                        "What is heard of hosts cannot be reported to {}",
                        controller,
                        e); // its absence is logged elsewhere
            } catch (RuntimeException e) {
                rareLog.warn("failed " + controller, "What is heard of hosts could not be reported", e);
            }
        }

        private WitnessReport report(ClusterState state) {
            long now = runtime.time().nanoTime();
            HostHealth.Heard heard = runtime.health().heard(state.table(), now);
            sequence++;
            return new WitnessReport(
                    state.topology().name(),
                    nameNode,
                    boot,
                    sequence,
                    Math.max(1, now - startNanos),
                    EVERY_MILLIS,
                    heartbeatMillis,
                    heard.datanodes(),
                    heard.failures());
        }
    }
}
