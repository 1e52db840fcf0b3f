// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.Arrays;

/**
 * The unfinished flows of a coflow at each of its ports, in one direction. A port goes by its place among the coflow's ports, which stand in rising
 * order, so that memory is by flows, however many ports the fabric has.
 */
final class PortFlows {
    /** By place: the port. One stays here when its last flow ends. */
    private final int[] ports;
    /** By place: where its flows begin in {@link #flows}. */
    private final int[] starts;
    /** By place: how many have not ended. */
    private final int[] counts;

    private final int[] flows;
    /** By flow: where it stands in {@link #flows}. */
    private final int[] positions;
    /** By flow: the place of its port. */
    private final int[] placeOf;

    PortFlows(int[] portOf) {
        ports = Arrays.stream(portOf).sorted().distinct().toArray();
        starts = new int[ports.length + 1];
        counts = new int[ports.length];
        placeOf = new int[portOf.length];
        for (int flow = 0; flow < portOf.length; flow++) {
            placeOf[flow] = place(portOf[flow]);
            counts[placeOf[flow]]++;
        }
        for (int place = 0; place < ports.length; place++) {
            starts[place + 1] = starts[place] + counts[place];
        }
        flows = new int[portOf.length];
        positions = new int[portOf.length];
        int[] next = Arrays.copyOf(starts, ports.length);
        for (int flow = 0; flow < portOf.length; flow++) {
            positions[flow] = next[placeOf[flow]]++;
            flows[positions[flow]] = flow;
        }
    }

    /** How many ports have or had flows. */
    int ports() {
        return ports.length;
    }

    /** The port at a place. */
    int port(int place) {
        return ports[place];
    }

    /** The place of a port; negative when the coflow has no flow there. */
    int place(int port) {
        return Arrays.binarySearch(ports, port);
    }

    /** How many flows have not ended. */
    int count(int place) {
        return counts[place];
    }

    /** The {@code index}-th of the flows that have not ended. */
    int flow(int place, int index) {
        return flows[starts[place] + index];
    }

    void remove(int flow) {
        int place = placeOf[flow];
        int last = starts[place] + --counts[place];
        int position = positions[flow];
        int other = flows[last];
        flows[position] = other;
        positions[other] = position;
        flows[last] = flow;
        positions[flow] = last;
    }

    /** The sum of a value over the unfinished flows. */
    double sum(int place, double[] values) {
        double sum = 0;
        int end = starts[place] + counts[place];
        for (int i = starts[place]; i < end; i++) {
            sum += values[flows[i]];
        }
        return sum;
    }

    /** The largest of the ports' sums. */
    double largestSum(double[] values) {
        double largest = 0;
        for (int place = 0; place < ports.length; place++) {
            largest = Math.max(largest, sum(place, values));
        }
        return largest;
    }
}
