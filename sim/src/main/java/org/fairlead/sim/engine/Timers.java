// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.Arrays;

/** Timers in the order of their time, then their kind, then the order in which they were set. */
final class Timers {
    private int size;
    private double[] times = new double[16];
    private int[] kinds = new int[16];
    private long[] sequences = new long[16];
    private long[] payloads = new long[16];
    private long next;

    /** Infinite when there is none. */
    double earliest() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    int kind() {
        return kinds[0];
    }

    long payload() {
        return payloads[0];
    }

    void add(double time, int kind, long payload) {
        if (size == times.length) {
            int room = size * 2;
            times = Arrays.copyOf(times, room);
            kinds = Arrays.copyOf(kinds, room);
            sequences = Arrays.copyOf(sequences, room);
            payloads = Arrays.copyOf(payloads, room);
        }
        long sequence = next++;
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (!before(time, kind, sequence, parent)) {
                break;
            }
            copy(parent, place);
            place = parent;
        }
        put(place, time, kind, sequence, payload);
    }

    void removeEarliest() {
        size--;
        if (size == 0) {
            return;
        }
        double time = times[size];
        int kind = kinds[size];
        long sequence = sequences[size];
        long payload = payloads[size];
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && before(times[child + 1], kinds[child + 1], sequences[child + 1], child)) {
                child++;
            }
            if (before(time, kind, sequence, child)) {
                break;
            }
            copy(child, place);
            place = child;
        }
        put(place, time, kind, sequence, payload);
    }

    private boolean before(double time, int kind, long sequence, int other) {
        if (time != times[other]) {
            return time < times[other];
        }
        return kind != kinds[other] ? kind < kinds[other] : sequence < sequences[other];
    }

    private void copy(int from, int to) {
        put(to, times[from], kinds[from], sequences[from], payloads[from]);
    }

    private void put(int place, double time, int kind, long sequence, long payload) {
        times[place] = time;
        kinds[place] = kind;
        sequences[place] = sequence;
        payloads[place] = payload;
    }
}
