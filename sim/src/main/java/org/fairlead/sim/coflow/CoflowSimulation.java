package org.fairlead.sim.coflow;

import java.util.List;
import org.fairlead.sim.engine.Watcher;

/** Runs a trace of coflows under an order until all have ended. */
public final class CoflowSimulation {
    private CoflowSimulation() {}

    /** The names of all orders. */
    public static List<String> orders() {
        return List.of();
    }

    /**
     * @param portBytesPerSecond of every port, in each direction
     * @throws IllegalArgumentException that says which orders there are
     */
    public static CoflowOutcome run(CoflowTrace trace, String order, double portBytesPerSecond, Watcher watcher) {
        boolean wanted = watcher.goOn(0, trace.coflows().size());
        throw new UnsupportedOperationException("not built yet: " + order + " at " + portBytesPerSecond + wanted);
    }
}
