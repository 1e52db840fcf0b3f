// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

/**
 * A shuffle: every mapper sends to every reducer, and it is done when all have sent. All its flows start at its arrival. Immutable.
 */
public final class Coflow {
    private final String id;
    private final double arrivalSeconds;
    private final int[] mappers;
    private final int[] reducers;
    private final double[] reducerBytes;

    /**
     * @param id as the trace calls it
     * @param mappers the ports that send, one for each mapper; a port may stand several times
     * @param reducers the ports that receive, one for each reducer; a port may stand several times
     * @param reducerBytes what each reducer receives in all, evenly from every mapper; at least 0
     */
    public Coflow(String id, double arrivalSeconds, int[] mappers, int[] reducers, double[] reducerBytes) {
        if (reducers.length != reducerBytes.length) {
            throw new IllegalArgumentException(reducerBytes.length + " sizes for " + reducers.length + " reducers");
        }
        this.id = id;
        this.arrivalSeconds = arrivalSeconds;
        this.mappers = mappers.clone();
        this.reducers = reducers.clone();
        this.reducerBytes = reducerBytes.clone();
    }

    public String id() {
        return id;
    }

    public double arrivalSeconds() {
        return arrivalSeconds;
    }

    public int mappers() {
        return mappers.length;
    }

    public int reducers() {
        return reducers.length;
    }

    /** The port of a mapper. */
    public int mapper(int index) {
        return mappers[index];
    }

    /** The port of a reducer. */
    public int reducer(int index) {
        return reducers[index];
    }

    /** What a reducer receives in all. */
    public double reducerBytes(int index) {
        return reducerBytes[index];
    }

    public int flows() {
        return mappers.length * reducers.length;
    }
}
