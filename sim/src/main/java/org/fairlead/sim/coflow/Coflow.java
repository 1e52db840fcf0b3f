package org.fairlead.sim.coflow;

/**
 * A shuffle: every mapper sends to every reducer, and it is done when all have sent. All its flows start at its arrival.
 *
 * @param id as the trace calls it
 * @param mappers the ports that send, one for each mapper; a port may stand several times
 * @param reducers the ports that receive, one for each reducer; a port may stand several times
 * @param reducerBytes what each reducer receives in all, evenly from every mapper; at least 0
 */
public record Coflow(String id, double arrivalSeconds, int[] mappers, int[] reducers, double[] reducerBytes) {
    public int flows() {
        return mappers.length * reducers.length;
    }
}
