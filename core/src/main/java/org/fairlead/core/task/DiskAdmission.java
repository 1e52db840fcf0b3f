package org.fairlead.core.task;

import java.util.HashMap;
import java.util.Map;

/**
 * Decides whether a host's disks take the work of one more task.
 *
 * <p><b>Goals.</b> Streams that share a disk make its head travel: beyond one stream a disk, more tasks move fewer bytes. So work is added
 * while disks have time to spare, and no longer.
 *
 * <p><b>Constraints.</b> A host that runs nothing is never refused. What is not measured counts as idle. Only its own launches are remembered,
 * one time a host.
 *
 * <p><b>Algorithm.</b> Refused if the host's disks were busy for {@value #FULL} of the time or more, in the mean over its disks. From
 * {@value #HALF} on, one launch each {@value #SETTLE_SECONDS} s: a task shows in the measurements only once it reads.
 *
 * <p><b>Example.</b> Three disks, two of them busy: 0.67. A task is launched; until 2.5 s later no further one. By then all three are
 * busy, and nothing is launched until one is idle again.
 *
 * <p><b>Source.</b> Ours, after the disk gate of {@link StatusGates}, which closes earlier and for maps only.
 */
final class DiskAdmission {
    static final double FULL = 0.9;
    static final double HALF = 0.5;
    static final double SETTLE_SECONDS = 2.5;

    private final Map<Integer, Long> launchedNanos = new HashMap<>();

    boolean admits(int host, TaskOutlook outlook, long nowNanos) {
        double busy = outlook.network().view().status(host).diskBusy();
        if (!(busy >= HALF) || runsNothing(host, outlook)) {
            return true;
        }
        Long last = launchedNanos.get(host);
        return busy < FULL && (last == null || nowNanos - last >= (long) (SETTLE_SECONDS * 1e9));
    }

    private static boolean runsNothing(int host, TaskOutlook outlook) {
        int running = 0;
        for (InputKind kind : InputKind.values()) {
            running += outlook.places(host, kind) - outlook.freePlaces(host, kind);
        }
        return running <= 0;
    }

    void launched(int host, long nowNanos) {
        launchedNanos.put(host, nowNanos);
    }
}
