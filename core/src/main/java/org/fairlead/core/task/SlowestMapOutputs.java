// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import org.fairlead.core.view.Headroom;

/** Which of a set's senders need most time to send their share. Looked up once a moment, since all decisions of a moment ask; not safe for threads. */
public final class SlowestMapOutputs {
    private static final int MOST = 4;

    private final MapOutputLocations senders;
    private int[] slowest = {};
    private long slowestNanos = Long.MIN_VALUE;

    SlowestMapOutputs(MapOutputLocations senders) {
        this.senders = senders;
    }

    /** Those that need most time to send their share, at most {@value #MOST}. */
    public int[] at(Headroom headroom, long nowNanos) {
        if (slowestNanos == nowNanos) {
            return slowest;
        }
        double[] seconds = new double[MOST];
        int[] found = new int[MOST];
        int count = 0;
        for (int i = 0; i < senders.count(); i++) {
            int host = senders.host(i);
            double needs = senders.share(host) / headroom.leftUp(host);
            int place = count < MOST ? count : MOST - 1;
            if (count == MOST && !(needs > seconds[place])) {
                continue;
            }
            while (place > 0 && needs > seconds[place - 1]) {
                seconds[place] = seconds[place - 1];
                found[place] = found[place - 1];
                place--;
            }
            seconds[place] = needs;
            found[place] = host;
            count = Math.min(MOST, count + 1);
        }
        slowest = Arrays.copyOf(found, count);
        slowestNanos = nowNanos;
        return slowest;
    }
}
