// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/**
 * Queues of exponentially growing bounds: the first holds amounts below {@code firstBytes}, each next one below {@code ratio} times the bound before,
 * the last one all the rest.
 *
 * @param count at least 1
 * @param firstBytes above 0
 * @param ratio above 1
 */
record ByteQueues(int count, double firstBytes, double ratio) {
    /** An amount this near below a bound has reached it: the rest is rounding. */
    private static final double ROUNDING = 1e-9;

    int of(double bytes) {
        double reached = bytes * (1 + ROUNDING);
        double bound = firstBytes;
        int queue = 0;
        while (queue < count - 1 && reached >= bound) {
            queue++;
            bound *= ratio;
        }
        return queue;
    }

    /** The amount with which a queue is left for the next; infinite for the last. */
    double bound(int queue) {
        double bound = firstBytes;
        for (int i = 0; i < queue; i++) {
            bound *= ratio;
        }
        return queue == count - 1 ? Double.POSITIVE_INFINITY : bound;
    }
}
