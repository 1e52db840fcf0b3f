// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** A queue of tasks with the bytes of each, in two arrays used as a ring: most groups have one task, some a hundred thousand. */
final class PendingTasks {
    private int[] tasks = new int[1];
    private double[] bytes = new double[1];
    private int head;
    private int size;

    int size() {
        return size;
    }

    int first() {
        if (size == 0) {
            throw new IllegalStateException("no task is pending here");
        }
        return tasks[head];
    }

    /** 0 when nothing is pending. */
    double firstBytes() {
        return size == 0 ? 0 : bytes[head];
    }

    void add(int task, double taskBytes) {
        if (size == tasks.length) {
            grow();
        }
        int end = at(size);
        tasks[end] = task;
        bytes[end] = taskBytes;
        size++;
    }

    void addFirst(int task, double taskBytes) {
        if (size == tasks.length) {
            grow();
        }
        head = head == 0 ? tasks.length - 1 : head - 1;
        tasks[head] = task;
        bytes[head] = taskBytes;
        size++;
    }

    /** Those tasks of which this is so, in their order. */
    PendingTasks copy(IntPredicate kept) {
        PendingTasks copy = new PendingTasks();
        for (int position = 0; position < size; position++) {
            if (kept.test(tasks[at(position)])) {
                copy.add(tasks[at(position)], bytes[at(position)]);
            }
        }
        return copy;
    }

    void forEach(IntConsumer each) {
        for (int position = 0; position < size; position++) {
            each.accept(tasks[at(position)]);
        }
    }

    /** Of one task; 0 of one that is not here. */
    double bytesOf(int task) {
        for (int position = 0; position < size; position++) {
            if (tasks[at(position)] == task) {
                return bytes[at(position)];
            }
        }
        return 0;
    }

    /** Quick for the first task; others move up. */
    boolean remove(int task) {
        int position = 0;
        while (position < size && tasks[at(position)] != task) {
            position++;
        }
        if (position == size) {
            return false;
        }
        for (int i = position; i > 0; i--) {
            tasks[at(i)] = tasks[at(i - 1)];
            bytes[at(i)] = bytes[at(i - 1)];
        }
        head = at(1);
        size--;
        return true;
    }

    private int at(int position) {
        int at = head + position;
        return at >= tasks.length ? at - tasks.length : at;
    }

    private void grow() {
        int[] moreTasks = Arrays.copyOf(tasks, 2 * size);
        double[] moreBytes = Arrays.copyOf(bytes, 2 * size);
        for (int i = 0; i < size; i++) {
            moreTasks[i] = tasks[at(i)];
            moreBytes[i] = bytes[at(i)];
        }
        tasks = moreTasks;
        bytes = moreBytes;
        head = 0;
    }
}
