// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import org.fairlead.core.view.Headroom;

/**
 * Which of a task's senders need most time to send their share. Looked up once a moment for tasks of one row, since many decisions of a moment ask; not safe
 * for threads.
 */
public final class SlowestMapOutputs {
    private static final int MOST = 4;

    private MapOutputLocations known = MapOutputLocations.UNKNOWN;
    private int[] slowest = {};
    private long slowestNanos = Long.MIN_VALUE;

    /** Those that need most time to send their share, at most {@value #MOST}. */
    public int[] at(MapOutputLocations senders, Headroom headroom, long nowNanos) {
        if (slowestNanos == nowNanos && known == senders) {
            return slowest;
        }
        double[] seconds = new double[MOST];
        int[] found = new int[MOST];
        int count = 0;
        for (int i = 0; i < senders.count(); i++) {
            int host = senders.host(i);
            double needs = senders.shareAt(i) / headroom.leftUp(host);
            int position = count < MOST ? count : MOST - 1;
            if (count == MOST && !(needs > seconds[position])) {
                continue;
            }
            while (position > 0 && needs > seconds[position - 1]) {
                seconds[position] = seconds[position - 1];
                found[position] = found[position - 1];
                position--;
            }
            seconds[position] = needs;
            found[position] = host;
            count = Math.min(MOST, count + 1);
        }
        slowest = Arrays.copyOf(found, count);
        known = senders;
        slowestNanos = nowNanos;
        return slowest;
    }
}
