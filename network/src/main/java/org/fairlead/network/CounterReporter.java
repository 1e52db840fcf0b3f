// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to controllers what a driver's links have carried, as switches' exporters do. A thread for each controller: a slow one delays no other. */
public final class CounterReporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CounterReporter.class);
    private static final String KIND = "fairlead-link-counters";

    private final LinkCounting links;
    private final String exporter;
    private final Duration interval;
    private final TimeSource time;
    private final long boot;
    private final RareLog log = new RareLog(LOG);
    private final List<ControllerClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    private CounterReporter(LinkCounting links, String exporter, Duration interval, TimeSource time) {
        this.links = links;
        this.exporter = exporter;
        this.interval = interval;
        this.time = time;
        boot = time.currentTimeMillis();
    }

    /**
     * Begins to report.
     *
     * @param exporter the name of this source of counters
     * @param interval between two reports to a controller
     * @throws IllegalArgumentException if a token would travel in clear
     */
    public static CounterReporter start(
            LinkCounting links,
            String exporter,
            List<Endpoint> controllers,
            Credentials credentials,
            Duration interval,
            TimeSource time) {
        CounterReporter reporter = new CounterReporter(links, exporter, interval, time);
        for (Endpoint controller : controllers) {
            ControllerClient client = new ControllerClient(List.of(controller), credentials);
            reporter.clients.add(client);
            reporter.threads.add(LastingThread.of(KIND, () -> reporter.report(controller, client)));
        }
        reporter.threads.forEach(Thread::start);
        return reporter;
    }

    private void report(Endpoint controller, ControllerClient client) {
        for (long sequence = 1; !closed; sequence++) {
            try {
                long readAt = time.nanoTime();
                List<SwitchCounters.LinkBytes> read = links.linkBytes();
                if (!read.isEmpty()) {
                    client.report(new SwitchCounters("", exporter, boot, sequence, readAt, read));
                }
            } catch (InterruptedIOException e) {
                Thread.interrupted(); // closed, or a stray one, which the next request would find again
                if (closed) {
                    return;
                }
            } catch (IOException | RuntimeException e) {
                log.warn(
                        controller.toString(),
                        "no counters of links get to " + controller + ": " + e.getMessage(),
                        null);
            }
            try {
                Thread.sleep(interval.toMillis());
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        clients.forEach(ControllerClient::close);
    }
}
