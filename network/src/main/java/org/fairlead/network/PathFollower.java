// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;

/**
 * Follows what controllers plan for one host's sending or for everybody's, a long poll to each on a daemon thread of its own, and has it carried out ({@link PlanReconciler}) as far as it
 * counts ({@link PlanIntake}). A controller that is silent, of another topology, or that enforces nothing leaves all to the network: its last plan ends by itself, within seconds.
 */
public final class PathFollower implements AutoCloseable {
    private static final String KIND = "fairlead-paths-view";
    private static final String OTHERWISE = "the network decides";

    /** Whose sending it is about; empty: everybody's. */
    private final Optional<Host> host;

    private final Set<TrafficClass> classes;
    private final Topology topology;
    private final PlanReconciler reconciler;
    private final PlanIntake intake;
    private PlanPolls polls;

    /** @param classes that are carried out here; of the others nothing is planned for this host */
    PathFollower(
            Optional<Host> host,
            Set<TrafficClass> classes,
            Topology topology,
            PlanReconciler reconciler,
            TimeSource time) {
        this.host = host;
        this.classes = classes;
        this.topology = topology;
        this.reconciler = reconciler;
        intake = new PlanIntake(topology, "plans paths", OTHERWISE, time);
    }

    /**
     * Begins to follow, by the driver of a file.
     *
     * @param settings in YAML, see docs/network.md
     * @param host this one, by its name in the topology
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     * @throws IllegalArgumentException if there is no such host, or a token would travel in clear
     * @throws IOException if the network cannot be told anything
     */
    public static PathFollower start(
            String host,
            Topology topology,
            List<Endpoint> controllers,
            Credentials credentials,
            Path settings,
            TimeSource time)
            throws IOException {
        if (!(topology.node(host).orElse(null) instanceof Host self)) {
            throw new IllegalArgumentException("no host '" + host + "' in topology '" + topology.name() + "'");
        }
        try {
            NetworkDriver driver = NetworkDrivers.open(Yaml.read(settings), topology, time);
            return start(Optional.of(self), topology, controllers, credentials, driver, time);
        } catch (DriverException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Begins to follow.
     *
     * @param host whose sending it is about; empty: everybody's, for a driver that reaches all of the network
     * @param topology by which the driver numbers paths
     * @param driver is the follower's from now on
     * @throws IllegalArgumentException if a token would travel in clear
     */
    public static PathFollower start(
            Optional<Host> host,
            Topology topology,
            List<Endpoint> controllers,
            Credentials credentials,
            NetworkDriver driver,
            TimeSource time) {
        IntPredicate sources = source -> host.isEmpty() || host.get().index() == source;
        PathFollower follower =
                new PathFollower(host, driver.classes(), topology, PlanReconciler.start(driver, sources, time), time);
        follower.polls = PlanPolls.start(KIND, controllers, credentials, follower::ask, OTHERWISE, time);
        return follower;
    }

    /** The paths that stand at this moment. */
    public Map<FlowUnit, PathChoice> held() {
        return reconciler.held();
    }

    private PlanPolls.Known ask(ControllerClient client, PlanPolls.Known known) throws IOException {
        PathsMessage message =
                client.paths(host.map(Host::name).orElse(""), classes, known.number(), known.epoch(), PlanPolls.WAIT);
        take(message);
        return new PlanPolls.Known(message.plan(), message.epoch());
    }

    /** @return whether the plan is the one that counts now */
    boolean take(PathsMessage message) {
        PlanIntake.Offer offer = new PlanIntake.Offer(
                message.controller(),
                message.topologyId(),
                message.epoch(),
                message.plan(),
                message.enforced(),
                message.validMillis());
        return intake.take(offer, accepted -> {
            Map<FlowUnit, PathPlan.Held> paths = accepted.usable() ? paths(message, accepted.nowNanos()) : Map.of();
            return reconciler.offer(new PathPlan(accepted.number(), accepted.untilNanos(), paths), message.epoch());
        });
    }

    private Map<FlowUnit, PathPlan.Held> paths(PathsMessage message, long nowNanos) {
        Map<FlowUnit, PathPlan.Held> paths = new LinkedHashMap<>();
        for (PathsMessage.Pair pair : message.pairs()) {
            boolean asked = host.isEmpty() || pair.from().equals(host.get().name());
            if (asked
                    && topology.node(pair.from()).orElse(null) instanceof Host from
                    && topology.node(pair.to()).orElse(null) instanceof Host to) {
                paths.put(
                        new FlowUnit(from.index(), to.index(), TrafficClass.named(pair.trafficClass())),
                        new PathPlan.Held(new PathChoice(pair.path()), nowNanos, (double) pair.bytesPerSecond()));
            }
        }
        return paths;
    }

    /** Has the driver take back all that is its own, and waits for that. */
    @Override
    public void close() {
        if (polls != null) {
            polls.close();
        }
        reconciler.close();
    }
}
