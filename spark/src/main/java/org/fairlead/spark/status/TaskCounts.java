// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.Collection;

/** How far tasks are, as it travels: four figures a task in a row: its id, bytes of input read, bytes of shuffle read, 1 if it waits. */
final class TaskCounts {
    private static final int FIGURES = 4;

    private TaskCounts() {}

    /** Takes the figures of one task. */
    interface Taker {
        void take(long taskId, long bytesRead, long shuffleBytesRead, boolean waits);
    }

    static long[] of(Collection<RunningTask> tasks) {
        RunningTask[] now = tasks.toArray(RunningTask[]::new); // others may start or end meanwhile
        long[] figures = new long[FIGURES * now.length];
        for (int i = 0; i < now.length; i++) {
            figures[FIGURES * i] = now[i].id();
            figures[FIGURES * i + 1] = now[i].bytesRead();
            figures[FIGURES * i + 2] = now[i].shuffleBytesRead();
            figures[FIGURES * i + 3] = now[i].waits() ? 1 : 0;
        }
        return figures;
    }

    static void forEach(long[] figures, Taker taker) {
        for (int i = 0; i + FIGURES <= figures.length; i += FIGURES) {
            taker.take(figures[i], figures[i + 1], figures[i + 2], figures[i + 3] == 1);
        }
    }
}
