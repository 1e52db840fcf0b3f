// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Bottleneck-select-scale-iterate (BSSI): who goes last is decided at the busiest port.
 *
 * <p><b>Goals.</b> An order whose mean completion time is within a constant of the best, for any way of serving that keeps to it.
 *
 * <p><b>Constraints.</b> Knows all sizes. All coflows weigh the same.
 *
 * <p><b>Algorithm.</b> From the last place to the first: b is the port with the most bytes of the coflows not placed yet. Of these, the one
 * with the least w(j) / v(j, b) is placed last; v(j, b) are its bytes at b. This least value β is the price of a byte at b, and each of the
 * others pays: w(j) falls by β·v(j, b). Weights begin at 1.
 *
 * <p><b>Example.</b> Two coflows send 4 and 6 MB through one port: β = 1/6, so the one of 6 MB goes last.
 *
 * <p>Source: Agarwal and others, "Sincronia: near-optimal network design for coflows", SIGCOMM 2018, section 3.
 */
record BottleneckSelectOrder(String name, String rules, CoflowAllocation serving, int ports)
        implements CoflowOrder.Clairvoyant {
    @Override
    public <C extends KnownCoflow> void sort(List<C> coflows) {
        coflows.sort(Comparator.comparingLong(ObservedCoflow::number));
        int count = coflows.size();
        double[][] bytes = new double[count][2 * ports];
        double[] load = new double[2 * ports];
        for (int i = 0; i < count; i++) {
            for (int port = 0; port < ports; port++) {
                bytes[i][port] = coflows.get(i).remainingFrom(port);
                bytes[i][ports + port] = coflows.get(i).remainingTo(port);
            }
            add(load, bytes[i], 1);
        }
        double[] weight = new double[count];
        Arrays.fill(weight, 1);
        boolean[] placed = new boolean[count];
        List<C> lastFirst = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            int last = last(busiest(load), bytes, weight, placed);
            placed[last] = true;
            lastFirst.add(coflows.get(last));
            add(load, bytes[last], -1);
        }
        Collections.reverse(lastFirst);
        coflows.clear();
        coflows.addAll(lastFirst);
    }

    private static void add(double[] load, double[] bytes, double sign) {
        for (int port = 0; port < load.length; port++) {
            load[port] += sign * bytes[port];
        }
    }

    private static int busiest(double[] load) {
        int busiest = 0;
        for (int port = 1; port < load.length; port++) {
            busiest = load[port] > load[busiest] ? port : busiest;
        }
        return busiest;
    }

    /** The coflow that goes behind all that are not placed; the others pay for going before it. */
    private static int last(int port, double[][] bytes, double[] weight, boolean[] placed) {
        int last = -1;
        double price = Double.POSITIVE_INFINITY;
        for (int i = bytes.length - 1; i >= 0; i--) {
            if (placed[i]) {
                continue;
            }
            double each = bytes[i][port] > 0 ? weight[i] / bytes[i][port] : Double.POSITIVE_INFINITY;
            if (last < 0 || each < price) {
                last = i;
                price = each;
            }
        }
        for (int i = 0; i < bytes.length && price < Double.POSITIVE_INFINITY; i++) {
            if (!placed[i]) {
                weight[i] -= price * bytes[i][port];
            }
        }
        return last;
    }
}
