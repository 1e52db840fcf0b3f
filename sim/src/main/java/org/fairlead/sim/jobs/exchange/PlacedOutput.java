// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlan;
import org.fairlead.core.task.MapOutputMatrix;

/** What schedulers see of a shuffle that is exchanged: map output where its plan has it. */
public final class PlacedOutput implements OutputPlaces {
    private final ExchangePlan plan;
    private final int[] hosts;
    private final int nodes;

    /**
     * @param hosts by number in the plan, the index in the topology; not changed any more
     * @param nodes indices that there are
     */
    public PlacedOutput(ExchangePlan plan, int[] hosts, int nodes) {
        this.plan = plan;
        this.hosts = hosts;
        this.nodes = nodes;
    }

    /** The host on which the plan has a task run. */
    @Override
    public int[] hosts(int task) {
        return new int[] {hosts[plan.owner(task)]};
    }

    /** Who sends what each task receives when all is in its place. What lies in the store counts as its owner's. */
    @Override
    public MapOutputMatrix matrix() {
        ByteMatrix bytes = plan.bytes();
        MapOutputMatrix.Builder builder = new MapOutputMatrix.Builder();
        for (int task = 0; task < bytes.partitions(); task++) {
            double[] row = new double[nodes];
            for (int from = 0; from < bytes.rows(); from++) {
                int host = plan.host(from, task);
                row[hosts[host == ExchangePlan.NO_HOST ? plan.owner(task) : host]] += bytes.bytes(from, task);
            }
            builder.add(task, row);
        }
        return builder.build();
    }
}
