// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.LongPolls;
import org.fairlead.control.view.Publication;
import org.fairlead.control.view.Views;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathReasons;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.PathExplanation;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans paths for what all applications request together ({@link PathPlanning}), sends each new plan to those who wait for it, and has views say whose paths are kept. While the kill switch
 * is on, plans go on but nobody is to send by them. One daemon thread; reading takes no lock.
 */
public final class PathControl implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PathControl.class);
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
    private final PathFollowers following = new PathFollowers();
    private final PathComparison comparison = new PathComparison();
    private final Publication<Published> publication;
    private final Thread thread = LastingThread.of("fairlead-paths", this::run);
    private volatile PathCounts counts = PathCounts.NONE;
    private volatile boolean newcomers;
    private volatile boolean closed;
    /** Of the thread alone, as is what follows. */
    private PathPlanning planning;

    private PathCounts before = PathCounts.NONE;
    private volatile Set<Integer> disobeyed = Set.of();
    private Followers followers = Followers.NONE;
    private long followersNanos;

    /** @param followers whose agents carry out paths */
    private record Published(
            Topology topology,
            String topologyId,
            PathPlan plan,
            boolean enforced,
            Followers followers,
            Optional<PathReasons> reasons) {
        boolean isOf(Topology other, PathPlan newest, boolean nowEnforced) {
            return topology == other && plan == newest && enforced == nowEnforced;
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
        followersNanos = time.nanoTime() - IDLE_NANOS;
        publication = new Publication<>(
                new Published(
                        views.view().topology(),
                        views.topology().id(),
                        PathPlan.NONE,
                        false,
                        Followers.NONE,
                        Optional.empty()),
                epoch,
                this::bytes,
                time);
        thread.start();
    }

    /** Applications have requested something: there may be something to plan. */
    public void requested() {
        LockSupport.unpark(thread);
    }

    /**
     * A host's agent asks for what it is to do: from now on, as long as it asks again and again, what it sends is planned.
     *
     * @param host empty: a driver of switches asks, for all hosts; what is no host of the topology is not remembered
     * @param classes that it can carry out
     */
    public void follows(String host, Set<TrafficClass> classes) {
        boolean known = host.isEmpty() || views.view().topology().node(host).orElse(null) instanceof Host;
        if (settings.mode() != Mode.OFF && known && following.asked(host, classes, time.nanoTime())) {
            newcomers = true;
            LockSupport.unpark(thread);
        }
    }

    /** The plan in force, or the last that was; {@link PathPlan#NONE} before the first. */
    public PathPlan plan() {
        return publication.content().plan();
    }

    /** Whether hosts are to send by it. */
    public boolean enforced() {
        return publication.content().enforced();
    }

    /** Hosts whose agents carry out paths. */
    public int followers() {
        return publication.content().followers().count();
    }

    public Mode mode() {
        return settings.mode();
    }

    /** Plans and proposals since the start. */
    public PathCounts counts() {
        return counts;
    }

    /** What a canary has measured; of nothing in other modes. */
    public CanaryComparison.Result comparison() {
        return comparison.result();
    }

    /**
     * Why what goes from one host to another takes the path that it takes.
     *
     * @param from a host's name
     * @param to a host's name
     * @throws RefusedException if they are not two hosts of the topology
     */
    public PathExplanation explain(String from, String to) throws RefusedException {
        Published now = publication.content();
        Host source = host(now.topology(), "from", from);
        Host destination = host(now.topology(), "to", to);
        if (source.index() == destination.index()) {
            throw new RefusedException(Reason.GARBAGE, "from, to: two different hosts are expected");
        }
        return new PathExplainer(
                        controller,
                        settings,
                        now.topology(),
                        now.plan(),
                        now.enforced(),
                        !views.enforcement(),
                        now.followers(),
                        now.reasons(),
                        reports.requested(now.topology()),
                        time.nanoTime())
                .explain(source, destination);
    }

    private static Host host(Topology topology, String what, String name) throws RefusedException {
        if (topology.node(name).orElse(null) instanceof Host host) {
            return host;
        }
        throw new RefusedException(
                Reason.GARBAGE, what + ": '" + name + "' is no host of the topology '" + topology.name() + "'");
    }

    /** Sends the plan ({@link Publication#await}), of a host what it sends. */
    public void await(Publication.Asked asked, Duration wait, LongPolls.Poller poller) {
        if (publication.await(asked, wait, poller) && settings.mode() == Mode.OFF) {
            LockSupport.unpark(thread); // it sleeps while nobody waits
        }
    }

    private byte[] bytes(Publication.Asked asked, long number, Published now, long nowNanos) {
        List<PathsMessage.Pair> pairs = now.plan().isValid(nowNanos)
                ? now.plan().paths().entrySet().stream()
                        .filter(held -> asked.node().isEmpty()
                                || name(now, held.getKey().source()).equals(asked.node()))
                        .map(held -> new PathsMessage.Pair(
                                name(now, held.getKey().source()),
                                name(now, held.getKey().destination()),
                                held.getKey().trafficClass().label(),
                                held.getValue().path().number(),
                                Math.round(held.getValue().bytesPerSecond())))
                        .limit(PathsMessage.MOST_PAIRS)
                        .toList()
                : List.of();
        long left = pairs.isEmpty() ? 0 : (now.plan().validUntilNanos() - nowNanos) / 1_000_000;
        return asked.encoding()
                .write(new PathsMessage(
                        controller,
                        epoch,
                        number,
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
            if (settings.mode() == Mode.OFF && publication.waiting() == 0) {
                LockSupport.park();
            } else {
                LockSupport.parkNanos(busy ? TICK_NANOS : IDLE_NANOS);
            }
        }
    }

    /** @return whether anything is requested */
    private boolean step(long nowNanos) {
        if (settings.mode() == Mode.OFF) {
            publication.answer(nowNanos); // whose time is over
            return false;
        }
        ClusterView view = views.view();
        if (planning == null || planning.topology() != view.topology()) {
            before = counts;
            planning = new PathPlanning(
                    view.topology(), settings, settings.loadModel(view.topology(), intervalNanos, time), comparison);
            comparison.interrupt();
        }
        PathPlanning now = planning;
        boolean enforced = (settings.mode() == Mode.ENFORCE || settings.mode() == Mode.CANARY) && views.enforcement();
        look(now.topology(), nowNanos);
        now.observe(view, reports.avoidedLinks(now.topology()), nowNanos);
        now.renew(reports.requested(now.topology()), followers, enforced, nowNanos);
        if (now.plan(nowNanos)) {
            now.renew(reports.requested(now.topology()), followers, enforced, nowNanos);
        }
        counts = before.and(now.rounds());
        disobeyed(now);
        publish(now, enforced);
        publication.answer(nowNanos);
        return !now.isIdle();
    }

    private void disobeyed(PathPlanning now) {
        Set<Integer> links = now.disobeyed();
        for (int link : links) {
            if (!disobeyed.contains(link)) {
                Link of = now.topology().links().get(link);
                LOG.warn(
                        "{} seems not to carry what is planned over it. Does {} obey labels? See 'fairlead network labels verify'",
                        of.name(),
                        of.from().name());
            }
        }
        disobeyed = links;
    }

    /** Links that seem not to carry what is planned over them; plans do not leave them for that. */
    public int disobeyedLinks() {
        return disobeyed.size();
    }

    /** Who follows is looked at ten times a second, and when there is somebody new. */
    private void look(Topology topology, long nowNanos) {
        if (newcomers
                || nowNanos - followersNanos >= IDLE_NANOS
                || publication.content().topology() != topology) {
            newcomers = false;
            followersNanos = nowNanos;
            followers = following.in(topology, nowNanos).of(settings.classes());
        }
    }

    private void publish(PathPlanning now, boolean enforced) {
        PathPlan plan = now.rounds().newest();
        Published last = publication.content();
        boolean same = last.isOf(now.topology(), plan, enforced);
        if (!same || !last.followers().equals(followers)) {
            publication.publish(
                    new Published(
                            now.topology(),
                            views.topology().id(),
                            plan,
                            enforced,
                            followers,
                            Optional.of(now.reasons())),
                    !same);
        }
        views.steering(now.topology(), now.steering());
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        publication.close();
    }
}
