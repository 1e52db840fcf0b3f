// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

/**
 * What became of input that was to be fetched ahead, in bytes; each byte that was asked for is in one of the first four.
 *
 * @param inTime was there when its task began to read, and was read from memory
 * @param late came after its task had begun to read, which waited for it
 * @param wasted was fetched, and read by nobody
 * @param cancelled was asked for, and not fetched: the request was given up, or its task came before it
 * @param kept was read from memory because its host had read it before; nobody had asked for it
 */
public record FetchedBytes(double inTime, double late, double wasted, double cancelled, double kept) {
    public static final FetchedBytes NOTHING = new FetchedBytes(0, 0, 0, 0, 0);

    /** What went over the network for it. */
    public double fetched() {
        return inTime + late + wasted;
    }

    public double requested() {
        return fetched() + cancelled;
    }

    /** Of two runs together. */
    public FetchedBytes and(FetchedBytes other) {
        return new FetchedBytes(
                inTime + other.inTime,
                late + other.late,
                wasted + other.wasted,
                cancelled + other.cancelled,
                kept + other.kept);
    }
}
