// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * Small numbers (resources, variables) in the order of a key each, the lowest first; among equal keys the lowest number.
 * Changing the key of one costs the logarithm of how many wait, whatever the highest number is.
 */
final class LevelHeap {
    private static final int ABSENT = -1;

    private int[] heap = new int[16];
    private int size;
    private double[] keys = new double[16];
    private int[] positions = filled(16);

    private static int[] filled(int length) {
        int[] positions = new int[length];
        Arrays.fill(positions, ABSENT);
        return positions;
    }

    /** The lowest key; infinite when nothing waits. */
    double lowestKey() {
        return size == 0 ? Double.POSITIVE_INFINITY : keys[heap[0]];
    }

    /** The number with the lowest key; something must wait. */
    int lowest() {
        return heap[0];
    }

    /** Lets {@code id} wait with a key, or gives it another. An infinite key removes it. */
    void set(int id, double key) {
        if (key == Double.POSITIVE_INFINITY) {
            remove(id);
            return;
        }
        if (id >= positions.length) {
            grow(id);
        }
        int position = positions[id];
        if (position == ABSENT) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            keys[id] = key;
            up(size++, id, key);
        } else {
            double before = keys[id];
            keys[id] = key;
            if (key < before) {
                up(position, id, key);
            } else if (key > before) {
                down(position, id, key);
            }
        }
    }

    /** Nothing when it does not wait. */
    void remove(int id) {
        if (id >= positions.length || positions[id] == ABSENT) {
            return;
        }
        int position = positions[id];
        positions[id] = ABSENT;
        int last = heap[--size];
        if (last != id) {
            if (before(last, keys[last], id, keys[id])) {
                up(position, last, keys[last]);
            } else {
                down(position, last, keys[last]);
            }
        }
    }

    private void grow(int id) {
        int before = positions.length;
        int room = Math.max(id + 1, before * 2);
        positions = Arrays.copyOf(positions, room);
        Arrays.fill(positions, before, room, ABSENT);
        keys = Arrays.copyOf(keys, room);
    }

    private static boolean before(int one, double oneKey, int other, double otherKey) {
        return oneKey < otherKey || (oneKey == otherKey && one < other);
    }

    private void up(int from, int id, double key) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) >>> 1;
            int above = heap[parent];
            if (!before(id, key, above, keys[above])) {
                break;
            }
            heap[position] = above;
            positions[above] = position;
            position = parent;
        }
        heap[position] = id;
        positions[id] = position;
    }

    private void down(int from, int id, double key) {
        int position = from;
        int half = size >>> 1;
        while (position < half) {
            int child = 2 * position + 1;
            int below = heap[child];
            if (child + 1 < size && before(heap[child + 1], keys[heap[child + 1]], below, keys[below])) {
                child++;
                below = heap[child];
            }
            if (!before(below, keys[below], id, key)) {
                break;
            }
            heap[position] = below;
            positions[below] = position;
            position = child;
        }
        heap[position] = id;
        positions[id] = position;
    }
}
