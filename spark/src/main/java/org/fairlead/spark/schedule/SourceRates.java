package org.fairlead.spark.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * How fast hosts give their blocks to those who read from them, where that is oddly slow.
 *
 * <p><b>Goals.</b> A disk or a DataNode that is slow is known by what its readers take, whatever the counters of its host say, and its
 * readers are expected to wait for each other.
 *
 * <p><b>Constraints.</b> What is slow everywhere, or for the network's sake, says nothing of a source. A task that is slow beside its input may be so
 * for its host's sake, one elsewhere for the network's: a source is blamed only when a task beside it was slow and one elsewhere. What is not seen again is forgotten.
 *
 * <p><b>Algorithm.</b> A task is oddly slow when it took more than {@value #ODD_SECONDS} s and twice the median m of its stage's last tasks and,
 * while its source is not known to be slow, twice what was predicted. If it read b bytes in t seconds while on average n tasks read from the same source,
 * the source gave about n · b / (t − m) bytes per second to all of them; a task that was not oddly slow says: without limit. Of a source the newest {@value #KEPT} figures count that are at most
 * {@value #REMEMBERED_SECONDS} s old: for a stage of which two tasks read there, the median of theirs; else, if a third of all have a limit, the median of those, since
 * what lies in memory is read fast from the slowest disk. For the same reason, what a stage reads that an earlier one has read says nothing of other stages unless it
 * was oddly slow, nor do others' figures say anything of it.
 *
 * <p><b>Example.</b> Tasks take 1 s. One that reads 1 MB from h6 on h2 takes 9 s, in which two others read from h6 all the while: h6 gives 3 / 8 MB/s.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
final class SourceRates {
    static final int KEPT = 9;
    static final int REMEMBERED_SECONDS = 300;
    /** Beyond twice the median. */
    private static final double ODD_SECONDS = 1;

    private static final int STAGE_KEPT = 31;
    private static final int FEWEST_OF_STAGE = 3;
    private static final int FEWEST_OF_SOURCE = 2;
    private static final int MOST_STAGES = 64;
    private static final int MOST_SCANS = 1024;
    private static final long REMEMBERED_NANOS = REMEMBERED_SECONDS * 1_000_000_000L;

    private final Map<StageKey, Recent> usual = newest(MOST_STAGES);
    private final Map<String, Source> byName = new HashMap<>();
    /** The first stage that read what an RDD reads. */
    private final Map<Integer, Integer> firstStages = newest(MOST_SCANS);

    private final Map<StageKey, Boolean> readBefore = newest(MOST_STAGES);

    private static final class Source {
        private final Recent rates = new Recent(KEPT, REMEMBERED_NANOS);
        private final Map<StageKey, Recent> byStage = newest(MOST_STAGES);
        private final Recent beside = new Recent(1, REMEMBERED_NANOS);
        private final Recent fromAfar = new Recent(1, REMEMBERED_NANOS);
        private int readers;
        /** Of the number of readers over time, up to {@link #lastNanos}. */
        private double readerNanos;

        private long lastNanos;

        double readerNanos(long nowNanos) {
            readerNanos += readers * (double) Math.max(0, nowNanos - lastNanos);
            lastNanos = Math.max(lastNanos, nowNanos);
            return readerNanos;
        }

        void add(StageKey stage, boolean again, double rate, long nowNanos) {
            if (!again || Double.isFinite(rate)) {
                rates.add(rate, nowNanos);
            }
            byStage.computeIfAbsent(stage, unused -> new Recent(KEPT, REMEMBERED_NANOS))
                    .add(rate, nowNanos);
        }

        double rate(StageKey stage, boolean again, long nowNanos) {
            if (beside.median(nowNanos).figures() == 0
                    || fromAfar.median(nowNanos).figures() == 0) {
                return Double.POSITIVE_INFINITY;
            }
            Recent ofStage = byStage.get(stage);
            if (ofStage != null && ofStage.median(nowNanos).figures() >= FEWEST_OF_SOURCE) {
                return ofStage.median(nowNanos).value();
            }
            if (again) {
                return Double.POSITIVE_INFINITY;
            }
            double[] figures = rates.sorted(nowNanos);
            int limited = (int) Arrays.stream(figures).filter(Double::isFinite).count();
            return limited > 0 && 3 * limited >= figures.length ? figures[(limited - 1) / 2] : Double.POSITIVE_INFINITY;
        }
    }

    private static <K, V> Map<K, V> newest(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * What a stage reads is known.
     *
     * @param scans numbers of the RDDs that read blocks for it
     */
    synchronized void reads(StageKey stage, Set<Integer> scans) {
        boolean again = false;
        for (int scan : scans) {
            again |= firstStages.computeIfAbsent(scan, unused -> stage.stage()) != stage.stage();
        }
        readBefore.put(stage, again);
    }

    private boolean readsAgain(StageKey stage) {
        return readBefore.getOrDefault(stage, false);
    }

    /**
     * A task that reads from one source begins.
     *
     * @return to be told when it has ended
     */
    synchronized double begun(String source, long nowNanos) {
        Source known = byName.computeIfAbsent(source, unused -> new Source());
        double before = known.readerNanos(nowNanos);
        known.readers++;
        return before;
    }

    /**
     * It no longer runs, however it ended.
     *
     * @return how many read from the source meanwhile, on average, itself among them
     */
    synchronized double left(String source, Reading read, long nowNanos) {
        Source known = byName.get(source);
        if (known == null) {
            return 1;
        }
        double readers =
                (known.readerNanos(nowNanos) - read.begunReaderNanos) / Math.max(1, nowNanos - read.begunNanos);
        known.readers = Math.max(0, known.readers - 1);
        return Math.max(1, readers);
    }

    /**
     * It ended well.
     *
     * @param seconds for which it ran
     * @param readers what {@link #left} returned
     */
    synchronized void succeeded(String source, Reading read, double seconds, double readers, long nowNanos) {
        Source known = byName.computeIfAbsent(source, unused -> new Source());
        Recent stage = usual.computeIfAbsent(read.stage, unused -> new Recent(STAGE_KEPT, REMEMBERED_NANOS));
        Recent.Median median = stage.median(nowNanos);
        stage.add(seconds, nowNanos);
        if (median.figures() < FEWEST_OF_STAGE) {
            return;
        }
        boolean slowBefore = Double.isFinite(known.rate(read.stage, readsAgain(read.stage), nowNanos));
        double explained = slowBefore ? median.value() : Math.max(median.value(), read.expectedSeconds);
        boolean odd = seconds > ODD_SECONDS + 2 * explained;
        double rate = odd ? readers * read.bytes / (seconds - median.value()) : Double.POSITIVE_INFINITY;
        known.add(read.stage, readsAgain(read.stage), rate, nowNanos);
        if (odd) {
            (read.fromAfar ? known.fromAfar : known.beside).add(1, nowNanos);
        }
    }

    /**
     * A task that reads from one source.
     *
     * @param fromAfar whether it runs on another host
     * @param expectedSeconds from its begin to its end; 0 when nothing was predicted
     * @param begunReaderNanos what {@link #begun} returned
     */
    record Reading(
            StageKey stage,
            double bytes,
            boolean fromAfar,
            double expectedSeconds,
            long begunNanos,
            double begunReaderNanos) {}

    /** Bytes per second that sources give to all their readers; of those that are known to be slow for a stage's tasks. */
    synchronized Map<String, Double> slow(StageKey stage, long nowNanos) {
        Map<String, Double> slow = new HashMap<>();
        boolean again = readsAgain(stage);
        byName.forEach((name, source) -> {
            double rate = source.rate(stage, again, nowNanos);
            if (Double.isFinite(rate)) {
                slow.put(name, rate);
            }
        });
        return slow;
    }
}
