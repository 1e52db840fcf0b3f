// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.Arrays;

/** Slots by when they are free, the earliest first; of two, the one with the smaller number. A binary heap that grows with what is added. */
final class SlotHeap {
    private static final int FIRST = 16;

    private long[] slots = new long[FIRST];
    private double[] free = new double[FIRST];
    private int size;

    int size() {
        return size;
    }

    long first() {
        return slots[0];
    }

    double firstFree() {
        return free[0];
    }

    void add(long slot, double freeAt) {
        if (size == slots.length) {
            int longer = Math.multiplyExact(size, 2);
            slots = Arrays.copyOf(slots, longer);
            free = Arrays.copyOf(free, longer);
        }
        int at = size++;
        while (at > 0 && before(slot, freeAt, (at - 1) / 2)) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        slots[at] = slot;
        free[at] = freeAt;
    }

    void removeFirst() {
        size--;
        if (size > 0) {
            sink(slots[size], free[size]);
        }
    }

    /** The first slot is free later now. */
    void delayFirst(double freeAt) {
        sink(slots[0], freeAt);
    }

    private void sink(long slot, double freeAt) {
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(slots[child + 1], free[child + 1], child)) {
                child++;
            }
            if (!before(slots[child], free[child], slot, freeAt)) {
                break;
            }
            move(child, at);
            at = child;
        }
        slots[at] = slot;
        free[at] = freeAt;
    }

    private void move(int from, int to) {
        slots[to] = slots[from];
        free[to] = free[from];
    }

    private boolean before(long slot, double freeAt, int place) {
        return before(slot, freeAt, slots[place], free[place]);
    }

    private static boolean before(long slot, double freeAt, long otherSlot, double otherFreeAt) {
        return freeAt < otherFreeAt || (freeAt == otherFreeAt && slot < otherSlot);
    }
}
