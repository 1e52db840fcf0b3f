// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RateLedger;
import org.fairlead.core.network.rate.RatePlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.PlanIntake;
import org.fairlead.network.PlanPolls;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.RatesMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * Follows which rates controllers have one host or switch guarantee, a long poll to each, and has them carried out ({@link RateKeeper}) as far as they count
 * ({@link PlanIntake}). A controller that is silent, of another topology, or that enforces nothing has nothing guaranteed: its last word ends by itself, within seconds.
 */
public final class RateFollower implements AutoCloseable {
    private static final String KIND = "fairlead-rates-view";
    private static final String OTHERWISE = "nothing is guaranteed by it";
    /** Whose a rate is, a device does not ask. */
    private static final String ANY_APPLICATION = "";

    private final Node device;
    private final Topology topology;
    private final RateKeeper keeper;
    private final PlanIntake intake;
    private PlanPolls polls;

    RateFollower(Node device, Topology topology, RateKeeper keeper, TimeSource time) {
        this.device = device;
        this.topology = topology;
        this.keeper = keeper;
        intake = new PlanIntake(topology, "has rates", OTHERWISE, time);
    }

    /**
     * Begins to follow, by the driver of a file. Threads belong to the network namespace of the calling one.
     *
     * @param device a host's or switch's name in the topology
     * @param settings in YAML, see docs/network.md: of a driver that guarantees rates; its {@code node} is this device
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     * @throws IllegalArgumentException if there is no such host or switch, or a token would travel in clear
     * @throws IOException if the device is not prepared
     */
    public static RateFollower start(
            String device,
            Topology topology,
            List<Endpoint> controllers,
            Credentials credentials,
            Path settings,
            TimeSource time)
            throws IOException {
        Node node = topology.node(device)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no host or switch '" + device + "' in topology '" + topology.name() + "'"));
        YamlNode read = Yaml.read(settings);
        read.required(RateSettings.DRIVER).oneOf(List.of(RateDrivers.HTB)); // a controller counts on whoever follows
        YamlNode written = read.required(RateSettings.NODE);
        if (!written.text().equals(device)) {
            throw written.invalid("'" + written.text() + "' is another node than '" + device + "', which runs this");
        }
        try {
            RateKeeper keeper = RateKeeper.start(RateDrivers.open(read, topology, time), node, time);
            return start(node, topology, controllers, credentials, keeper, time);
        } catch (DriverException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Begins to follow. Controllers are asked from the network namespace of the calling thread, which may be another one than the keeper's: switches often have a network of their own for that.
     *
     * @param keeper is the follower's from now on; its driver {@linkplain RateDriver#guarantees guarantees} rates
     * @throws IllegalArgumentException if a token would travel in clear
     */
    public static RateFollower start(
            Node device,
            Topology topology,
            List<Endpoint> controllers,
            Credentials credentials,
            RateKeeper keeper,
            TimeSource time) {
        RateFollower follower = new RateFollower(device, topology, keeper, time);
        boolean complete = false;
        try {
            follower.polls = PlanPolls.start(KIND, controllers, credentials, follower::ask, OTHERWISE, time);
            complete = true;
            return follower;
        } finally {
            if (!complete) {
                follower.close();
            }
        }
    }

    /** Whose rates stand on the device at this moment. */
    public Set<FlowUnit> held() {
        return keeper.held();
    }

    private PlanPolls.Known ask(ControllerClient client, PlanPolls.Known known) throws IOException {
        RatesMessage message = client.rates(device.name(), known.number(), known.epoch(), PlanPolls.WAIT);
        take(message);
        return new PlanPolls.Known(message.number(), message.epoch());
    }

    /** @return whether the message is the one that counts now */
    boolean take(RatesMessage message) {
        // one that enforces nothing says so by a validity of 0
        PlanIntake.Offer offer = new PlanIntake.Offer(
                message.controller(),
                message.topologyId(),
                message.epoch(),
                message.number(),
                true,
                message.validMillis());
        return intake.take(offer, accepted -> {
            long until = accepted.untilNanos();
            List<RateAllotment> allotments = accepted.usable() ? allotments(message, until) : List.of();
            return keeper.offer(new RatePlan(accepted.number(), until, allotments));
        });
    }

    private List<RateAllotment> allotments(RatesMessage message, long untilNanos) {
        EvenSplit paths = new EvenSplit(topology.routes());
        List<RateAllotment> allotments = new ArrayList<>();
        for (RatesMessage.Allotment each : message.allotments()) {
            if (topology.node(each.from()).orElse(null) instanceof Host from
                    && topology.node(each.to()).orElse(null) instanceof Host to) {
                FlowUnit unit = new FlowUnit(from.index(), to.index(), TrafficClass.named(each.trafficClass()));
                allotments.add(new RateAllotment(
                        unit,
                        ANY_APPLICATION,
                        each.codepoint(),
                        each.bytesPerSecond(),
                        RateLedger.links(paths, unit),
                        untilNanos));
            }
        }
        return allotments;
    }

    /** Has the driver take back all that is its own, and waits for that. */
    @Override
    public void close() {
        if (polls != null) {
            polls.close();
        }
        keeper.close();
    }
}
