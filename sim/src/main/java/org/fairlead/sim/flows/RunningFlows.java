// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector.RunningFlow;
import org.fairlead.sim.engine.Engine;

/** The flows that cross links now, as path selection sees them. */
final class RunningFlows implements LinkState {
    private final Engine engine;
    private final FlowTable table;
    private final FlowResources resources;
    private final int[] crossing;

    RunningFlows(Engine engine, FlowTable table, FlowResources resources) {
        this.engine = engine;
        this.table = table;
        this.resources = resources;
        crossing = new int[resources.links()];
    }

    @Override
    public double capacity(int link) {
        return engine.capacity(link);
    }

    @Override
    public double load(int link) {
        return engine.load(link);
    }

    @Override
    public int flows(int link) {
        return crossing[link];
    }

    /** Counts a flow on its links, or off them. */
    void count(int[] path, int more) {
        for (int resource : path) {
            if (resources.isLink(resource)) {
                crossing[resource] += more;
            }
        }
    }

    boolean isUp(int[] path) {
        for (int resource : path) {
            if (resources.isLink(resource) && engine.capacity(resource) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Running activities by the rows of their flows: each the row times 2³² plus the activity. */
    long[] byRow() {
        long[] running = new long[engine.running()];
        int count = 0;
        for (int activity = 0; activity < engine.bound(); activity++) {
            if (engine.runs(activity)) {
                running[count++] = engine.payload(activity) << 32 | activity;
            }
        }
        Arrays.sort(running);
        return running;
    }

    List<RunningFlow> crossingLinks(long[] byRow) {
        List<RunningFlow> flows = new ArrayList<>(byRow.length);
        for (long entry : byRow) {
            int row = (int) (entry >>> 32);
            int[] path = engine.resources((int) entry);
            int hops = resources.hops(path);
            if (hops > 0) {
                flows.add(new Seen(row, table, engine.rate((int) entry), hops, path));
            }
        }
        return flows;
    }

    private static final class Seen implements RunningFlow {
        private final int row;
        private final FlowTable table;
        private final double bytesPerSecond;
        private final int hops;
        private final int[] path;

        Seen(int row, FlowTable table, double bytesPerSecond, int hops, int[] path) {
            this.row = row;
            this.table = table;
            this.bytesPerSecond = bytesPerSecond;
            this.hops = hops;
            this.path = path;
        }

        @Override
        public long flow() {
            return row;
        }

        @Override
        public int source() {
            return table.source(row);
        }

        @Override
        public int destination() {
            return table.destination(row);
        }

        @Override
        public double bytesPerSecond() {
            return bytesPerSecond;
        }

        @Override
        public int hops() {
            return hops;
        }

        @Override
        public int link(int hop) {
            return path[hop];
        }
    }
}
