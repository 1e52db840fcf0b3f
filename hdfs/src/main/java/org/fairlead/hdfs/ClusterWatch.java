// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.hdfs.cluster.LookedUpAddresses;
import org.fairlead.hdfs.cluster.RackTopology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.OutageLog;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a runtime's picture of the cluster current, in the background: the topology, which DataNode is which host, the views of
 * the embedded or of remote controllers, the modes file, and the decisions that are kept for {@code fairlead explain}.
 */
final class ClusterWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);
    private static final String THREAD = "fairlead-watch";
    private static final long TABLE_EVERY_MILLIS = 1000;
    private static final long HEALTH_EVERY_MILLIS = 100;
    private static final long MODES_EVERY_MILLIS = 1000;
    private static final long DECISIONS_EVERY_MILLIS = 1000;
    /** Silence of all controllers after which it is reported. */
    private static final long ABSENT_NANOS = 3_000_000_000L;

    private final DecisionRuntime runtime;
    private final HdfsPluginSettings settings;
    private final TimeSource time;
    private final DatanodeManager datanodes;
    private final String nameNode;
    private final LongSupplier heartbeatMillis;
    private final LookedUpAddresses addresses;
    private final ScheduledExecutorService threads;
    private final RareLog rareLog = new RareLog(LOG);
    private final OutageLog absence = new OutageLog(LOG);
    private long startedNanos;
    private Optional<Topology> fromFile = Optional.empty();
    private volatile Optional<Topology> wanted = Optional.empty();
    private volatile Optional<Controller> controller = Optional.empty();
    private volatile Optional<ViewStream> remote = Optional.empty();
    private volatile Optional<ControllerClient> tell = Optional.empty();
    private volatile Optional<WitnessReporter> witnesses = Optional.empty();
    /** Of {@link #explain} alone. */
    private final DecisionReporter decisions = new DecisionReporter(LOG);

    private record Own(Topology topology, FailureDetector detector) {}

    /** Where no controller is embedded; made by the thread that watches. */
    private volatile Own own;

    private volatile boolean closed;
    private long lastSignature;

    /**
     * @param nameNode its address, by which its decisions are told from others'
     * @param heartbeatMillis between two heartbeats of a DataNode, at least 1; it may be changed while the NameNode runs
     */
    ClusterWatch(DecisionRuntime runtime, DatanodeManager datanodes, String nameNode, LongSupplier heartbeatMillis) {
        this.runtime = runtime;
        this.settings = runtime.settings();
        this.time = runtime.time();
        this.datanodes = datanodes;
        this.nameNode = nameNode;
        this.heartbeatMillis = heartbeatMillis;
        this.addresses = new LookedUpAddresses(time);
        this.threads = Executors.newScheduledThreadPool(5, LastingThread.workers(THREAD));
    }

    /**
     * @throws IOException if the controller cannot listen
     * @throws IllegalArgumentException if there is neither a topology file nor a capacity for Hadoop's racks
     */
    void start() throws IOException {
        fromFile = settings.topologyFile()
                .map(file -> Options.ofFile("fairlead.topology.file", () -> TopologyFile.read(file)));
        if (settings.embeddedController()) {
            if (fromFile.isEmpty() && settings.hostLink().isEmpty()) {
                throw new IllegalArgumentException(
                        "fairlead.link.host: missing; without fairlead.topology.file, a rate such as 10gbit is needed");
            }
            refresh();
        } else {
            if (settings.controllers().isEmpty()) {
                throw new IllegalArgumentException("fairlead.controllers: missing; without the embedded controller,"
                        + " a comma separated list of host:port is needed");
            }
            Credentials credentials = Options.ofFile(
                    "fairlead.token.file and fairlead.tls",
                    () -> Credentials.of(settings.tokenFile(), settings.tls(), settings.tokenInClear(), time));
            startedNanos = time.nanoTime();
            tell = Optional.of(new ControllerClient(settings.controllers(), credentials));
            remote = Optional.of(ViewStream.start(settings.controllers(), credentials, time, this::adopt));
            witnesses = Optional.of(new WitnessReporter(
                    runtime, settings.controllers(), credentials, nameNode, heartbeatMillis.getAsLong()));
            witnesses.get().start();
        }
        runtime.modeSwitch().poll();
        repeat(this::refreshQuietly, TABLE_EVERY_MILLIS);
        repeat(this::lookUp, TABLE_EVERY_MILLIS);
        repeat(this::watchHealth, HEALTH_EVERY_MILLIS);
        repeat(this::keepHouse, MODES_EVERY_MILLIS);
        repeat(this::explain, DECISIONS_EVERY_MILLIS);
    }

    /** What is repeated here catches its own exceptions; an Error would end the repetition. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private void repeat(Runnable task, long everyMillis) {
        threads.scheduleWithFixedDelay(
                LastingThread.repeated(THREAD, task), everyMillis, everyMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void close() {
        closed = true;
        threads.shutdownNow();
        remote.ifPresent(ViewStream::close);
        tell.ifPresent(ControllerClient::close);
        witnesses.ifPresent(WitnessReporter::close);
        controller.ifPresent(Controller::close);
    }

    /** Apart from all else: a name service may take as long as it likes. */
    private void lookUp() {
        runtime.state().ifPresent(known -> addresses.lookUp(known.table().withoutDatanode(), () -> !closed));
    }

    private void refreshQuietly() {
        try {
            refresh();
        } catch (IOException | IllegalArgumentException e) {
            if (settings.embeddedController() && controller.isEmpty()) {
                rareLog.warn("controller", "Fairlead is off, the NameNode runs as stock: " + e.getMessage(), null);
            } else {
                rareLog.warn("refresh", "The picture of the cluster could not be renewed", e);
            }
        } catch (RuntimeException e) {
            rareLog.warn("refresh", "The picture of the cluster could not be renewed", e);
        }
    }

    private synchronized void refresh() throws IOException {
        if (closed) {
            return;
        }
        Collection<DatanodeDescriptor> registered = datanodes.getDatanodes();
        long signature = DatanodeTable.signature(registered) + addresses.version();
        Optional<ClusterState> known = runtime.state();
        if (known.isPresent()
                && signature == lastSignature
                && wanted.orElse(known.get().topology()) == known.get().topology()) {
            runtime.state(known.get().with(known.get().table().renewed()));
            return;
        }
        Optional<Topology> topology = topology(registered);
        if (topology.isEmpty()) {
            return;
        }
        if (settings.embeddedController()) {
            follow(topology.get());
        }
        DatanodeTable table = DatanodeTable.of(topology.get(), registered, addresses);
        Optional<ClusterState> current = runtime.state();
        if (current.isPresent() && current.get().topology() == topology.get()) {
            runtime.state(current.get().with(table));
        } else {
            runtime.state(ClusterState.of(table, settings, runtime.blockBytes(), time));
            LOG.info(
                    "Topology: {}; {} DataNodes, {} of them not in it",
                    topology.get(),
                    registered.size(),
                    table.unmatched());
        }
        lastSignature = signature;
    }

    private Optional<Topology> topology(Collection<DatanodeDescriptor> registered) {
        if (!settings.embeddedController()) {
            return wanted;
        }
        if (fromFile.isPresent()) {
            return fromFile;
        }
        Optional<Topology> built =
                RackTopology.of(registered, settings.hostLink().orElseThrow(), settings.rackLink());
        // The same object as long as nothing changed: what has been learned stays.
        if (wanted.isEmpty() || (built.isPresent() && !same(built.get(), wanted.get()))) {
            wanted = built;
        }
        return wanted;
    }

    private static boolean same(Topology one, Topology other) {
        return one.hosts().equals(other.hosts()) && one.links().equals(other.links());
    }

    /** Starts the embedded controller, or gives it the new topology. */
    private void follow(Topology topology) throws IOException {
        if (controller.isEmpty()) {
            ControllerSettings standard = ControllerSettings.of(topology)
                    .bind(new InetSocketAddress(
                            settings.bind().host(), settings.bind().port()))
                    .interval(settings.heartbeat())
                    .inClear(settings.tokenInClear())
                    .quota(settings.quota())
                    .paths(settings.paths())
                    .addresses(this::addressesOf);
            ControllerSettings withTokens =
                    settings.tokenFile().map(standard::tokenFile).orElse(standard);
            Controller started = start(settings.tls().map(withTokens::tls).orElse(withTokens));
            started.onView(runtime::observe);
            started.metrics().include(runtime.metrics());
            started.ownLoads(runtime::ownLoads);
            controller = Optional.of(started);
            LOG.info("The controller listens on {}", started.address());
        } else if (runtime.state().map(state -> state.topology() != topology).orElse(true)) {
            controller.get().topology(topology);
        }
    }

    private Controller start(ControllerSettings controllerSettings) throws IOException {
        try {
            return Controller.start(controllerSettings, time);
        } catch (IOException e) {
            throw new IOException("fairlead.controller.bind: " + e.getMessage(), e);
        } catch (InvalidFileException e) {
            throw new IllegalArgumentException("fairlead.token.file: " + e.getMessage(), e);
        }
    }

    /** An agent speaks from an address that its host's DataNode registered from, or that DNS knows of it. */
    private List<InetAddress> addressesOf(String hostName) {
        Set<InetAddress> found = new HashSet<>();
        try {
            Optional<DatanodeTable> table = runtime.state().map(ClusterState::table);
            for (Host host : table.map(known -> known.topology().hosts()).orElse(List.of())) {
                if (host.name().equals(hostName) && table.get().datanode(host).isPresent()) {
                    found.add(InetAddress.getByName(
                            table.get().datanode(host).get().getIpAddr()));
                }
            }
            found.addAll(List.of(InetAddress.getAllByName(hostName)));
        } catch (UnknownHostException e) {
            LOG.debug("no address of {} beside {}", hostName, found);
        }
        return List.copyOf(found);
    }

    /** A view of a remote controller, which also brings the topology. */
    private void adopt(ClusterView view) {
        if (wanted.isEmpty() || wanted.get() != view.topology()) {
            wanted = Optional.of(view.topology());
            refreshQuietly();
        }
        Own judge = own;
        if (judge != null && judge.topology() == view.topology()) {
            judge.detector().reported(view.suspects());
        }
        runtime.model(view);
    }

    /** Reports to whoever judges what DataNodes' heartbeats say; without a controller of its own this NameNode judges itself. */
    private void watchHealth() {
        try {
            Optional<ClusterState> now = runtime.state();
            if (now.isEmpty()) {
                return;
            }
            Topology topology = now.get().topology();
            Optional<FailureDetector> judge =
                    controller.isPresent() ? controller.get().health(topology) : Optional.of(ownJudge(topology));
            judge.ifPresent(detector -> runtime.health().judgedBy(topology, detector));
            hear(now.get().table());
            if (controller.isEmpty()) {
                judge.ifPresent(detector -> runtime.health().suspects(topology, detector.judge(time.nanoTime())));
            }
        } catch (RuntimeException e) {
            rareLog.warn("watchHealth", "Hosts could not be judged", e);
        }
    }

    /** Whatever comes of it, what else is known of hosts is judged. */
    private void hear(DatanodeTable table) {
        try {
            runtime.health().heartbeats(table, heartbeatMillis.getAsLong() * 1_000_000L);
        } catch (RuntimeException e) {
            rareLog.warn("hear", "DataNodes' heartbeats could not be looked at", e);
        }
    }

    private FailureDetector ownJudge(Topology topology) {
        Own before = own;
        if (before == null || before.topology() != topology) {
            own = new Own(
                    topology,
                    before == null
                            ? new FailureDetector(topology)
                            : before.detector().movedTo(topology));
        }
        return own.detector();
    }

    private void keepHouse() {
        try {
            runtime.modeSwitch().poll();
            controller.ifPresent(here -> runtime.modeSwitch().allowEnforcement(here.enforcement()));
            remote.ifPresent(stream -> {
                runtime.modeSwitch().allowEnforcement(stream.enforcement());
                tellAbsence(stream);
            });
        } catch (RuntimeException e) {
            rareLog.warn("keepHouse", "Modes could not be renewed", e);
        }
    }

    /** Says once that no controller answers, and what counts instead; and once that one does again. */
    private void tellAbsence(ViewStream stream) {
        long now = time.nanoTime();
        long heard = Math.max(startedNanos, stream.heardNanos().orElse(startedNanos));
        Optional<String> error = stream.lastError();
        absence.renew(
                error.isPresent() && now - heard > ABSENT_NANOS,
                () -> "Fairlead: no controller answers (" + settings.controllers() + ": " + error.orElse("")
                        + "); stock's choices are used instead",
                () -> "Fairlead: a controller answers again (" + settings.controllers() + "); its view is used",
                now);
    }

    /** Apart from the modes: a remote controller that hangs must not keep the kill switch from being seen. */
    private void explain() {
        try {
            List<DecisionMessage> decided = new ArrayList<>();
            runtime.drainDecisions(decision -> message(decision).ifPresent(decided::add));
            controller.ifPresent(here -> decided.forEach(here.decisions()::add));
            tell.ifPresent(client -> decisions.report(decided, client::decisions));
        } catch (RuntimeException e) {
            rareLog.warn("explain", "Decisions could not be reported", e);
        }
    }

    /** Each by itself: one that cannot be reported takes no others with it. */
    private Optional<DecisionMessage> message(Decision decision) {
        try {
            return Optional.of(decision.message(nameNode));
        } catch (RuntimeException e) {
            rareLog.warn("message", "A decision could not be put into words", e);
            return Optional.empty();
        }
    }

    /** From where the picture comes and where to look, in words. */
    String sourceText() {
        if (!settings.embeddedController()) {
            String list =
                    settings.controllers().stream().map(Endpoint::toString).collect(Collectors.joining(","));
            return "controllers " + list + "; see 'fairlead explain --controller "
                    + settings.controllers().get(0) + "'";
        }
        Endpoint bind = settings.bind();
        InetAddress address = new InetSocketAddress(bind.host(), 0).getAddress();
        boolean everywhere = address != null && address.isAnyLocalAddress();
        Endpoint asked = everywhere ? new Endpoint(Endpoint.of(nameNode).host(), bind.port()) : bind;
        return "its own controller on " + bind + "; see " + (settings.tls().isPresent() ? "https" : "http") + "://"
                + asked + "/ or 'fairlead explain --controller " + asked + "'";
    }
}
