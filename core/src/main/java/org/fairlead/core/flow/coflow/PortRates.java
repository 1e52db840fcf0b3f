// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.Arrays;
import java.util.List;

/**
 * Gives one coflow after the other a share of what the ports have left.
 *
 * <pre>
 *   for each port p and direction:  Σ { x(f) : f leaves (reaches) p } ≤ C
 * </pre>
 *
 * {@link CoflowAllocation} says which x a coflow gets; the next coflow finds what is left. Not safe for threads; allocates nothing.
 */
public final class PortRates {
    /** A port with less than this share of its capacity counts as full: it is what rounding left. */
    private static final double ROUNDING = 1e-12;

    private final double capacity;
    private final double[] freeOut;
    private final double[] freeIn;
    private final int[] risingOut;
    private final int[] risingIn;
    /** By flow of the coflow that is served: the number of the filling in which it rises. */
    private int[] rises = new int[0];

    private int filling;

    /** @param bytesPerSecond what each port carries, in each direction */
    public PortRates(int ports, double bytesPerSecond) {
        capacity = bytesPerSecond;
        freeOut = new double[ports];
        freeIn = new double[ports];
        risingOut = new int[ports];
        risingIn = new int[ports];
        reset();
    }

    /** All ports are free. */
    public void reset() {
        Arrays.fill(freeOut, capacity);
        Arrays.fill(freeIn, capacity);
    }

    /** Takes what the coflow uses from what is free, at the rates that it has. */
    public void keep(RunningCoflow coflow) {
        for (int i = 0; i < coflow.movingCount; i++) {
            int flow = coflow.moving[i];
            take(coflow, flow, coflow.rates[flow]);
        }
        settle(coflow);
    }

    /** Gives the coflow, whose turn it is, new rates from what is free, and takes them from it. */
    public void serve(RunningCoflow coflow, CoflowAllocation serving) {
        coflow.stop();
        if (serving != CoflowAllocation.MAX_MIN) {
            finishTogether(coflow);
        }
        fill(coflow);
        settle(coflow);
    }

    /** Gives all coflows new rates as {@link CoflowAllocation#MADD_AS_PUBLISHED} says; all ports are free before. */
    public void serveAsPublished(List<RunningCoflow> coflows) {
        for (RunningCoflow coflow : coflows) {
            coflow.stop();
            finishTogether(coflow);
        }
        for (RunningCoflow coflow : coflows) {
            fill(coflow);
            settle(coflow);
        }
    }

    private void take(RunningCoflow coflow, int flow, double bytesPerSecond) {
        freeOut[coflow.source(flow)] -= bytesPerSecond;
        freeIn[coflow.destination(flow)] -= bytesPerSecond;
    }

    /** What rounding leaves of a full port is nothing. */
    private void settle(RunningCoflow coflow) {
        settle(coflow.from, freeOut);
        settle(coflow.to, freeIn);
    }

    private void settle(PortFlows flows, double[] free) {
        for (int place = 0; place < flows.ports(); place++) {
            int port = flows.port(place);
            if (free[port] < capacity * ROUNDING) {
                free[port] = 0;
            }
        }
    }

    private void finishTogether(RunningCoflow coflow) {
        PortFlows from = coflow.from;
        if (!allFree(from, freeOut) || !allFree(coflow.to, freeIn)) {
            return;
        }
        double seconds = Math.max(seconds(coflow, from, freeOut), seconds(coflow, coflow.to, freeIn));
        for (int place = 0; place < from.ports(); place++) {
            for (int i = 0; i < from.count(place); i++) {
                int flow = from.flow(place, i);
                double rate = coflow.remaining(flow) / seconds;
                coflow.add(flow, rate);
                take(coflow, flow, rate);
            }
        }
        settle(coflow);
    }

    /** The least time in which the ports can carry what is to come; each of them that has flows has something free. */
    private static double seconds(RunningCoflow coflow, PortFlows flows, double[] free) {
        double seconds = 0;
        for (int place = 0; place < flows.ports(); place++) {
            if (flows.count(place) > 0) {
                seconds = Math.max(seconds, coflow.remaining(flows, place) / free[flows.port(place)]);
            }
        }
        return seconds;
    }

    private static boolean allFree(PortFlows flows, double[] free) {
        for (int place = 0; place < flows.ports(); place++) {
            if (flows.count(place) > 0 && free[flows.port(place)] <= 0) {
                return false;
            }
        }
        return true;
    }

    /** Max-min fair rates on what is free, added to what the flows have. */
    private void fill(RunningCoflow coflow) {
        int rising = begin(coflow);
        while (rising > 0) {
            double level = Math.min(level(coflow.from, risingOut, freeOut), level(coflow.to, risingIn, freeIn));
            rising -= stop(coflow, coflow.from, risingOut, freeOut, level);
            rising -= stop(coflow, coflow.to, risingIn, freeIn, level);
        }
    }

    /** Marks and counts the flows that have something free on both of their ports. */
    private int begin(RunningCoflow coflow) {
        if (rises.length < coflow.flows()) {
            rises = new int[coflow.flows()];
        }
        filling++;
        int count = 0;
        PortFlows from = coflow.from;
        for (int place = 0; place < from.ports(); place++) {
            int port = from.port(place);
            if (freeOut[port] <= 0) {
                continue;
            }
            int flows = from.count(place);
            for (int i = 0; i < flows; i++) {
                int flow = from.flow(place, i);
                int destination = coflow.destination(flow);
                if (freeIn[destination] > 0) {
                    rises[flow] = filling;
                    risingOut[port]++;
                    risingIn[destination]++;
                    count++;
                }
            }
        }
        return count;
    }

    /** The lowest level at which a port of the coflow is full. */
    private static double level(PortFlows flows, int[] rising, double[] free) {
        double least = Double.POSITIVE_INFINITY;
        for (int place = 0; place < flows.ports(); place++) {
            int port = flows.port(place);
            if (rising[port] > 0) {
                least = Math.min(least, free[port] / rising[port]);
            }
        }
        return least;
    }

    /**
     * Stops the flows of the ports that are full at this level.
     *
     * @return how many
     */
    private int stop(RunningCoflow coflow, PortFlows flows, int[] rising, double[] free, double level) {
        int stopped = 0;
        for (int place = 0; place < flows.ports(); place++) {
            int port = flows.port(place);
            if (rising[port] == 0 || free[port] > level * (1 + ROUNDING) * rising[port]) {
                continue;
            }
            for (int i = 0; i < flows.count(place); i++) {
                int flow = flows.flow(place, i);
                if (rises[flow] == filling) {
                    rises[flow] = 0;
                    coflow.add(flow, level);
                    take(coflow, flow, level);
                    risingOut[coflow.source(flow)]--;
                    risingIn[coflow.destination(flow)]--;
                    stopped++;
                }
            }
            free[port] = 0;
        }
        return stopped;
    }
}
