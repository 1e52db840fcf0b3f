// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.topology.Link;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.LinkSeries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads every link's counters once a second until it is closed. */
public final class LinkSampler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkSampler.class);

    private final NetworkPlan plan;
    private final LinkCounters counters;
    private final ScheduledExecutorService timer;
    private final List<List<LinkCount>> samples = new ArrayList<>();
    private String failure = "";
    private boolean closed;

    private LinkSampler(Fabric fabric) throws IOException {
        plan = fabric.plan();
        counters = fabric.counters();
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "link-sampler");
            thread.setDaemon(true);
            return thread;
        });
    }

    public static LinkSampler start(Fabric fabric) throws IOException {
        LinkSampler sampler = new LinkSampler(fabric);
        sampler.sample();
        var unused = sampler.timer.scheduleAtFixedRate(sampler::sample, 1, 1, TimeUnit.SECONDS);
        return sampler;
    }

    private synchronized void sample() {
        if (closed) {
            return;
        }
        try {
            samples.add(counters.read());
        } catch (IOException e) {
            if (failure.isEmpty()) {
                failure = e.getMessage();
                LOG.warn("links are no longer sampled: {}", failure);
            }
        }
    }

    /** Takes the last sample and stops; what was sampled stays readable. */
    @Override
    public void close() {
        timer.shutdownNow();
        synchronized (this) {
            sample();
            if (!closed) {
                closed = true;
                counters.close();
            }
        }
    }

    /** Mean wire rate of each link over each second so far. */
    public synchronized List<LinkSeries> series() {
        List<LinkSeries> all = new ArrayList<>();
        for (Link link : plan.topology().links()) {
            List<Double> rates = new ArrayList<>();
            for (int i = 1; i < samples.size(); i++) {
                LinkCount before = samples.get(i - 1).get(link.index());
                LinkCount after = samples.get(i).get(link.index());
                double seconds = (after.atNanos() - before.atNanos()) / 1e9;
                if (seconds > LinkChecks.SHORTEST_SECONDS) {
                    rates.add((after.bytes() - before.bytes()) / seconds);
                }
            }
            all.add(new LinkSeries(link.name(), link.bytesPerSecond(), rates));
        }
        return all;
    }

    /** Whether no link carried more than its capacity allows between any two samples that follow each other. */
    public synchronized Check withinCapacity() {
        return failure.isEmpty()
                ? LinkChecks.withinCapacity(plan, samples)
                : new Check(LinkChecks.WITHIN_CAPACITY, false, "not all samples could be taken: " + failure);
    }
}
