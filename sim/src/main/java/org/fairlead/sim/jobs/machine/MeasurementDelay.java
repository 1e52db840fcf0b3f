// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.core.network.Steering;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.ServedUnits;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.time.PolicyTime;

/**
 * What agents and switches measure and when policies come to know it: counters are read each interval and seen a delay later, so nobody
 * sees the present. Rates are means over the interval. Besides, keeps the loads of links in longer spans for reports.
 */
public final class MeasurementDelay {
    private final Engine engine;
    private final ServedUnits meter;
    private final SimulatedMachines machines;
    private final Consumer<ClusterView> shown;
    private final LoadModel model;
    private final Supplier<Steering> steering;
    private final LinkLoads loads;
    private final double interval;
    private final double[] before;
    private final double[] background;
    private final List<Link> links;
    private final double spanSeconds;
    private final List<float[]> spans = new ArrayList<>();
    private final double[] spanBefore;
    private final double[] backgroundBytes;
    private final double[] backgroundBytesBefore;
    private final double[] backgroundSince;
    private ClusterView measured;
    /** What policies are still to come to know, the oldest first. */
    private final Queue<ClusterView> delayed = new ArrayDeque<>();

    private double beforeSeconds;

    /**
     * @param resources how many the engine has
     * @param measures whether any policy looks at measurements
     * @param shown is given what is measured when policies come to know it
     * @param steering what policies are shown of who keeps paths
     * @param spanSeconds 0 to keep nothing
     */
    public MeasurementDelay(
            Cluster cluster,
            Engine engine,
            ServedUnits meter,
            SimulatedMachines machines,
            int resources,
            LoadModel model,
            boolean measures,
            Consumer<ClusterView> shown,
            Supplier<Steering> steering,
            double spanSeconds) {
        this.engine = engine;
        this.meter = meter;
        this.machines = machines;
        this.model = model;
        this.shown = shown;
        this.steering = steering;
        this.spanSeconds = spanSeconds;
        interval = cluster.costs().statusSeconds();
        loads = new LinkLoads(cluster.topology(), PolicyTime.nanos(interval));
        links = cluster.topology().links();
        if (measures || spanSeconds > 0) {
            meter.switchOn(resources);
        }
        before = new double[resources];
        spanBefore = new double[resources];
        background = new double[links.size()];
        backgroundBytes = new double[links.size()];
        backgroundBytesBefore = new double[links.size()];
        backgroundSince = new double[links.size()];
        measured = ClusterView.unknown(cluster.topology());
    }

    /** Others take so much of a link from now on. */
    public void background(int link, double bytesPerSecond) {
        double now = engine.now();
        backgroundBytes[link] += background[link] * (now - backgroundSince[link]);
        backgroundSince[link] = now;
        background[link] = bytesPerSecond;
    }

    /** Reads the counters; {@link #show} is to follow. */
    public void measure() {
        read();
        delayed.add(measured);
    }

    private void read() {
        double now = engine.now();
        double seconds = now - beforeSeconds;
        if (seconds <= 0) {
            return;
        }
        double[] sums = meter.read();
        long nanos = nowNanos();
        for (Link link : links) {
            int index = link.index();
            double rate = (sums[index] - before[index]) / seconds + background[index];
            loads.measured(index, Math.max(0, rate), nanos, Origin.SWITCH);
        }
        for (int machine = 0; machine < machines.count(); machine++) {
            int disk = machines.disk(machine);
            if (disk != SimulatedMachines.NONE) {
                double rate = Math.max(0, (sums[disk] - before[disk]) / seconds);
                double busy = Math.min(1, rate / engine.capacity(disk));
                loads.status(machines.host(machine), new NodeStatus(rate / 2, rate / 2, busy, 0));
            }
        }
        System.arraycopy(sums, 0, before, 0, before.length);
        beforeSeconds = now;
        measured = loads.view(nanos);
    }

    /** What was measured the longest ago, of what was not shown, reaches the policies. */
    public void show() {
        ClusterView view = delayed.remove();
        shown.accept(view);
        Steering now = steering.get();
        model.observe(now == Steering.NONE ? view : view.withSteering(now), nowNanos());
    }

    private long nowNanos() {
        return PolicyTime.nanos(engine.now());
    }

    public double intervalSeconds() {
        return interval;
    }

    public double spanSeconds() {
        return spanSeconds;
    }

    /** A span is over. */
    public void span() {
        double[] sums = meter.read();
        float[] shares = new float[links.size()];
        for (Link link : links) {
            int index = link.index();
            background(index, background[index]);
            double bytes = sums[index] - spanBefore[index] + backgroundBytes[index] - backgroundBytesBefore[index];
            shares[index] = (float) Math.min(1, Math.max(0, bytes / (link.bytesPerSecond() * spanSeconds)));
        }
        spans.add(shares);
        System.arraycopy(sums, 0, spanBefore, 0, spanBefore.length);
        System.arraycopy(backgroundBytes, 0, backgroundBytesBefore, 0, backgroundBytes.length);
    }

    public JobsOutcome.LinkLoads kept() {
        return new JobsOutcome.LinkLoads(spanSeconds, spans);
    }
}
