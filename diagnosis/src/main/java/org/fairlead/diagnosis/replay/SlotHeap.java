// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

/** Slots by when they are free, the earliest first; of two, the one with the smaller number. A binary heap. */
final class SlotHeap {
    private final int[] slots;
    private final double[] free;
    private int size;

    SlotHeap(int most) {
        slots = new int[most];
        free = new double[most];
    }

    int size() {
        return size;
    }

    int first() {
        return slots[0];
    }

    double firstFree() {
        return free[0];
    }

    void add(int slot, double freeAt) {
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

    private void sink(int slot, double freeAt) {
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

    private boolean before(int slot, double freeAt, int place) {
        return before(slot, freeAt, slots[place], free[place]);
    }

    private static boolean before(int slot, double freeAt, int otherSlot, double otherFreeAt) {
        return freeAt < otherFreeAt || (freeAt == otherFreeAt && slot < otherSlot);
    }
}
