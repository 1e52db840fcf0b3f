package org.fairlead.sim.coflow;

import java.util.Arrays;
import org.fairlead.core.flow.coflow.RunningCoflow;

/** A coflow's flows, those between the same two ports as one. */
final class PortPairs {
    private PortPairs() {}

    /** @param number its place in the trace */
    static RunningCoflow running(Coflow coflow, int number, int ports) {
        long[] mappersAt = new long[ports];
        for (int i = 0; i < coflow.mappers(); i++) {
            mappersAt[coflow.mapper(i)]++;
        }
        double[] bytesAt = new double[ports];
        boolean[] reduces = new boolean[ports];
        for (int i = 0; i < coflow.reducers(); i++) {
            bytesAt[coflow.reducer(i)] += coflow.reducerBytes(i);
            reduces[coflow.reducer(i)] = true;
        }
        int most = coflow.flows();
        int[] sources = new int[most];
        int[] destinations = new int[most];
        double[] sizes = new double[most];
        int flows = 0;
        for (int reducer = 0; reducer < ports; reducer++) {
            for (int mapper = 0; reduces[reducer] && mapper < ports; mapper++) {
                if (mappersAt[mapper] > 0) {
                    sources[flows] = mapper;
                    destinations[flows] = reducer;
                    sizes[flows] = bytesAt[reducer] * mappersAt[mapper] / coflow.mappers();
                    flows++;
                }
            }
        }
        return new RunningCoflow(
                number,
                coflow.arrivalSeconds(),
                ports,
                Arrays.copyOf(sources, flows),
                Arrays.copyOf(destinations, flows),
                Arrays.copyOf(sizes, flows));
    }
}
