// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import org.fairlead.sim.coflow.Coflow;

/**
 * Coflows by length (their largest flow) and width (how many flows they have), as M. Chowdhury, Y. Zhong, I. Stoica, Efficient Coflow
 * Scheduling with Varys, SIGCOMM 2014, Table 4, divides them: short below 5 MB, narrow up to 50 flows.
 */
enum SizeClass {
    SHORT_NARROW("short, narrow"),
    LONG_NARROW("long, narrow"),
    SHORT_WIDE("short, wide"),
    LONG_WIDE("long, wide");

    private static final double LONG_BYTES = 5e6;
    private static final int MOST_NARROW = 50;

    private final String label;

    SizeClass(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static SizeClass of(Coflow coflow) {
        double largest = 0;
        for (int reducer = 0; reducer < coflow.reducers(); reducer++) {
            largest = Math.max(largest, coflow.reducerBytes(reducer) / coflow.mappers());
        }
        boolean isShort = largest < LONG_BYTES;
        if (coflow.flows() <= MOST_NARROW) {
            return isShort ? SHORT_NARROW : LONG_NARROW;
        }
        return isShort ? SHORT_WIDE : LONG_WIDE;
    }
}
