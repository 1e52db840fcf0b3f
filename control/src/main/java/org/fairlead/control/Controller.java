// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.fairlead.control.admission.AdmissionControl;
import org.fairlead.control.http.HttpFront;
import org.fairlead.control.http.ServerTls;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.control.path.PathControl;
import org.fairlead.control.rate.RateControl;
import org.fairlead.control.rate.RateDevices;
import org.fairlead.control.report.Counts;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.LoadHistory;
import org.fairlead.control.view.Views;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsMaterial;
import org.fairlead.protocol.trust.TokenFile;
import org.fairlead.protocol.trust.WatchedFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes reports and gives views, decisions, metrics and a page. All it knows is soft: after a restart the next reports rebuild
 * it. Runs alone or inside another process; daemon threads only.
 */
public final class Controller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

    private static final String WATCH = "fairlead-secrets";

    /** The highest epoch of this process: a second controller in the same millisecond gets another. */
    private static final AtomicLong HIGHEST = new AtomicLong();

    private final Reports reports;
    private final Views views;
    private final PathControl paths;
    private final RateControl rates;
    private final OwnTraffic own;
    private final ControllerParts desk;
    private final Optional<WatchedFiles<TokenFile>> tokens;
    private final ScheduledExecutorService watching;
    private HttpFront front;

    private Controller(ControllerSettings settings, TimeSource time, long epoch) throws IOException {
        tokens = settings.tokenFile().map(file -> WatchedFiles.of(List.of(file), () -> TokenFile.accepted(file), time));
        Optional<WatchedFiles<TlsMaterial>> tls = settings.tls().map(files -> files.watched(time));
        Metrics metrics = new Metrics();
        reports = new Reports(
                settings.topology(),
                settings.interval().toNanos(),
                settings.trustAddresses(),
                settings.addresses(),
                settings.quota(),
                new Counts(metrics),
                time);
        String name = settings.bind().getHostString() + ":" + settings.bind().getPort();
        views = new Views(name, epoch, reports, settings.interval(), time);
        paths = new PathControl(
                settings.paths(), reports, views, settings.interval().toNanos(), name, epoch, time);
        RateDevices devices = new RateDevices(settings.rates(), time);
        AdmissionControl admission = new AdmissionControl(
                settings.admission(),
                reports,
                views,
                settings.interval().toNanos(),
                devices::guaranteedBytesPerSecond,
                time);
        rates = new RateControl(settings.rates(), devices, admission, views, name, epoch, time);
        AccessControl gate = new AccessControl(tokens.map(watched -> watched::last), tls.isPresent());
        own = new OwnTraffic(reports, views);
        LoadHistory history = new LoadHistory(settings.interval(), own::most);
        desk = new ControllerParts(
                name,
                epoch,
                gate,
                reports,
                views,
                paths,
                admission,
                rates,
                own,
                history,
                new RecentDecisions(),
                new RejectedRequests(metrics, time),
                metrics);
        ControllerMetrics.register(desk, time);
        views.onTick(view -> history.sample(view, views::heardNanos, time.nanoTime()));
        try {
            front = HttpFront.start(
                    settings.bind(),
                    tls.map(files -> new ServerTls(files::last, settings.clientCertificates())),
                    new ControllerApi(desk, time),
                    time);
            ControllerMetrics.registerFront(desk, front::figures);
        } catch (IOException e) {
            rates.close();
            paths.close();
            views.close();
            reports.close();
            throw new IOException("the controller cannot listen at " + name + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            rates.close();
            paths.close();
            views.close();
            reports.close();
            throw e;
        }
        watching = Executors.newScheduledThreadPool(2, LastingThread.workers(WATCH));
        tokens.ifPresent(file -> eachSecond(file::look));
        tls.ifPresent(files -> eachSecond(() -> {
            files.look();
            front.judgeAgain();
        }));
    }

    /** Not on a thread that answers: a file may lie on a disk that hangs. */
    @SuppressWarnings("FutureReturnValueIgnored") // what is repeated here throws nothing
    private void eachSecond(Runnable look) {
        watching.scheduleWithFixedDelay(LastingThread.repeated(WATCH, look), 1, 1, TimeUnit.SECONDS);
    }

    /**
     * @param time of which the epoch is made, too
     * @throws IOException if the address cannot be bound
     * @throws IllegalArgumentException if it would be open to other machines without a token and without TLS, or tokens would
     *     travel in clear
     */
    public static Controller start(ControllerSettings settings, TimeSource time) throws IOException {
        InetAddress address = settings.bind().getAddress();
        if (address == null) {
            throw new IllegalArgumentException(
                    "no address is known of '" + settings.bind().getHostString() + "'");
        }
        if (!address.isLoopbackAddress()
                && settings.tokenFile().isEmpty()
                && settings.tls().isEmpty()) {
            throw new IllegalArgumentException("listening at " + settings.bind().getHostString()
                    + " would take reports from any machine: a token file or TLS is needed for anything but loopback");
        }
        if (settings.tls().isPresent() && settings.tls().get().own().isEmpty()) {
            throw new IllegalArgumentException(
                    "a certificate and its key are missing: whoever answers under TLS needs them");
        }
        if (settings.tls().isPresent()
                && settings.tls().get().trusted().isEmpty()
                && settings.tokenFile().isEmpty()) {
            throw new IllegalArgumentException(
                    "nobody could be known: under TLS an authority whose certificates are believed, or a token file, is needed");
        }
        if (!address.isLoopbackAddress()
                && settings.tokenFile().isPresent()
                && settings.tls().isEmpty()) {
            settings.inClear().permit("to " + settings.bind().getHostString());
        }
        long wallMillis = time.currentTimeMillis();
        long epoch = HIGHEST.updateAndGet(highest -> Math.max(highest + 1, wallMillis));
        Controller controller = new Controller(settings, time, epoch);
        LOG.info("controller of epoch {} listens at {}", epoch, controller.address());
        return controller;
    }

    /** The newest view, without a lock; its times are on {@link TimeSource#nanoTime()} of this process. */
    public ClusterView view() {
        return views.view();
    }

    /** Where it listens; the port that was given when 0 was asked for. */
    public InetSocketAddress address() {
        return front.address();
    }

    public long epoch() {
        return desk.epoch();
    }

    /** Replaces the topology: figures of links start anew, whom was heard of is kept. */
    public void topology(Topology topology) {
        reports.topology(topology);
    }

    /** What {@code /metrics} shows; whoever embeds this controller may include its own. */
    public Metrics metrics() {
        return desk.metrics();
    }

    /**
     * Lets the page and {@code /v1/own} tell the transfers of whoever embeds this controller from background traffic.
     *
     * @param source for a view, by link, the most of its latest rate that is a transfer of theirs, bytes per second; empty where they
     *     cannot tell
     */
    public void ownLoads(Function<ClusterView, Optional<double[]>> source) {
        own.storage(source);
    }

    /** Called with each new view, on the controller's own thread: must be quick. */
    public void onView(Consumer<ClusterView> listener) {
        views.onView(listener);
    }

    /** Takes reports without the network, such as those of a switch poller in this process. */
    public Reports reports() {
        return reports;
    }

    /**
     * Who judges which hosts have fallen silent: whoever embeds this controller reports what else it hears of them, by the indices of this
     * topology. Empty while another one is watched.
     */
    public Optional<FailureDetector> health(Topology topology) {
        return reports.health(topology);
    }

    /** What was taken, and what was odd in it. */
    public Counts counts() {
        return reports.counts();
    }

    /** When a host was last heard of ({@link Heartbeat}), on {@link TimeSource#nanoTime()}; {@link ClusterView#NEVER}. */
    public long heardNanos(int host) {
        return views.heardNanos(host);
    }

    /** Whether decisions may be enforced. */
    public boolean enforcement() {
        return views.enforcement();
    }

    /** The kill switch; reaches every plug-in with the next view. */
    public void enforcement(boolean enabled) {
        views.enforcement(enabled);
    }

    /** The paths that are planned now; {@link PathPlan#NONE} while none is. */
    public PathPlan paths() {
        return paths.plan();
    }

    public RecentDecisions decisions() {
        return desk.decisions();
    }

    @Override
    public void close() {
        watching.shutdownNow();
        rates.close();
        paths.close();
        views.close();
        front.close();
        reports.close();
    }
}
