// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import java.util.Arrays;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.engine.RunObserver;

/** Runs a trace as if nobody knew of coflows: all flows of all coflows share the ports max-min fairly. */
final class PerFlowRun implements EventHandler {
    private final CoflowTrace trace;
    private final Engine engine;
    private final double[] finishSeconds;
    /** By coflow: flows that have not ended. */
    private final int[] left;

    private long flows;
    private long ended;

    PerFlowRun(CoflowTrace trace, double portBytesPerSecond) {
        this.trace = trace;
        double[] capacities = new double[2 * trace.ports()];
        Arrays.fill(capacities, portBytesPerSecond);
        engine = new Engine(SharingRule.MAX_MIN, capacities, this);
        finishSeconds = new double[trace.coflows().size()];
        Arrays.fill(finishSeconds, Double.NaN);
        left = new int[finishSeconds.length];
    }

    CoflowOutcome run(String name, RunObserver watcher) {
        for (int i = 0; i < finishSeconds.length; i++) {
            engine.at(trace.coflows().get(i).arrivalSeconds(), 0, i);
            flows += trace.coflows().get(i).flows();
        }
        boolean complete = engine.run(() -> watcher.goOn(ended, flows));
        return new CoflowOutcome(
                name,
                "nobody knows of coflows: all flows share the ports max-min fairly; blind to sizes; rates anew when a flow starts or ends",
                false,
                finishSeconds,
                complete);
    }

    @Override
    public void timer(int kind, long payload) {
        Coflow coflow = trace.coflows().get((int) payload);
        left[(int) payload] = coflow.flows();
        for (int reducer = 0; reducer < coflow.reducers(); reducer++) {
            double bytes = coflow.reducerBytes(reducer) / coflow.mappers();
            for (int mapper = 0; mapper < coflow.mappers(); mapper++) {
                int[] ports = {coflow.mapper(mapper), trace.ports() + coflow.reducer(reducer)};
                engine.start(ports, bytes, payload);
            }
        }
    }

    @Override
    public void ended(int activity, long payload) {
        ended++;
        if (--left[(int) payload] == 0) {
            finishSeconds[(int) payload] = engine.now();
        }
    }
}
