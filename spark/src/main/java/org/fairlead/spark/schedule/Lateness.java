package org.fairlead.spark.schedule;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How much longer tasks take on a host than was predicted, by tasks that ended.
 *
 * <p><b>Goals.</b> What no counter shows, a disk that stalls, a processor that is slower, what tasks fetch besides their input, counts by what it costs.
 *
 * <p><b>Constraints.</b> What is predicted too low everywhere says nothing of a host. One odd task says little. What is not seen again is
 * forgotten, so that a host that recovered is tried again.
 *
 * <p><b>Algorithm.</b> Of a task that ended well, what it took beyond its prediction, less the mean of that over the tasks of its stage that ended before it
 * and read their input from as near. Of a host the newest {@value #KEPT} such differences of tasks that read there, and of others, count while they are at most {@value #REMEMBERED_SECONDS} s old:
 * n of them give median · n / (n + {@value #DOUBT}), at least 0.
 *
 * <p><b>Example.</b> Tasks of a stage take 0.2 s more than predicted. On h1 three took 1.4, 1.2 and 1.0 s more: a task there is late by
 * 1.0 · 3 / 5 = 0.6 s.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
final class Lateness {
    static final int KEPT = 9;
    static final int REMEMBERED_SECONDS = 60;
    /** So many differences of 0 count besides. */
    private static final int DOUBT = 2;

    private static final int MOST_STAGES = 64;

    private final Map<Usual, Mean> usual = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Usual, Mean> eldest) {
            return size() > MOST_STAGES;
        }
    };
    private final Map<Where, Recent> byHost = new ConcurrentHashMap<>();

    private record Where(String host, boolean near) {}

    /** @param near whether the tasks read on their own hosts */
    private record Usual(StageKey stage, boolean near) {}

    private static final class Mean {
        private int count;
        private double mean;

        void add(double value) {
            count++;
            mean += (value - mean) / count;
        }
    }

    /**
     * A task ended well.
     *
     * @param near whether it read on its own host
     * @param beyondSeconds what it took more than was predicted, without what is known here
     */
    void ended(StageKey stage, boolean near, String host, double beyondSeconds, long nowNanos) {
        double difference;
        synchronized (usual) {
            Mean mean = usual.computeIfAbsent(new Usual(stage, near), unused -> new Mean());
            difference = mean.count == 0 ? Double.NaN : beyondSeconds - mean.mean;
            mean.add(beyondSeconds);
        }
        if (!Double.isNaN(difference)) {
            byHost.computeIfAbsent(
                            new Where(host, near), unused -> new Recent(KEPT, REMEMBERED_SECONDS * 1_000_000_000L))
                    .add(difference, nowNanos);
        }
    }

    /**
     * Seconds by which a task on a host is late: by those that read there and by the others, whichever are later.
     *
     * @param slowSource whether the host is known to be slow in giving its blocks, which explains the former
     */
    double of(String host, boolean slowSource, long nowNanos) {
        double others = of(new Where(host, false), nowNanos);
        return slowSource ? others : Math.max(others, of(new Where(host, true), nowNanos));
    }

    private double of(Where where, long nowNanos) {
        Recent recent = byHost.get(where);
        if (recent == null) {
            return 0;
        }
        Recent.Median median = recent.median(nowNanos);
        return Math.max(0, median.value() * median.figures() / (median.figures() + DOUBT));
    }
}
