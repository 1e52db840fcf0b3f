// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.Arrays;

/** Numbers (source, destination) pairs densely, in the order in which they are first asked for. */
final class PairNumbers {
    private static final long EMPTY = -1;

    private long[] keys = filled(64);
    private int[] numbers = new int[64];
    private int count;

    private static long[] filled(int length) {
        long[] keys = new long[length];
        Arrays.fill(keys, EMPTY);
        return keys;
    }

    int of(int source, int destination) {
        long key = (long) source << 32 | destination;
        int place = place(keys, key);
        if (keys[place] == EMPTY) {
            if (2 * count >= keys.length) {
                grow();
                place = place(keys, key);
            }
            keys[place] = key;
            numbers[place] = count++;
        }
        return numbers[place];
    }

    private static int place(long[] keys, long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        int place = (int) (mixed >>> 40) & (keys.length - 1);
        while (keys[place] != EMPTY && keys[place] != key) {
            place = (place + 1) & (keys.length - 1);
        }
        return place;
    }

    private void grow() {
        long[] before = keys;
        int[] beforeNumbers = numbers;
        keys = filled(before.length * 2);
        numbers = new int[keys.length];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != EMPTY) {
                int place = place(keys, before[i]);
                keys[place] = before[i];
                numbers[place] = beforeNumbers[i];
            }
        }
    }
}
