// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.flow.pattern.NonBlockingNetwork;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * Flows that belong together: one application's, which requests them of the contender's controller where there is one.
 *
 * @param subject what checks call them
 * @param failures of links while they run
 */
public record FlowGroup(String subject, List<HostFlow> flows, List<LinkFailure> failures) {
    /** Of a full Ethernet frame that carries TCP over IPv4 with timestamps: 1448 of 1514 bytes are payload, and a link's rate counts all. */
    public static final double PAYLOAD = 1448.0 / 1514;

    /** A flow is given up when it takes so many times as long as with a link to itself, and a minute. */
    private static final int SLOWEST = 40;

    public FlowGroup {
        flows = List.copyOf(flows);
        failures = List.copyOf(failures);
    }

    /**
     * What became of them.
     *
     * @param outcomes in the order of the flows
     * @param ideal what each would have had in a network that never blocks, bytes of payload per second
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on within a round, never compared
    public record Result(List<FlowOutcome> outcomes, double[] ideal, List<Check> checks) {
        /** The mean over all flows of what each had of its ideal. */
        public double meanShareOfIdeal() {
            double sum = 0;
            for (int flow = 0; flow < ideal.length; flow++) {
                sum += outcomes.get(flow).bytesPerSecond() / ideal[flow];
            }
            return sum / ideal.length;
        }

        /** Of all flows, from the first start to the last end. */
        public double bytesPerSecond() {
            double start = outcomes.stream()
                    .mapToDouble(FlowOutcome::startSeconds)
                    .min()
                    .orElseThrow();
            double end =
                    outcomes.stream().mapToDouble(FlowOutcome::endSeconds).max().orElseThrow();
            return outcomes.stream().mapToLong(FlowOutcome::countedBytes).sum() / (end - start);
        }
    }

    /**
     * Runs them until all that was sent has arrived.
     *
     * @throws ClusterException if that fails
     */
    public Result run(ClusterSite site, HdfsCluster hdfs, CableFailures cables, Topology topology)
            throws InterruptedException {
        double[] ideal = NonBlockingNetwork.meanRates(
                topology,
                flows.stream()
                        .map(flow -> new NonBlockingNetwork.Flow(
                                topology.host(flow.from()),
                                topology.host(flow.to()),
                                flow.startSeconds(),
                                flow.isTimed() ? flow.seconds() : Double.POSITIVE_INFINITY,
                                flow.isTimed() ? Double.POSITIVE_INFINITY : flow.bytes()))
                        .toList(),
                PAYLOAD);
        try (HostFlows running = HostFlows.open(site.hosts(), hdfs.flowPort(), flows)) {
            Optional<FlowRequester> requester = hdfs.controller()
                    .map(controller -> FlowRequester.open(
                            site.hosts(),
                            site.layout().driver(),
                            controller,
                            new TelemetryFiles(site.directory()).applicationToken(),
                            () -> requests(running, topology)));
            List<Check> checks = new ArrayList<>();
            try {
                running.start(() -> requester.ifPresent(FlowRequester::changed));
                if (failures.isEmpty()) {
                    running.await(atMost(topology));
                } else {
                    checks.add(awaitUnderFailures(running, cables, topology));
                }
            } finally {
                requester.ifPresent(FlowRequester::close);
            }
            List<FlowOutcome> outcomes = running.outcomes();
            checks.add(allArrived(outcomes));
            requester.ifPresent(each -> checks.add(each.taken(subject)));
            return new Result(outcomes, ideal, List.copyOf(checks));
        }
    }

    private Check awaitUnderFailures(HostFlows running, CableFailures cables, Topology topology)
            throws InterruptedException {
        try (FailingLinks failing = FailingLinks.start(cables, failures)) {
            try {
                running.await(atMost(topology));
            } catch (ClusterException e) {
                throw new ClusterException(
                        e.getMessage() + "; " + failing.asScheduled(subject).detail(), e);
            }
            return failing.asScheduled(subject);
        }
    }

    private Check allArrived(List<FlowOutcome> outcomes) {
        List<String> wrong = outcomes.stream()
                .filter(each -> each.sentBytes() == 0
                        || each.sentBytes() != each.receivedBytes()
                        || (each.flow().bytes() > 0
                                && each.sentBytes() != each.flow().bytes()))
                .map(each -> each.flow() + " " + each.receivedBytes() + " of " + each.sentBytes())
                .toList();
        return Check.differences("bytes that flows sent arrive (" + subject + ")", flows.size() + " flows", wrong);
    }

    private static List<FlowRequests.Flow> requests(HostFlows running, Topology topology) {
        return running.going().stream()
                .map(going -> {
                    double most = narrowest(topology, going.flow());
                    long bytes = going.flow().isTimed() ? Math.round(most * going.leftSeconds()) : going.leftBytes();
                    return FlowRequests.Flow.of(
                            going.number() + 1L,
                            going.flow().from(),
                            going.flow().to(),
                            TrafficClass.SHUFFLE,
                            Math.max(1, bytes),
                            Math.round(most));
                })
                .toList();
    }

    /** Of the two hosts' own links. */
    private static double narrowest(Topology topology, HostFlow flow) {
        return Arrays.stream(new int[] {
                    topology.routes().upLink(topology.host(flow.from()).index()),
                    topology.routes().downLink(topology.host(flow.to()).index())
                })
                .mapToDouble(link -> topology.links().get(link).bytesPerSecond())
                .min()
                .orElseThrow();
    }

    private Duration atMost(Topology topology) {
        double seconds = flows.stream()
                .mapToDouble(flow ->
                        flow.startSeconds() + flow.seconds() + SLOWEST * flow.bytes() / narrowest(topology, flow))
                .max()
                .orElse(0);
        return Duration.ofSeconds(60 + Math.round(seconds));
    }
}
