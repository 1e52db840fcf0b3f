// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

/** Rows of a table in the order of arrival; rows that arrive together keep the table's order. */
final class ArrivalOrder {
    private ArrivalOrder() {}

    static int[] of(FlowTable flows) {
        int[] order = new int[flows.size()];
        boolean sorted = true;
        for (int row = 0; row < order.length; row++) {
            order[row] = row;
            sorted &= row == 0 || flows.arrivalSeconds(row - 1) <= flows.arrivalSeconds(row);
        }
        return sorted ? order : merged(flows, order);
    }

    /** Merge sort from runs of one row up: stable, and without an object a row. */
    private static int[] merged(FlowTable flows, int[] order) {
        int[] from = order;
        int[] to = new int[order.length];
        for (long run = 1; run < order.length; run *= 2) {
            for (long start = 0; start < order.length; start += 2 * run) {
                int middle = (int) Math.min(order.length, start + run);
                int end = (int) Math.min(order.length, start + 2 * run);
                merge(flows, from, to, (int) start, middle, end);
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(FlowTable flows, int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right >= end
                    || (left < middle && flows.arrivalSeconds(from[left]) <= flows.arrivalSeconds(from[right]));
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }
}
