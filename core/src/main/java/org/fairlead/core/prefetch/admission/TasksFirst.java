// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * How many fetches ahead of a host may be under way, and when they leave its link to the tasks that read over it.
 *
 * <p>Goals: what is fetched ahead takes no bandwidth that a running task of the same executor would use; it uses what such tasks leave, while they compute, wait, or read from sources that are slower than the link.
 *
 * <p>Constraints: no topology and no controller. Counters of this host are all that is known: bytes that its network devices have received, whoever sent them, and bytes that its tasks have read from other hosts. What was
 * asked for comes though nobody takes it, as much as buffers of connections have room for.
 *
 * <p>Algorithm: the link is as fast as the most that it has received within a fifth of a second in the last minutes. It is full if it receives four fifths of that. One fetch at a time is under way; whenever a look finds that many under way and
 * the link not full, one more may be; whenever it is full, half as many, as in TCP's congestion avoidance. While the link is full and tasks have read in the last quarter of a second, fetches that nobody waits for receive nothing. As what was
 * seen may be less than the link can carry, for a tenth of the time they do all the same, and one more may be under way: what is received more then is seen.
 *
 * <p>Example: a link has received 6 MB/s. Two tasks read at 3 MB/s each, so a fetch waits, and both take as long as without it. One of them computes, the other one reads at 3 MB/s from a slow source: the link is half full,
 * and the fetch goes on. It gets 2 MB/s from its source, so the link is full, and no second one begins.
 *
 * <p>Background transfers that give way to all others are known from LEDBAT (RFC 6817), which sees others by the delay that they cause; here they are counted. Not safe for threads.
 */
public final class TasksFirst {
    /** Between two looks at the counters at least, nanoseconds: in less, a few packets more or less decide. */
    public static final long LOOK_NANOS = 50_000_000L;

    private static final double FULL = 0.8;
    /** Bytes per second; no link is full that carries less. */
    private static final double LEAST = 125_000;
    /** Looks further apart say nothing of the link: what lay between them is not known. */
    private static final long LONGEST_LOOK_NANOS = 1_000_000_000L;

    /** For so long a task that has read counts as one that reads. */
    private static final long READING_NANOS = 250_000_000L;
    /** Over which what the link carries is taken: within one look, its own lateness would decide. */
    private static final long PEAK_NANOS = 200_000_000L;
    /** Of what a full link receives in that time; less is nobody who waits for the link. */
    private static final double SOME = 0.02;

    /** After two of these what was received is forgotten. */
    private static final long HALF_MEMORY_NANOS = 150_000_000_000L;

    private static final long PROBE_EVERY_NANOS = 2_000_000_000L;
    private static final long PROBE_NANOS = PROBE_EVERY_NANOS / 10;

    private final int most;

    private record Look(long received, long readByTasks, long atNanos) {}

    private final Deque<Look> looks = new ArrayDeque<>();
    private double newPeak;
    private double oldPeak;
    private long halfSince;
    private boolean givesWay;
    private int window = 1;

    /** @param most fetches that may be under way, at least 1 */
    public TasksFirst(int most) {
        this.most = most;
    }

    /** Whether it is time to look again. */
    public boolean isDue(long nowNanos) {
        return looks.isEmpty() || nowNanos - looks.getLast().atNanos() >= LOOK_NANOS;
    }

    /**
     * What counters say now, at least {@link #LOOK_NANOS} after they were looked at before.
     *
     * @param received bytes that the host's devices have received since they were started
     * @param readByTasks bytes that tasks have read and not had from memory, since the executor began
     * @param underWay fetches that nobody waits for
     */
    public void looked(long received, long readByTasks, int underWay, long nowNanos) {
        Look now = new Look(received, readByTasks, nowNanos);
        Look before = looks.peekLast();
        if (before == null || nowNanos - before.atNanos() > LONGEST_LOOK_NANOS || received < before.received()) {
            looks.clear();
            looks.add(now);
            givesWay = false;
            return;
        }
        while (looks.size() > 1 && nowNanos - looks.getFirst().atNanos() > READING_NANOS) {
            looks.removeFirst();
        }
        looks.add(now);
        if (nowNanos - looks.getFirst().atNanos() >= PEAK_NANOS) {
            remember(rate(PEAK_NANOS), nowNanos);
        }
        double rate = rate(2 * LOOK_NANOS);
        boolean isFull = peak() > 0 && rate >= LEAST && rate >= FULL * peak();
        givesWay = isFull && tasksRead();
        if (isFull) {
            window = Math.max(1, window / 2);
        } else if (underWay >= window) {
            window = Math.min(most, window + 1);
        }
    }

    /** Whether another fetch may begin, beside so many that nobody waits for. */
    public boolean mayBegin(int underWay, long nowNanos) {
        return !givesWay(nowNanos) && underWay < Math.min(most, probes(nowNanos) ? window + 1 : window);
    }

    /** Whether a fetch that nobody waits for is to receive nothing now. */
    public boolean givesWay(long nowNanos) {
        return givesWay && !probes(nowNanos);
    }

    private static boolean probes(long nowNanos) {
        return Math.floorMod(nowNanos, PROBE_EVERY_NANOS) < PROBE_NANOS;
    }

    /** Bytes per second that came in the newest looks which span so long together, or all there are. */
    private double rate(long nanos) {
        Look last = looks.getLast();
        Look first = last;
        for (Iterator<Look> back = looks.descendingIterator();
                back.hasNext() && last.atNanos() - first.atNanos() < nanos; ) {
            first = back.next();
        }
        return (last.received() - first.received()) * 1e9 / (last.atNanos() - first.atNanos());
    }

    /** What tasks read over other devices, such as loopback, is more than these have received. */
    private boolean tasksRead() {
        Look first = looks.getFirst();
        Look last = looks.getLast();
        long read = last.readByTasks() - first.readByTasks();
        double couldBe = peak() * (last.atNanos() - first.atNanos()) / 1e9;
        return read > SOME * couldBe && read <= last.received() - first.received();
    }

    private void remember(double rate, long nowNanos) {
        if (peak() == 0) {
            halfSince = nowNanos;
        } else if (nowNanos - halfSince > HALF_MEMORY_NANOS) {
            oldPeak = newPeak;
            newPeak = 0;
            halfSince = nowNanos;
        }
        newPeak = Math.max(newPeak, rate);
    }

    private double peak() {
        return Math.max(newPeak, oldPeak);
    }
}
