// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.Arrays;

/** Attempts in columns: about 80 bytes each, so that three million of them fit into 256 MB. */
public final class TaskTable {
    private static final int FIRST = 16;
    private static final int INTS = 8;
    private static final int FLOATS = 9;
    private static final int LOCAL = 4;
    private static final int READS = 8;
    private static final int OUTCOME = 3;

    private int size;
    private long[] launches = new long[FIRST];
    private int[] ints = new int[FIRST * INTS];
    private float[] floats = new float[FIRST * FLOATS];
    private byte[] marks = new byte[FIRST];

    public int size() {
        return size;
    }

    public void add(Task task) {
        if (size == launches.length) {
            int longer = Math.multiplyExact(size, 2);
            launches = Arrays.copyOf(launches, longer);
            ints = Arrays.copyOf(ints, longer * INTS);
            floats = Arrays.copyOf(floats, longer * FLOATS);
            marks = Arrays.copyOf(marks, longer);
        }
        launches[size] = task.launchMillis();
        Task.Times times = task.times();
        int at = size * INTS;
        ints[at] = task.partition();
        ints[at + 1] = task.executor();
        ints[at + 2] = times.total();
        ints[at + 3] = times.run();
        ints[at + 4] = times.garbage();
        ints[at + 5] = times.fetchWait();
        ints[at + 6] = times.result();
        ints[at + 7] = times.requests();
        Task.Volumes volumes = task.volumes();
        at = size * FLOATS;
        floats[at] = times.processor();
        floats[at + 1] = times.shuffleWrite();
        floats[at + 2] = times.scan();
        floats[at + 3] = volumes.input();
        floats[at + 4] = volumes.remote();
        floats[at + 5] = volumes.beside();
        floats[at + 6] = volumes.shuffled();
        floats[at + 7] = volumes.spilled();
        floats[at + 8] = volumes.output();
        marks[size] = (byte) (code(task.outcome()) | (task.local() ? LOCAL : 0) | (task.reads() ? READS : 0));
        size++;
    }

    private static int code(Task.Outcome outcome) {
        return switch (outcome) {
            case ENDED_WELL -> 0;
            case OVERTAKEN -> 1;
            case THROWN_AWAY -> 2;
        };
    }

    private static Task.Outcome outcome(int code) {
        return switch (code) {
            case 0 -> Task.Outcome.ENDED_WELL;
            case 1 -> Task.Outcome.OVERTAKEN;
            default -> Task.Outcome.THROWN_AWAY;
        };
    }

    /** Since the epoch, by the driver's clock. */
    public long launchMillis(int place) {
        return launches[place];
    }

    /** In the order of their ends. */
    public Task get(int place) {
        if (place < 0 || place >= size) {
            throw new IndexOutOfBoundsException(place);
        }
        int i = place * INTS;
        int f = place * FLOATS;
        return new Task(
                ints[i],
                ints[i + 1],
                outcome(marks[place] & OUTCOME),
                (marks[place] & LOCAL) != 0,
                (marks[place] & READS) != 0,
                launches[place],
                new Task.Times(
                        ints[i + 2],
                        ints[i + 3],
                        floats[f],
                        ints[i + 4],
                        ints[i + 5],
                        floats[f + 1],
                        ints[i + 6],
                        floats[f + 2],
                        ints[i + 7]),
                new Task.Volumes(
                        floats[f + 3], floats[f + 4], floats[f + 5], floats[f + 6], floats[f + 7], floats[f + 8]));
    }
}
