// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.prediction.ReceiveRates;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * From which replica input is fetched ahead.
 *
 * <p><b>Goals.</b> A fetch begins now, its task later: what links and sources have to give at present counts, not what they are foreseen to have at the launch.
 *
 * <p><b>Constraints.</b> Where nothing is measured, the replica stays from which the policy would have the task read.
 *
 * <p><b>Algorithm.</b> r = what the host can receive from a replica now, what its disk can read besides, and what a source that is known to be slow gives. Of the replicas with at least {@value #NEAR} of the most r: that one from which tasks that run and requests that stand have
 * least to read; of equal ones the policy's, then the first.
 *
 * <p><b>Example.</b> The host receives 12 MB/s from h1, h2 and h3, of which its own link is the limit. Running tasks have 30 MB to read from h1, a standing request 8 MB from h2. The policy foresees a launch in 5 s, when those have ended, and named h1. It is fetched from h3.
 *
 * <p><b>Source.</b> Ours. FlexFetch does not say which replica it fetches from. For one look-ahead, of one thread.
 */
final class FetchSources {
    static final double NEAR = 0.95;

    private final ClusterSnapshot snapshot;
    private final Routes routes;
    private final Headroom headroom;
    private final boolean isBlind;
    /** By host, bytes of requests that stand or are made. */
    private final double[] requested;

    private final Set<Input> counted = new HashSet<>();

    /** What a task reads. */
    private record Input(StageAttempt stage, int task) {}

    /** @param standing requests that are carried out */
    FetchSources(ClusterSnapshot snapshot, List<PrefetchRequest> standing, long nowNanos) {
        this.snapshot = snapshot;
        routes = snapshot.topology().routes();
        headroom = new Headroom(routes, snapshot.network(), nowNanos);
        isBlind = snapshot.network().isBlind(nowNanos);
        requested = new double[snapshot.topology().nodes().size()];
        standing.forEach(this::add);
    }

    /** A request is made; one for a task whose input was requested before says nothing new. */
    void add(PrefetchRequest request) {
        if (!request.isFromStore() && counted.add(new Input(request.stage(), request.task()))) {
            requested[request.source()] += request.bytes();
        }
    }

    /**
     * The replica to fetch from.
     *
     * @param holders hosts with a replica, by index
     * @param host that fetches; it has none
     * @param named the replica from which the policy would have the task read
     * @param most bytes per second that a host gives, as far as it is known to be slow; infinite where it is not
     */
    int best(int[] holders, int host, int named, IntToDoubleFunction most) {
        if (isBlind || holders.length < 2) {
            return named;
        }
        ReceiveRates reach = ReceiveRates.ofFew(routes, headroom, host, TrafficClass.BLOCK_READ);
        double[] rates = new double[holders.length];
        double fastest = 0;
        for (int i = 0; i < holders.length; i++) {
            double disk = Math.min(headroom.read(holders[i]), most.applyAsDouble(holders[i]));
            rates[i] = Math.min(reach.from(holders[i]), disk);
            fastest = Math.max(fastest, rates[i]);
        }
        int best = named;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < holders.length; i++) {
            double left = rates[i] >= NEAR * fastest ? toRead(holders[i]) : Double.POSITIVE_INFINITY;
            if (left < least || (left == least && holders[i] == named)) {
                best = holders[i];
                least = left;
            }
        }
        return best;
    }

    private double toRead(int source) {
        return snapshot.bytesToRead(source) + requested[source];
    }
}
