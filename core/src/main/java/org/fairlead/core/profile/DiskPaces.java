// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.List;
import java.util.Map;

/**
 * How many times as long as elsewhere tasks take that read from their own host's disk, for that disk's sake.
 *
 * <p><b>Goals.</b> A slow disk is known by what those wait who read from it past the network, and stays known while reads keep away from it: also where tasks that read from other hosts instead are hardly slower for it. All readers know it, so that none has to find out for itself.
 *
 * <p><b>Constraints.</b> Nothing but what tasks waited for is known: no counters, no controller. What is read from memory says that a disk is well, as far as it goes. What a task differs by for another reason makes no disk slow. What {@link HostPaces} says of thresholds, of chance and of forgetting holds here as well.
 *
 * <p><b>Algorithm.</b> A task waited w seconds for b of the B bytes that it read, from its own host. Its rest came from elsewhere where it left its disk; from there it would have taken longer: w' = w·max(1, B / max(b, {@value #AT_ONCE_BYTES})), since a disk reads so many bytes ahead for the first one. With r the
 * median of what its stage's tasks take without that, it counts as a task of t = r + w' seconds. By these t hosts have a pace as tasks have it in {@link HostPaces}; tasks that still run do not count.
 *
 * <p><b>Example.</b> Tasks take 0.3 s, 0.1 of them for 512 KiB of their disk. Three on h3 wait 1, 2 and 2 s for it: t = 1.2, 2.2, 2.2, x = ln(1.25 / 0.35) = 1.27 and 1.86 twice. Tasks elsewhere differ by 0.2: d = 5.6·0.2·√0.56 = 0.84, a = 1.66 without the newest of them, which counts most, and h3's pace is exp(1.66 − 0.42) = 3.4.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
final class DiskPaces {
    static final int AT_ONCE_BYTES = 512 << 10;
    private static final int KEPT = 31;
    private static final int MOST_STAGES = 1024;
    private static final long LONGEST_NANOS = 3_600_000_000_000L;

    private final HostPaces paces = new HostPaces();
    private final Map<StageAttempt, RecentSamples> restSeconds = SourceRates.newest(MOST_STAGES);

    /**
     * A task has ended well.
     *
     * @param task without what it waited for from other hosts
     * @param host empty where it is not known
     */
    synchronized void ended(StageAttempt stage, EndedTask task, BlockWaits waits, String host, long nowNanos) {
        if (waits.ownBytes() <= 0 || task.overheadSeconds().isEmpty() || host.isEmpty()) {
            return;
        }
        double own = task.computeSeconds() + task.overheadSeconds().getAsDouble();
        RecentSamples rest = restSeconds.computeIfAbsent(stage, unused -> new RecentSamples(KEPT, LONGEST_NANOS));
        rest.add(Math.max(0, own - waits.ownSeconds()), nowNanos);
        double seconds = rest.median(nowNanos).value() + waitingForAll(waits);
        paces.ended(stage, EndedTask.computing(seconds, waits.bytes()), host, false, nowNanos);
    }

    /** Seconds for which a task would have waited if its own host had given all that it read. */
    private static double waitingForAll(BlockWaits waits) {
        return waits.ownSeconds() * Math.max(1, waits.bytes() / Math.max(waits.ownBytes(), AT_ONCE_BYTES));
    }

    /** Looks which disks are slow, if that is due. */
    void renew(long nowNanos) {
        paces.renew(List.of(), nowNanos);
    }

    /** The hosts whose disks are slower than others', by name, with their paces; as of when it was looked last. */
    Map<String, Double> slow() {
        return paces.slow();
    }
}
