// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.Arrays;

/**
 * The flows of a coflow on their way: what each still has to send, and at which rate it does so. Bytes are known as of the last
 * {@link #settle}. Flows between the same two ports are given as one. Not safe for threads.
 */
public final class RunningCoflow implements KnownCoflow {
    private final long number;
    private final int width;
    private final int[] sources;
    private final int[] destinations;
    private final double[] remaining;
    /** Bytes per second of each flow; 0 when it waits or has ended. */
    final double[] rates;
    /** Flows with a rate, in the order in which they got it. */
    final int[] moving;

    int movingCount;
    final PortFlows from;
    final PortFlows to;
    private double settledSeconds;
    private double sent;
    private int ended;

    /**
     * @param number its place in the order of arrival
     * @param arrivalSeconds when it begins
     * @param sources the port that each flow leaves
     * @param destinations the port that each flow reaches
     * @param sizes bytes of each flow, at least 0
     */
    public RunningCoflow(long number, double arrivalSeconds, int[] sources, int[] destinations, double[] sizes) {
        this.number = number;
        this.sources = sources.clone();
        this.destinations = destinations.clone();
        remaining = sizes.clone();
        rates = new double[sizes.length];
        moving = new int[sizes.length];
        settledSeconds = arrivalSeconds;
        from = new PortFlows(this.sources);
        to = new PortFlows(this.destinations);
        width = Math.max(from.ports(), to.ports());
        for (int flow = 0; flow < sizes.length; flow++) {
            if (remaining[flow] == 0) {
                end(flow);
            }
        }
    }

    /**
     * Brings the bytes up to now. Flows that have sent all end; so do those that would within {@code slackSeconds}, which is rounding.
     *
     * @return how many ended
     */
    public int settle(double nowSeconds, double slackSeconds) {
        double passed = nowSeconds - settledSeconds;
        settledSeconds = nowSeconds;
        int before = ended;
        for (int i = 0; i < movingCount; i++) {
            int flow = moving[i];
            if (remaining[flow] == 0) {
                continue; // ended before, and not served anew since
            }
            double left = remaining[flow] - rates[flow] * passed;
            if (left <= rates[flow] * slackSeconds) {
                sent += remaining[flow];
                remaining[flow] = 0;
                end(flow);
            } else {
                sent += remaining[flow] - left;
                remaining[flow] = left;
            }
        }
        return ended - before;
    }

    private void end(int flow) {
        ended++;
        from.remove(flow);
        to.remove(flow);
    }

    /** All flows wait again. */
    void stop() {
        for (int i = 0; i < movingCount; i++) {
            rates[moving[i]] = 0;
        }
        movingCount = 0;
    }

    void add(int flow, double bytesPerSecond) {
        if (rates[flow] == 0) {
            moving[movingCount++] = flow;
        }
        rates[flow] += bytesPerSecond;
    }

    /** Seconds from the last settling until the next flow ends at the present rates; infinite if none moves. */
    public double secondsToNextEnd() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < movingCount; i++) {
            int flow = moving[i];
            if (remaining[flow] > 0) {
                least = Math.min(least, remaining[flow] / rates[flow]);
            }
        }
        return least;
    }

    /** Bytes per second of all flows. */
    public double bytesPerSecond() {
        double sum = 0;
        for (int i = 0; i < movingCount; i++) {
            sum += rates[moving[i]];
        }
        return sum;
    }

    public boolean done() {
        return ended == remaining.length;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public int flows() {
        return remaining.length;
    }

    @Override
    public int endedFlows() {
        return ended;
    }

    @Override
    public int width() {
        return width;
    }

    /** The port that a flow leaves. */
    int source(int flow) {
        return sources[flow];
    }

    /** The port that a flow reaches. */
    int destination(int flow) {
        return destinations[flow];
    }

    @Override
    public double sentBytes() {
        return sent;
    }

    /** Bytes that a flow still has to send. */
    double remaining(int flow) {
        return remaining[flow];
    }

    /** Bytes that the flows at a place of their ports still have to send. */
    double remaining(PortFlows flows, int place) {
        return flows.sum(place, remaining);
    }

    private double remainingAt(PortFlows flows, int port) {
        int place = flows.place(port);
        return place < 0 ? 0 : flows.sum(place, remaining);
    }

    @Override
    public double remainingBytes() {
        return Arrays.stream(remaining).sum();
    }

    @Override
    public double longestFlowBytes() {
        return Arrays.stream(remaining).max().orElse(0);
    }

    @Override
    public double remainingFrom(int port) {
        return remainingAt(from, port);
    }

    @Override
    public double remainingTo(int port) {
        return remainingAt(to, port);
    }

    @Override
    public double bottleneckBytes() {
        return Math.max(from.largestSum(remaining), to.largestSum(remaining));
    }
}
