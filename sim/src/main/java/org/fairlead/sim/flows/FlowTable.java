// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Flows to simulate, in columns, so that ten million fit. Rows keep the order in which they were added. Hosts go by
 * {@link org.fairlead.core.topology.Host#index()}.
 */
public final class FlowTable {
    /** What an array may hold. */
    private static final int MOST_TEXT = Integer.MAX_VALUE - 8;

    private int size;
    private byte[] idText = new byte[1024];
    private int[] idEnds = new int[64];
    private int[] sources = new int[64];
    private int[] destinations = new int[64];
    private double[] arrivals = new double[64];
    private double[] bytes = new double[64];
    /** Made at the first value that is not the default. */
    private double[] weights;

    private double[] caps;
    private double[] minima;

    public int size() {
        return size;
    }

    /** A flow of weight 1, without cap and minimum. */
    public void add(String id, int source, int destination, double arrivalSeconds, double flowBytes) {
        add(id, source, destination, arrivalSeconds, flowBytes, 1, Double.POSITIVE_INFINITY, 0);
    }

    /**
     * @param flowBytes at least 0
     * @param weight above 0
     * @param cap bytes per second at most, at least 0; infinite for none
     * @param minimum bytes per second at least, as far as the sharing rule heeds it
     */
    public void add(
            String id,
            int source,
            int destination,
            double arrivalSeconds,
            double flowBytes,
            double weight,
            double cap,
            double minimum) {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        add(text, 0, text.length, source, destination, arrivalSeconds, flowBytes, weight, cap, minimum);
    }

    /** The same with the id as bytes of UTF-8, from and to a place in {@code text}: for a reader of many. */
    public void add(
            byte[] text,
            int from,
            int to,
            int source,
            int destination,
            double arrivalSeconds,
            double flowBytes,
            double weight,
            double cap,
            double minimum) {
        if (size == sources.length) {
            grow();
        }
        addId(text, from, to);
        sources[size] = source;
        destinations[size] = destination;
        arrivals[size] = arrivalSeconds;
        bytes[size] = flowBytes;
        weights = with(weights, weight, 1);
        caps = with(caps, cap, Double.POSITIVE_INFINITY);
        minima = with(minima, minimum, 0);
        size++;
    }

    private void addId(byte[] text, int from, int to) {
        int start = size == 0 ? 0 : idEnds[size - 1];
        int end = Math.addExact(start, to - from);
        if (end > idText.length) {
            idText = Arrays.copyOf(idText, (int) Math.max(end, Math.min(MOST_TEXT, idText.length * 3L / 2)));
        }
        System.arraycopy(text, from, idText, start, to - from);
        idEnds[size] = end;
    }

    private double[] with(double[] column, double value, double usual) {
        double[] kept = column;
        if (kept == null) {
            if (value == usual) {
                return null;
            }
            kept = new double[sources.length];
            Arrays.fill(kept, usual);
        }
        kept[size] = value;
        return kept;
    }

    private void grow() {
        int room = size + size / 2;
        idEnds = Arrays.copyOf(idEnds, room);
        sources = Arrays.copyOf(sources, room);
        destinations = Arrays.copyOf(destinations, room);
        arrivals = Arrays.copyOf(arrivals, room);
        bytes = Arrays.copyOf(bytes, room);
        weights = grown(weights, room);
        caps = grown(caps, room);
        minima = grown(minima, room);
    }

    private static double[] grown(double[] column, int room) {
        return column == null ? null : Arrays.copyOf(column, room);
    }

    public String id(int flow) {
        int start = flow == 0 ? 0 : idEnds[flow - 1];
        return new String(idText, start, idEnds[flow] - start, StandardCharsets.UTF_8);
    }

    /** Whether the flow's id is these bytes of UTF-8. */
    public boolean idIs(int flow, byte[] text, int from, int to) {
        int start = flow == 0 ? 0 : idEnds[flow - 1];
        return Arrays.equals(idText, start, idEnds[flow], text, from, to);
    }

    /** Writes the flow's id in UTF-8. */
    public void writeId(int flow, OutputStream out) throws IOException {
        int start = flow == 0 ? 0 : idEnds[flow - 1];
        out.write(idText, start, idEnds[flow] - start);
    }

    public int source(int flow) {
        return sources[flow];
    }

    public int destination(int flow) {
        return destinations[flow];
    }

    public double arrivalSeconds(int flow) {
        return arrivals[flow];
    }

    public double bytes(int flow) {
        return bytes[flow];
    }

    public double weight(int flow) {
        return weights == null ? 1 : weights[flow];
    }

    /** Bytes per second at most; infinite for no cap. */
    public double cap(int flow) {
        return caps == null ? Double.POSITIVE_INFINITY : caps[flow];
    }

    /** Bytes per second at least. */
    public double minimum(int flow) {
        return minima == null ? 0 : minima[flow];
    }
}
