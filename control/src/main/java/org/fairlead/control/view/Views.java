// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.fairlead.control.report.Reports;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.network.Steering;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a view of the reports, four times in an interval or each 100 ms when there are any, and sends it to those who wait. One daemon thread; reading
 * takes no lock. A view says whose paths are kept, too: nobody's while the kill switch is on.
 */
public final class Views implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Views.class);

    private static final long VIEWS_IN_AN_INTERVAL = 4;
    private static final long SHORTEST_TICK_NANOS = 10_000_000;
    private static final long LONGEST_TICK_NANOS = 100_000_000;

    private final Reports reports;
    private final TimeSource time;
    private final long tickNanos;
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<ClusterView>> tickers = new CopyOnWriteArrayList<>();
    private final LongPolls<Asked> polls = new LongPolls<>();
    private final Thread thread;
    private volatile PublishedView published;
    private volatile boolean enforcement = true;
    private volatile Kept kept = new Kept(Optional.empty(), Steering.NONE);
    private volatile long tickedNanos;
    private volatile boolean closed;
    private long takenBefore;

    /** Whose paths are kept in a topology. */
    private record Kept(Optional<Topology> topology, Steering steering) {
        Steering in(Topology other) {
            return topology.filter(ours -> ours == other).isPresent() ? steering : Steering.NONE;
        }
    }

    /** What is waited for. */
    private record Asked(long after, long epoch, String application, Encoding encoding) {}

    /** @param time of the reports, too */
    public Views(String controller, long epoch, Reports reports, Duration interval, TimeSource time) {
        this.reports = reports;
        this.time = time;
        tickNanos =
                Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, interval.toNanos() / VIEWS_IN_AN_INTERVAL));
        ClusterView first = reports.view();
        published = PublishedView.first(
                controller, epoch, first, reports.unseen(first), true, reports.heardNanos(first.topology()));
        tickedNanos = time.nanoTime();
        thread = LastingThread.of("fairlead-views", this::run);
        thread.start();
    }

    public ClusterView view() {
        return published.view();
    }

    public TopologyMessage topology() {
        return published.topology();
    }

    /** When a host was last heard of, by node index; {@link ClusterView#NEVER}. */
    public long heardNanos(int host) {
        return published.heardNanos(host);
    }

    public boolean enforcement() {
        return enforcement;
    }

    /** The kill switch; sent to everybody with the next view. */
    public void enforcement(boolean enabled) {
        enforcement = enabled;
        LockSupport.unpark(thread);
    }

    /** Whose paths are kept from now on; sent to everybody with the next view. */
    public void steering(Topology topology, Steering steering) {
        kept = new Kept(Optional.of(topology), steering);
    }

    /** @param listener called on the thread that makes views: has to be quick */
    public void onView(Consumer<ClusterView> listener) {
        listeners.add(listener);
    }

    /** @param listener called on the thread that makes views, each time it looks for reports, with the newest: new or not */
    public void onTick(Consumer<ClusterView> listener) {
        tickers.add(listener);
    }

    /** Whether views are being made. */
    public boolean alive() {
        return thread.isAlive() && time.nanoTime() - tickedNanos < 5_000_000_000L;
    }

    public int waiting() {
        return polls.waiting();
    }

    /**
     * Sends what changed since a version: at once if something has, otherwise when it does, or when the time is over.
     *
     * @param application whose own flow requests are left out; empty: nobody's are
     */
    public void await(
            long after, long epoch, Duration wait, String application, Encoding encoding, LongPolls.Poller poller) {
        PublishedView now = published;
        boolean news = now.since(after, epoch) == 0 || now.view().version() > after;
        if (!news && !wait.isZero() && !closed) {
            Asked asked = new Asked(after, epoch, application, encoding);
            if (polls.add(asked, time.nanoTime() + wait.toNanos(), poller)) {
                return;
            }
        }
        poller.answer(encoding.write(now.message(now.since(after, epoch), application, time.nanoTime())));
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tellWaiting(true);
    }

    private void run() {
        while (!closed) {
            try {
                boolean news = publish();
                tellWaiting(news);
                tell(tickers, published.view());
            } catch (RuntimeException e) {
                LOG.error("a view could not be made", e);
            }
            tickedNanos = time.nanoTime();
            LockSupport.parkNanos(tickNanos);
        }
    }

    private boolean publish() {
        reports.expire();
        long taken = reports.taken();
        PublishedView before = published;
        Topology topology = reports.topology();
        Suspects suspects = reports.suspects(topology);
        boolean enforced = enforcement;
        Steering steering = enforced ? kept.in(topology) : Steering.NONE;
        boolean same = topology == before.view().topology()
                && suspects.equals(before.view().suspects())
                && steering == before.view().steering();
        if (taken == takenBefore && enforced == before.enforcement() && same) {
            return false;
        }
        takenBefore = taken;
        ClusterView measured = reports.view();
        if (measured.topology() == topology) {
            measured = measured.withSuspects(suspects).withSteering(steering);
        }
        published = before.next(measured, reports.unseen(measured), enforced, reports.heardNanos(measured.topology()));
        tell(listeners, published.view());
        return true;
    }

    private static void tell(List<Consumer<ClusterView>> to, ClusterView view) {
        for (Consumer<ClusterView> listener : to) {
            try {
                listener.accept(view);
            } catch (RuntimeException e) {
                LOG.warn("a listener failed", e);
            }
        }
    }

    private void tellWaiting(boolean all) {
        PublishedView now = published;
        long nowNanos = time.nanoTime();
        polls.answer(
                asked -> all || now.view().version() > asked.after,
                asked -> asked.encoding.write(
                        now.message(now.since(asked.after, asked.epoch), asked.application, nowNanos)),
                nowNanos);
    }
}
