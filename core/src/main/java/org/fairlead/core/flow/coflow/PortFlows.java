package org.fairlead.core.flow.coflow;

import java.util.Arrays;

/** The unfinished flows of a coflow at each of its ports, in one direction. */
final class PortFlows {
    /** The ports that have flows, in rising order; a port stays here when its last flow ends. */
    private final int[] used;
    /** By port: where its flows begin in {@link #flows}. */
    private final int[] starts;
    /** By port: how many have not ended. */
    private final int[] counts;

    private final int[] flows;
    /** By flow: where it stands in {@link #flows}. */
    private final int[] places;

    PortFlows(int ports, int[] portOf) {
        starts = new int[ports + 1];
        counts = new int[ports];
        for (int port : portOf) {
            counts[port]++;
        }
        int[] found = new int[ports];
        int distinct = 0;
        for (int port = 0; port < ports; port++) {
            starts[port + 1] = starts[port] + counts[port];
            if (counts[port] > 0) {
                found[distinct++] = port;
            }
        }
        used = Arrays.copyOf(found, distinct);
        flows = new int[portOf.length];
        places = new int[portOf.length];
        int[] next = Arrays.copyOf(starts, ports);
        for (int flow = 0; flow < portOf.length; flow++) {
            places[flow] = next[portOf[flow]]++;
            flows[places[flow]] = flow;
        }
    }

    /** How many ports have or had flows. */
    int ports() {
        return used.length;
    }

    /** The port that is the {@code index}-th of those with flows. */
    int port(int index) {
        return used[index];
    }

    /** How many flows at this port have not ended. */
    int count(int port) {
        return counts[port];
    }

    /** The {@code index}-th of the flows at this port that have not ended. */
    int flow(int port, int index) {
        return flows[starts[port] + index];
    }

    void remove(int port, int flow) {
        int last = starts[port] + --counts[port];
        int place = places[flow];
        int other = flows[last];
        flows[place] = other;
        places[other] = place;
        flows[last] = flow;
        places[flow] = last;
    }

    /** The sum of a value over the unfinished flows of a port. */
    double sum(int port, double[] values) {
        double sum = 0;
        int end = starts[port] + counts[port];
        for (int i = starts[port]; i < end; i++) {
            sum += values[flows[i]];
        }
        return sum;
    }

    /** The largest of the ports' sums. */
    double largestSum(double[] values) {
        double largest = 0;
        for (int port : used) {
            largest = Math.max(largest, sum(port, values));
        }
        return largest;
    }
}
