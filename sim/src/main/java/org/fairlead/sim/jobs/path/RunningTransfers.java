// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.ServedUnits;

/** The transfers that cross the network now, in the order in which they began, and how many shares of each link they have. */
final class RunningTransfers {
    private final Engine engine;
    private final ServedUnits meter;
    /** By link: the sum of weights times usages. */
    private final double[] weights;

    private final Map<Integer, RunningTransfer> running = new LinkedHashMap<>();

    RunningTransfers(Engine engine, ServedUnits meter, int links) {
        this.engine = engine;
        this.meter = meter;
        weights = new double[links];
    }

    void begun(RunningTransfer transfer) {
        running.put(transfer.activity, transfer);
        count(transfer, 1);
    }

    /** @return the transfer of an activity; empty for one that crosses no network */
    Optional<RunningTransfer> left(int activity) {
        Optional<RunningTransfer> transfer = Optional.ofNullable(running.remove(activity));
        transfer.ifPresent(known -> count(known, -1));
        return transfer;
    }

    private void count(RunningTransfer transfer, int sign) {
        for (int i = 0; i < transfer.resources.length; i++) {
            int resource = transfer.resources[i];
            if (isLink(resource)) {
                weights[resource] = Math.max(0, weights[resource] + sign * transfer.weight * transfer.usage(i));
            }
        }
    }

    Collection<RunningTransfer> all() {
        return running.values();
    }

    boolean isEmpty() {
        return running.isEmpty();
    }

    Engine engine() {
        return engine;
    }

    boolean isLink(int resource) {
        return resource < weights.length;
    }

    /** Sum of the weights of those that cross a link, each by how much of its bytes does. */
    double weightOn(int link) {
        return weights[link];
    }

    /** A leg goes on over another path with what remains. */
    void move(RunningTransfer transfer, RunningTransfer.Leg leg, int path) {
        if (path == leg.path) {
            return;
        }
        int[] resources = leg.over(path, transfer.resources);
        count(transfer, -1);
        meter.moves(transfer.activity, engine.remaining(transfer.activity), resources, transfer.usages);
        engine.move(transfer.activity, resources, transfer.usages);
        leg.path = path;
        transfer.resources = resources;
        count(transfer, 1);
    }
}
