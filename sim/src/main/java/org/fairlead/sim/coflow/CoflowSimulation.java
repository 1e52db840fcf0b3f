// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.flow.coflow.CoflowOrders;
import org.fairlead.core.flow.coflow.RunningCoflow;
import org.fairlead.sim.engine.RunObserver;

/** Runs a trace of coflows under an order until all have ended. */
public final class CoflowSimulation {
    /** Every coflow as if there were no other: no order gives any coflow less. */
    public static final String ALONE = "alone";

    /** No order at all. */
    public static final String PER_FLOW = "max-min";

    private CoflowSimulation() {}

    /** The names of all orders, of none, and of the bound, which stands last. */
    public static List<String> orders() {
        List<String> names = new ArrayList<>(CoflowOrders.names());
        names.add(PER_FLOW);
        names.add(ALONE);
        return List.copyOf(names);
    }

    /**
     * @param portBytesPerSecond of every port, in each direction
     * @throws IllegalArgumentException that says which orders there are
     */
    public static CoflowOutcome run(CoflowTrace trace, String order, double portBytesPerSecond, RunObserver watcher) {
        if (order.equals(ALONE)) {
            return alone(trace, portBytesPerSecond);
        }
        if (order.equals(PER_FLOW)) {
            return new PerFlowRun(trace, portBytesPerSecond).run(order, watcher);
        }
        if (!orders().contains(order)) {
            throw new IllegalArgumentException(
                    "no coflow order '" + order + "'; there are " + String.join(", ", orders()));
        }
        return new OrderedRun(trace, CoflowOrders.named(order, trace.ports()), portBytesPerSecond).run(watcher);
    }

    private static CoflowOutcome alone(CoflowTrace trace, double portBytesPerSecond) {
        double[] finishSeconds = new double[trace.coflows().size()];
        for (int i = 0; i < finishSeconds.length; i++) {
            RunningCoflow coflow = PortPairs.running(trace.coflows().get(i), i);
            finishSeconds[i] = trace.coflows().get(i).arrivalSeconds() + coflow.bottleneckBytes() / portBytesPerSecond;
        }
        return new CoflowOutcome(
                ALONE,
                "the bound: every coflow as if it were alone, its busiest port never idle",
                true,
                finishSeconds,
                true);
    }
}
