// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.flow.coflow.RunningCoflow;

/** A coflow's flows, those between the same two ports as one. */
final class PortPairs {
    private PortPairs() {}

    /** @param number its place in the trace */
    static RunningCoflow running(Coflow coflow, int number) {
        TreeMap<Integer, Integer> mappersAt = new TreeMap<>();
        for (int i = 0; i < coflow.mappers(); i++) {
            mappersAt.merge(coflow.mapper(i), 1, Integer::sum);
        }
        TreeMap<Integer, Double> bytesAt = new TreeMap<>();
        for (int i = 0; i < coflow.reducers(); i++) {
            bytesAt.merge(coflow.reducer(i), coflow.reducerBytes(i), Double::sum);
        }
        int flows = mappersAt.size() * bytesAt.size();
        int[] sources = new int[flows];
        int[] destinations = new int[flows];
        double[] sizes = new double[flows];
        int flow = 0;
        for (Map.Entry<Integer, Double> reducer : bytesAt.entrySet()) {
            Iterator<Map.Entry<Integer, Integer>> mappers = mappersAt.entrySet().iterator();
            for (; mappers.hasNext(); flow++) {
                Map.Entry<Integer, Integer> mapper = mappers.next();
                sources[flow] = mapper.getKey();
                destinations[flow] = reducer.getKey();
                sizes[flow] = reducer.getValue() * mapper.getValue() / coflow.mappers();
            }
        }
        return new RunningCoflow(number, coflow.arrivalSeconds(), sources, destinations, sizes);
    }
}
