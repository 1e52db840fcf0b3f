// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * How fast hosts give their blocks to those who read from them, where that is oddly slow.
 *
 * <p><b>Goals.</b> A disk or a DataNode that is slow is known by what its readers take, whatever the counters of its host say, and its
 * readers are expected to wait for each other.
 *
 * <p><b>Constraints.</b> What is slow everywhere, or for the network's sake, says nothing of a source. A task that is slow beside its input may be so
 * for its host's sake, one elsewhere for the network's: a source is blamed only when a task beside it was slow and one elsewhere, and none when more than half would be. What is not
 * seen again is forgotten.
 *
 * <p><b>Algorithm.</b> A task is a straggler when it took, or runs for, more than {@value #STRAGGLER_SECONDS} s and twice the median m of its stage's last tasks and,
 * while its source is not known to be slow, twice what was predicted. If it read b bytes in t seconds while on average n tasks read from the same source,
 * the source gave about n · b / (t − m) bytes per second to all of them, and at most that if it still runs; a task that was no straggler says: without limit. Of a source the newest
 * {@value #KEPT} figures of tasks that ended count that are at most {@value #REMEMBERED_SECONDS} s old, and those of tasks that run: for a stage of which two tasks read there, the median of
 * theirs; else, if a third of all have a limit, the median of those, since what lies in memory is read fast from the slowest disk. For the same reason, what a stage reads that an earlier
 * one has read says nothing of other stages unless it was a straggler, nor do others' figures say anything of it.
 *
 * <p><b>Example.</b> Tasks take 1 s. One that reads 1 MB from h6 on h2 takes 9 s, in which two others read from h6 all the while: h6 gives 3 / 8 MB/s.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
public final class SourceRates {
    static final int KEPT = 9;
    static final int REMEMBERED_SECONDS = 300;
    /** Beyond twice the median. */
    private static final double STRAGGLER_SECONDS = 1;

    private static final int STAGE_KEPT = 31;
    private static final int FEWEST_OF_STAGE = 3;
    private static final int FEWEST_OF_SOURCE = 2;
    private static final int MOST_STAGES = 64;
    private static final int MOST_SCANS = 1024;
    private static final long REMEMBERED_NANOS = REMEMBERED_SECONDS * 1_000_000_000L;

    private final Map<StageAttempt, RecentSamples> usual = newest(MOST_STAGES);
    private final Map<String, Source> byName = new HashMap<>();
    /** The first stage that read what an RDD reads. */
    private final Map<Integer, Integer> firstStages = newest(MOST_SCANS);

    private final Map<StageAttempt, Boolean> readBefore = newest(MOST_STAGES);

    private static final class Source {
        private final RecentSamples rates = new RecentSamples(KEPT, REMEMBERED_NANOS);
        private final Map<StageAttempt, RecentSamples> byStage = newest(MOST_STAGES);
        private final RecentSamples beside = new RecentSamples(1, REMEMBERED_NANOS);
        private final RecentSamples remote = new RecentSamples(1, REMEMBERED_NANOS);
        /** Tasks that read from it now. */
        private final Set<Reading> running = Collections.newSetFromMap(new IdentityHashMap<>());
        /** Of the number of readers over time, up to {@link #lastNanos}. */
        private double readerNanos;

        private long lastNanos;

        double readerNanos(long nowNanos) {
            readerNanos += running.size() * (double) Math.max(0, nowNanos - lastNanos);
            lastNanos = Math.max(lastNanos, nowNanos);
            return readerNanos;
        }

        double readers(Reading reading, long nowNanos) {
            double sum = readerNanos(nowNanos) - reading.begunReaderNanos;
            return Math.max(1, sum / Math.max(1, nowNanos - reading.begunNanos));
        }

        void add(StageAttempt stage, boolean again, double rate, long nowNanos) {
            if (!again || Double.isFinite(rate)) {
                rates.add(rate, nowNanos);
            }
            byStage.computeIfAbsent(stage, unused -> new RecentSamples(KEPT, REMEMBERED_NANOS))
                    .add(rate, nowNanos);
        }

        /** @param late of tasks that run and are stragglers by now */
        double rate(StageAttempt stage, boolean again, List<Late> late, long nowNanos) {
            if (!isBlamed(beside, false, late, nowNanos) || !isBlamed(remote, true, late, nowNanos)) {
                return Double.POSITIVE_INFINITY;
            }
            RecentSamples ended = byStage.get(stage);
            double[] ofStage = with(
                    ended == null ? new double[0] : ended.sorted(nowNanos),
                    late.stream().filter(each -> each.read.stage.equals(stage)));
            if (ofStage.length >= FEWEST_OF_SOURCE) {
                return ofStage[(ofStage.length - 1) / 2];
            }
            if (again) {
                return Double.POSITIVE_INFINITY;
            }
            double[] figures = with(rates.sorted(nowNanos), late.stream());
            int limited = (int) Arrays.stream(figures).filter(Double::isFinite).count();
            return limited > 0 && 3 * limited >= figures.length ? figures[(limited - 1) / 2] : Double.POSITIVE_INFINITY;
        }

        private static boolean isBlamed(RecentSamples ended, boolean remote, List<Late> late, long nowNanos) {
            return ended.sorted(nowNanos).length > 0 || late.stream().anyMatch(each -> each.read.remote == remote);
        }

        private static double[] with(double[] ended, Stream<Late> late) {
            return DoubleStream.concat(Arrays.stream(ended), late.mapToDouble(Late::rate))
                    .sorted()
                    .toArray();
        }
    }

    /** A task that runs and is a straggler by now; what its source gives at most. */
    private record Late(Read read, double rate) {}

    /** In which what was entered first is forgotten. */
    static <K, V> Map<K, V> newest(int most) {
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
    public synchronized void reads(StageAttempt stage, Set<Integer> scans) {
        boolean again = false;
        for (int scan : scans) {
            again |= firstStages.computeIfAbsent(scan, unused -> stage.stage()) != stage.stage();
        }
        readBefore.put(stage, again);
    }

    private boolean readsAgain(StageAttempt stage) {
        return readBefore.getOrDefault(stage, false);
    }

    /**
     * A task that reads from one source.
     *
     * @param remote whether it runs on another host
     * @param expectedSeconds from its begin to its end; 0 when nothing was predicted
     */
    public record Read(StageAttempt stage, String source, double bytes, boolean remote, double expectedSeconds) {}

    /** One that has begun. */
    public static final class Reading {
        private final Read read;
        private final long begunNanos;
        /** Of its source, then. */
        private final double begunReaderNanos;
        /** How many read from the source until it no longer ran, on average, itself among them. */
        private double readers = 1;

        private Reading(Read read, long begunNanos, double begunReaderNanos) {
            this.read = read;
            this.begunNanos = begunNanos;
            this.begunReaderNanos = begunReaderNanos;
        }

        Read read() {
            return read;
        }
    }

    public synchronized Reading begun(Read read, long nowNanos) {
        Source source = byName.computeIfAbsent(read.source, unused -> new Source());
        Reading reading = new Reading(read, nowNanos, source.readerNanos(nowNanos));
        source.running.add(reading);
        return reading;
    }

    /** It no longer runs, however it ended. */
    public synchronized void left(Reading reading, long nowNanos) {
        Source source = byName.get(reading.read.source);
        reading.readers = source.readers(reading, nowNanos);
        source.running.remove(reading);
    }

    /**
     * It ended well, after it {@link #left}.
     *
     * @param seconds for which it ran
     */
    public synchronized void succeeded(Reading reading, double seconds, long nowNanos) {
        Read read = reading.read;
        Source source = byName.get(read.source);
        RecentSamples.Median usually = usual.computeIfAbsent(
                        read.stage, unused -> new RecentSamples(STAGE_KEPT, REMEMBERED_NANOS))
                .median(nowNanos);
        usual.get(read.stage).add(seconds, nowNanos);
        if (usually.figures() < FEWEST_OF_STAGE) {
            return;
        }
        boolean straggler = isStraggler(source, read, seconds, usually.value(), nowNanos);
        double rate = straggler ? rate(reading.readers, read, seconds, usually.value()) : Double.POSITIVE_INFINITY;
        source.add(read.stage, readsAgain(read.stage), rate, nowNanos);
        if (straggler) {
            (read.remote ? source.remote : source.beside).add(1, nowNanos);
        }
    }

    private boolean isStraggler(Source source, Read read, double seconds, double usualSeconds, long nowNanos) {
        if (seconds <= STRAGGLER_SECONDS + 2 * usualSeconds) {
            return false;
        }
        return seconds > STRAGGLER_SECONDS + 2 * read.expectedSeconds
                || Double.isFinite(source.rate(read.stage, readsAgain(read.stage), List.of(), nowNanos));
    }

    private static double rate(double readers, Read read, double seconds, double usualSeconds) {
        return readers * read.bytes / (seconds - usualSeconds);
    }

    /** @param usually of stages, as far as they were looked at: many tasks run, of few stages */
    private List<Late> late(Source source, Map<StageAttempt, RecentSamples.Median> usually, long nowNanos) {
        List<Late> late = new ArrayList<>();
        for (Reading reading : source.running) {
            Read read = reading.read;
            double seconds = (nowNanos - reading.begunNanos) / 1e9;
            if (seconds <= STRAGGLER_SECONDS) {
                continue;
            }
            RecentSamples.Median ofStage = usually.computeIfAbsent(
                    read.stage,
                    stage -> usual.containsKey(stage) ? usual.get(stage).median(nowNanos) : RecentSamples.Median.NONE);
            if (ofStage.figures() >= FEWEST_OF_STAGE && isStraggler(source, read, seconds, ofStage.value(), nowNanos)) {
                late.add(new Late(read, rate(source.readers(reading, nowNanos), read, seconds, ofStage.value())));
            }
        }
        return late;
    }

    /** Bytes per second that sources give to all their readers; of those that are known to be slow for a stage's tasks. */
    public synchronized Map<String, Double> slow(StageAttempt stage, long nowNanos) {
        Map<String, Double> slow = new HashMap<>();
        boolean again = readsAgain(stage);
        Map<StageAttempt, RecentSamples.Median> usually = new HashMap<>();
        byName.forEach((name, source) -> {
            double rate = source.rate(stage, again, late(source, usually, nowNanos), nowNanos);
            if (Double.isFinite(rate)) {
                slow.put(name, rate);
            }
        });
        return 2 * slow.size() > byName.size() ? Map.of() : slow;
    }
}
