// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.LongPolls;
import org.fairlead.control.view.Views;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.network.path.PlanningRounds;
import org.fairlead.core.network.path.RequestLedger;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.WithoutLinks;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;

/**
 * Plans paths for what all applications request together ({@link PlanningRounds}), and sends each new plan to those who wait for it. While the kill switch is on, plans go on but nobody
 * is to send by them. One daemon thread; reading takes no lock.
 */
public final class PathControl implements AutoCloseable {
    /** While applications request something. */
    private static final long TICK_NANOS = 10_000_000L;

    private static final long IDLE_NANOS = 100_000_000L;

    /** A host that hears nothing for so long goes back to the network's own paths, however long the plan is to last. */
    private static final long LEASE_MILLIS = 3_000;

    private final PathSettings settings;
    private final Reports reports;
    private final Views views;
    private final long intervalNanos;
    private final String controller;
    private final long epoch;
    private final TimeSource time;
    private final LongPolls<Asked> polls = new LongPolls<>();
    private final Thread thread = LastingThread.of("fairlead-paths", this::run);
    private volatile Published published;
    private volatile boolean closed;
    /** Of the thread alone. */
    private Planning planning;

    /** @param number grows with whatever changes */
    private record Published(long number, Topology topology, String topologyId, PathPlan plan, boolean enforced) {}

    /** @param host whose sending it is about; empty: everybody's */
    private record Asked(long after, long epoch, String host, Encoding encoding) {}

    /** All that belongs to one topology. */
    private static final class Planning {
        private final Topology topology;
        private final PlanningRounds rounds;
        private final LoadModel loads;
        private final RequestLedger ledger;
        private final PathSettings settings;
        private Map<String, List<FlowRequest>> requested = Map.of();
        private PathPlan entered = PathPlan.NONE;
        private Set<Integer> avoided = Set.of();

        Planning(Topology topology, PathSettings settings, long intervalNanos) {
            this.topology = topology;
            this.settings = settings;
            rounds = new PlanningRounds(PathPlanners.named(settings.planner(), topology, settings.seed()));
            loads = new FairShareLoadModel(topology, intervalNanos);
            ledger = new RequestLedger(topology, loads);
        }

        /** Where neither requests nor paths have changed, nothing has. */
        void renew(Map<String, List<FlowRequest>> newer, long nowNanos) {
            if (newer.equals(requested) && rounds.newest() == entered) {
                return;
            }
            requested = newer;
            entered = rounds.newest();
            Map<String, List<FlowRequest>> planned = new TreeMap<>();
            newer.forEach((application, flows) -> planned.put(
                    application,
                    flows.stream()
                            .filter(flow -> settings.classes().contains(flow.trafficClass()))
                            .toList()));
            ledger.renew(planned, steering(), rounds, nowNanos);
        }

        /** Links that no path may cross; when they are others than before, it is time for a plan. */
        void avoid(Set<Integer> links, long nowNanos) {
            if (!links.equals(avoided)) {
                avoided = links;
                rounds.heard(nowNanos);
            }
        }

        Steering steering() {
            return new Steering(
                    settings.classes(),
                    sender -> true,
                    rounds.newest(),
                    rounds.planner().holdNanos());
        }
    }

    /**
     * @param intervalNanos between two reports
     * @param controller its name
     */
    public PathControl(
            PathSettings settings,
            Reports reports,
            Views views,
            long intervalNanos,
            String controller,
            long epoch,
            TimeSource time) {
        this.settings = settings;
        this.reports = reports;
        this.views = views;
        this.intervalNanos = intervalNanos;
        this.controller = controller;
        this.epoch = epoch;
        this.time = time;
        published = new Published(0, views.view().topology(), views.topology().id(), PathPlan.NONE, false);
        if (settings.mode() != Mode.OFF) {
            thread.start();
        }
    }

    /** Applications have requested something: there may be something to plan. */
    public void requested() {
        LockSupport.unpark(thread);
    }

    /** The plan in force, or the last that was; {@link PathPlan#NONE} before the first. */
    public PathPlan plan() {
        return published.plan();
    }

    /** Whether hosts are to send by it. */
    public boolean enforced() {
        return published.enforced();
    }

    /**
     * Sends the plan: at once if there is a newer one than the asker has, otherwise when there is, or when the time is over.
     *
     * @param after the plan that the asker has; 0: none
     * @param ofEpoch to which it belongs
     * @param host whose sending it is about; empty: everybody's
     */
    public void await(
            long after, long ofEpoch, String host, Duration wait, Encoding encoding, LongPolls.Poller poller) {
        Asked asked = new Asked(after, ofEpoch, host, encoding);
        long now = time.nanoTime();
        boolean waits = !isNews(asked) && !wait.isZero() && !closed;
        if (!waits || !polls.add(asked, now + wait.toNanos(), poller)) {
            poller.tell(bytes(asked, now));
        }
    }

    private boolean isNews(Asked asked) {
        return asked.epoch != epoch || asked.after != published.number();
    }

    private byte[] bytes(Asked asked, long nowNanos) {
        Published now = published;
        List<PathsMessage.Pair> pairs = now.plan().isValid(nowNanos)
                ? now.plan().paths().entrySet().stream()
                        .map(held -> new PathsMessage.Pair(
                                name(now, held.getKey().source()),
                                name(now, held.getKey().destination()),
                                held.getKey().trafficClass().label(),
                                held.getValue().path().number(),
                                Math.round(held.getValue().bytesPerSecond())))
                        .filter(pair -> asked.host.isEmpty() || pair.from().equals(asked.host))
                        .limit(PathsMessage.MOST_PAIRS)
                        .toList()
                : List.of();
        long left = pairs.isEmpty() ? 0 : (now.plan().validUntilNanos() - nowNanos) / 1_000_000;
        return asked.encoding.write(new PathsMessage(
                controller,
                epoch,
                now.number(),
                now.topologyId(),
                now.enforced(),
                Math.min(LEASE_MILLIS, Math.max(0, left)),
                pairs));
    }

    private static String name(Published of, int host) {
        return of.topology().nodes().get(host).name();
    }

    private void run() {
        while (!closed) {
            boolean busy = step(time.nanoTime());
            LockSupport.parkNanos(busy ? TICK_NANOS : IDLE_NANOS);
        }
    }

    /** @return whether anything is requested */
    private boolean step(long nowNanos) {
        ClusterView view = views.view();
        if (planning == null || planning.topology != view.topology()) {
            planning = new Planning(view.topology(), settings, intervalNanos);
        }
        Planning now = planning;
        now.loads.observe(view, nowNanos);
        now.renew(reports.requested(now.topology), nowNanos);
        now.avoid(reports.avoidedLinks(now.topology), nowNanos);
        boolean enforced = settings.mode() == Mode.ENFORCE && views.enforcement();
        PathPlan plan = published.topology() == now.topology ? published.plan() : PathPlan.NONE;
        boolean wanted = !now.ledger.isEmpty() || !plan.paths().isEmpty();
        if (wanted && now.rounds.nextNanos() <= nowNanos) {
            Optional<PathPlan> newer = now.rounds.plan(
                    now.ledger.demands(), new WithoutLinks(now.loads.availableBandwidth(), now.avoided), nowNanos);
            plan = newer.orElse(plan);
        }
        if (plan != published.plan() || enforced != published.enforced() || now.topology != published.topology()) {
            published = new Published(
                    published.number() + 1, now.topology, views.topology().id(), plan, enforced);
        }
        polls.answer(this::isNews, asked -> bytes(asked, nowNanos), nowNanos);
        return !now.ledger.isEmpty();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        long now = time.nanoTime();
        polls.answer(asked -> true, asked -> bytes(asked, now), now);
    }
}
