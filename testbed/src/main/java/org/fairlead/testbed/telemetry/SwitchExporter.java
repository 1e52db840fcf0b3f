// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.telemetry;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.LinkCount;
import org.fairlead.testbed.network.LinkCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to controllers what every link has carried, as the switches of a real network would. */
public final class SwitchExporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchExporter.class);

    private final Fabric fabric;
    private final TelemetryFiles files;
    private final Duration interval;
    private final LinkCounters counters;
    private final Map<Endpoint, Reporter> reporters = new LinkedHashMap<>();

    private SwitchExporter(Fabric fabric, TelemetryFiles files, Duration interval, LinkCounters counters) {
        this.fabric = fabric;
        this.files = files;
        this.interval = interval;
        this.counters = counters;
    }

    /** @param interval between two reports to each controller */
    public static SwitchExporter start(Fabric fabric, TelemetryFiles files, Duration interval) throws IOException {
        return new SwitchExporter(fabric, files, interval, fabric.counters());
    }

    /**
     * Reports to a controller, from now until {@link #remove}.
     *
     * @param host on which the controller runs: the reports come from its network
     */
    public synchronized void add(String host, Endpoint controller) {
        if (!reporters.containsKey(controller)) {
            try {
                // The client's threads are born in the host's network, and with them its sockets.
                reporters.put(controller, fabric.callOn(host, () -> new Reporter(controller)));
            } catch (Exception e) {
                throw new IllegalStateException(host + " cannot be entered: " + e.getMessage(), e);
            }
        }
    }

    public synchronized void remove(Endpoint controller) {
        Reporter reporter = reporters.remove(controller);
        if (reporter != null) {
            reporter.close();
        }
    }

    @Override
    public synchronized void close() {
        reporters.values().forEach(Reporter::close);
        reporters.clear();
        counters.close();
    }

    /** One controller's: a slow one delays no other. */
    private final class Reporter implements AutoCloseable {
        private final ControllerClient client;
        private final Thread thread;
        private final long boot = System.currentTimeMillis();
        private boolean failing;

        private Reporter(Endpoint controller) {
            // Nobody but us is on this network, and what TLS costs would be taken from what is measured.
            client = new ControllerClient(List.of(controller), TelemetryFiles.credentials(files.exporterToken()));
            thread = new Thread(this::run, "switch-exporter");
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try {
                for (long sequence = 1; !Thread.currentThread().isInterrupted(); sequence++) {
                    report(sequence);
                    Thread.sleep(interval.toMillis());
                }
            } catch (InterruptedException e) {
                // closed
            }
        }

        private void report(long sequence) {
            try {
                client.report(message(counters.read(), boot, sequence));
                failing = false;
            } catch (IOException e) {
                if (!failing && !Thread.currentThread().isInterrupted()) {
                    failing = true;
                    LOG.info("the switches' counters do not get through: {}", e.getMessage());
                }
            }
        }

        @Override
        public void close() {
            thread.interrupt();
            client.close();
        }
    }

    /** A switch knows of its own ports only. */
    private Boolean carrier(Link link) throws IOException {
        return link.from() instanceof Switch ? counters.hasCarrier(link) : null;
    }

    private SwitchCounters message(List<LinkCount> counts, long boot, long sequence) throws IOException {
        List<SwitchCounters.LinkBytes> links = new ArrayList<>(counts.size());
        long at = 0;
        for (Link link : fabric.topology().links()) {
            LinkCount count = counts.get(link.index());
            links.add(new SwitchCounters.LinkBytes(link.name(), count.bytes(), carrier(link)));
            at = count.atNanos();
        }
        return new SwitchCounters("", "testbed", boot, sequence, at, links);
    }
}
