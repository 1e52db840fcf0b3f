// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.Arrays;

/** Activities in columns. Numbers of those that ended are used again. */
final class Activities {
    /** The bundle that serves it; −1 for a number that is free. */
    int[] bundle = new int[64];
    /** The bundle's service per activity at which this one has its whole amount. */
    double[] finish = new double[64];
    /** Where it stands in its bundle's heap. */
    int[] place = new int[64];
    /** The order in which they started. */
    long[] sequence = new long[64];

    long[] payload = new long[64];
    private int size;
    private int free = -1;
    private int running;
    private long next;

    int add(long itsPayload) {
        int activity;
        if (free >= 0) {
            activity = free;
            free = place[activity];
        } else {
            if (size == bundle.length) {
                int room = size * 2;
                bundle = Arrays.copyOf(bundle, room);
                finish = Arrays.copyOf(finish, room);
                place = Arrays.copyOf(place, room);
                sequence = Arrays.copyOf(sequence, room);
                payload = Arrays.copyOf(payload, room);
            }
            activity = size++;
        }
        payload[activity] = itsPayload;
        sequence[activity] = next++;
        running++;
        return activity;
    }

    void remove(int activity) {
        bundle[activity] = -1;
        place[activity] = free;
        free = activity;
        running--;
    }

    int running() {
        return running;
    }

    /** One past the highest number in use or used before. */
    int bound() {
        return size;
    }

    boolean endsBefore(int one, int other) {
        return finish[one] < finish[other] || (finish[one] == finish[other] && sequence[one] < sequence[other]);
    }
}
