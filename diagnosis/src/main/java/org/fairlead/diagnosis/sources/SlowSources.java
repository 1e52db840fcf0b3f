// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.fairlead.diagnosis.sources.SeenReads.Observation;
import org.fairlead.diagnosis.sources.SeenReads.Source;
import org.fairlead.diagnosis.sources.SlowSource.Place;
import org.fairlead.diagnosis.stragglers.Holm;
import org.fairlead.diagnosis.stragglers.RankSum;
import org.fairlead.diagnosis.stragglers.Stragglers;

/**
 * Finds DataNodes and executors' hosts that give slower than the others.
 *
 * <p><b>Goals.</b> Among all sources and stages of an application, a source is named wrongly in at most one of twenty applications. Who is named is slower by an amount
 * that matters.
 *
 * <p><b>Constraints.</b> Reads are only compared within a stage and a kind, those from the reader's own host and those from others apart. A sample counts for a source that has three
 * reads in it or more, and so have the others together. A read is what one task was given by one source.
 *
 * <p><b>Algorithm.</b> Each read's waiting time is divided by what as many bytes take in its sample, and for reads from other hosts by the median of its reader. Then as for hosts that
 * are slow: Wilcoxon's rank sum in each stage and over all of them (van Elteren), adjusted by Holm, half of the 5 % for sources and half for sources × stages. Only those
 * count for which readers waited at least 1.15 times as long and 1 % of the tasks' time longer. It is the disk if readers on the source's host wait longer, too; the link if they can be compared, and the
 * difference is less than a quarter of that of the others.
 *
 * <p><b>Example.</b> Twelve DataNodes, 120 tasks of one block each; from h5 tasks on other hosts wait 3 s and those on h5 itself, too, from the others 1 s: the disk of h5.
 *
 * <p><b>Source.</b> The test is that of {@link Stragglers}.
 */
public final class SlowSources {
    private static final int FEWEST_READS = 3;
    private static final int FEWEST_TO_ACQUIT = 6;
    private static final double LEAST_FACTOR = 1.15;
    private static final double LEAST_SHARE = 0.01;
    private static final double MOST_OF_A_LINK = 0.25;

    private final double taskSeconds;
    private final Map<Source, Integer> numbers = new LinkedHashMap<>();
    private final List<Source> sources;
    private final Map<String, List<SourceSample>> samples = new TreeMap<>();
    private int comparisons;
    private int comparedSources;

    public SlowSources(SeenReads reads) {
        taskSeconds = reads.taskSeconds();
        Map<Sample, List<Observation>> grouped = new LinkedHashMap<>();
        for (Observation read : reads.observations()) {
            numbers.computeIfAbsent(read.source(), unused -> numbers.size());
            grouped.computeIfAbsent(
                            new Sample(read.stage(), read.source().kind(), read.local()), unused -> new ArrayList<>())
                    .add(read);
        }
        sources = List.copyOf(numbers.keySet());
        grouped.forEach((sample, each) -> samples.computeIfAbsent(sample.stage, unused -> new ArrayList<>())
                .add(new SourceSample(each, sample.local, numbers)));
    }

    private record Sample(String stage, String kind, boolean local) {}

    private record Compared(String stage, int source, double chance) {}

    /** How many pairs of a source and a stage were looked at, after {@link #find}. */
    public int comparisons() {
        return comparisons;
    }

    /** How many sources could be compared with others, after {@link #find}. */
    public int comparedSources() {
        return comparedSources;
    }

    /** A source that is slower by more than chance. */
    private static final class Suspicion {
        private final boolean everywhere;
        private final double chance;
        private final TreeSet<String> stages = new TreeSet<>();

        Suspicion(boolean everywhere, double chance) {
            this.everywhere = everywhere;
            this.chance = chance;
        }
    }

    /** Those that are slower, the one that was waited for longest first. */
    public List<SlowSource> find() {
        List<Compared> pairs = new ArrayList<>();
        Map<Integer, RankSum.Joined> joined = new TreeMap<>();
        samples.forEach((stage, each) -> compare(stage, each, pairs, joined));
        comparisons = pairs.size();
        comparedSources = joined.size();
        Map<Integer, Suspicion> suspicions = new TreeMap<>();
        List<Integer> compared = List.copyOf(joined.keySet());
        double[] inAll = Holm.adjusted(compared.stream()
                .mapToDouble(source -> joined.get(source).chance())
                .toArray());
        for (int i = 0; i < inAll.length; i++) {
            if (2 * inAll[i] <= Stragglers.FALSE_ALARMS) {
                suspicions.put(compared.get(i), new Suspicion(true, 2 * inAll[i]));
            }
        }
        double[] inStages =
                Holm.adjusted(pairs.stream().mapToDouble(Compared::chance).toArray());
        for (int i = 0; i < inStages.length; i++) {
            double chance = 2 * inStages[i];
            if (chance <= Stragglers.FALSE_ALARMS) {
                suspicions
                        .computeIfAbsent(pairs.get(i).source, unused -> new Suspicion(false, chance))
                        .stages
                        .add(pairs.get(i).stage);
            }
        }
        return described(suspicions);
    }

    private void compare(
            String stage, List<SourceSample> ofStage, List<Compared> pairs, Map<Integer, RankSum.Joined> joined) {
        Map<Integer, List<RankSum>> found = new TreeMap<>();
        for (SourceSample sample : ofStage) {
            int[] counts = sample.counts(sources.size());
            RankSum[] sums = sample.rankSums(sources.size());
            for (int source = 0; source < counts.length; source++) {
                if (counts[source] >= FEWEST_READS && sample.size() - counts[source] >= FEWEST_READS) {
                    found.computeIfAbsent(source, unused -> new ArrayList<>()).add(sums[source]);
                    joined.computeIfAbsent(source, unused -> new RankSum.Joined())
                            .add(sums[source]);
                }
            }
        }
        found.forEach((source, sums) -> pairs.add(new Compared(stage, source, chance(sums))));
    }

    private static double chance(List<RankSum> sums) {
        if (sums.size() == 1) {
            return sums.get(0).chance();
        }
        RankSum.Joined joined = new RankSum.Joined();
        sums.forEach(joined::add);
        return joined.chance();
    }

    private List<SlowSource> described(Map<Integer, Suspicion> suspicions) {
        List<SlowSource> found = new ArrayList<>();
        suspicions.forEach((source, suspicion) -> {
            Waits all = waits(source, suspicion);
            double share = taskSeconds > 0 ? all.excess() / taskSeconds : 0;
            if (all.factor() >= LEAST_FACTOR && share >= LEAST_SHARE) {
                found.add(new SlowSource(
                        sources.get(source),
                        suspicion.everywhere,
                        List.copyOf(suspicion.stages),
                        suspicion.chance,
                        all.factor(),
                        all.excess(),
                        share,
                        all.near.reads + all.far.reads,
                        all.place()));
            }
        });
        found.sort(Comparator.comparingDouble(SlowSource::excessSeconds).reversed());
        return found;
    }

    private Waits waits(int source, Suspicion suspicion) {
        Waits waits = new Waits();
        samples.forEach((stage, each) -> {
            if (suspicion.everywhere || suspicion.stages.contains(stage)) {
                each.forEach(sample -> (sample.isLocal() ? waits.near : waits.far).add(sample, source));
            }
        });
        return waits;
    }

    /** How long a source's readers waited: those on its host, and the others. */
    private static final class Waits {
        private final Wait near = new Wait();
        private final Wait far = new Wait();

        double excess() {
            return near.seconds - near.expected + far.seconds - far.expected;
        }

        double factor() {
            double expected = near.expected + far.expected;
            return expected > 0 ? (near.seconds + far.seconds) / expected : 1;
        }

        Place place() {
            if (near.reads < FEWEST_TO_ACQUIT) {
                return Place.DISK_OR_LINK;
            }
            boolean nearIsSlow = near.factor() >= LEAST_FACTOR && near.factor() - 1 >= (far.factor() - 1) / 2;
            if (far.reads == 0 || nearIsSlow) {
                return Place.DISK;
            }
            return near.factor() - 1 <= MOST_OF_A_LINK * (far.factor() - 1) ? Place.LINK : Place.DISK_OR_LINK;
        }
    }

    /** How long some readers of a source waited, and would have for others. */
    private static final class Wait {
        private double seconds;
        private double expected;
        private int reads;

        void add(SourceSample sample, int source) {
            double mean = sample.meanBeside(source);
            if (Double.isNaN(mean)) {
                return;
            }
            for (int i = 0; i < sample.size(); i++) {
                if (sample.source(i) == source) {
                    seconds += sample.seconds(i);
                    expected += mean * sample.expected(i);
                    reads++;
                }
            }
        }

        double factor() {
            return expected > 0 ? seconds / expected : 1;
        }
    }
}
