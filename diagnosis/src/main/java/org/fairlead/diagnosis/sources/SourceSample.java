// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.sources.SeenReads.Observation;
import org.fairlead.diagnosis.stragglers.BytesLine;
import org.fairlead.diagnosis.stragglers.RankSum;
import org.fairlead.report.Quantiles;

/**
 * Reads of one stage and one kind that may be compared: all from the readers' own hosts, or all from others. Each has a score: the time for which its reader waited, over the
 * time for as many bytes. What came over links is compared with what the same reader got from others, since a reader with a slow link waits for everybody.
 */
final class SourceSample {
    private static final double LEAST_SECONDS = 1e-6;
    /** A reader that waits for next to nothing is no measure of anything. */
    private static final double LEAST_MEDIAN = 0.05;

    private final List<Observation> reads;
    private final boolean local;
    private final double[] scores;
    private final double[] expected;
    private final int[] sources;

    SourceSample(List<Observation> reads, boolean local, Map<SeenReads.Source, Integer> numbers) {
        this.reads = reads;
        this.local = local;
        double[] bytes = reads.stream().mapToDouble(Observation::bytes).toArray();
        double[] seconds = reads.stream().mapToDouble(Observation::seconds).toArray();
        BytesLine line = new BytesLine(bytes, seconds, LEAST_SECONDS);
        expected = Arrays.stream(bytes).map(line::expected).toArray();
        scores = new double[bytes.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = seconds[i] / expected[i];
        }
        if (!local) {
            beside(readerMedians());
        }
        sources = reads.stream().mapToInt(read -> numbers.get(read.source())).toArray();
    }

    private Map<String, Double> readerMedians() {
        Map<String, double[]> byReader = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        reads.forEach(read -> counts.merge(read.reader(), 1, Integer::sum));
        counts.forEach((reader, count) -> byReader.put(reader, new double[count]));
        for (int i = 0; i < scores.length; i++) {
            String reader = reads.get(i).reader();
            byReader.get(reader)[counts.merge(reader, -1, Integer::sum)] = scores[i];
        }
        Map<String, Double> medians = new HashMap<>();
        byReader.forEach((reader, ofIt) -> {
            Arrays.sort(ofIt);
            medians.put(reader, Math.max(LEAST_MEDIAN, Quantiles.of(ofIt, 0.5)));
        });
        return medians;
    }

    private void beside(Map<String, Double> medians) {
        for (int i = 0; i < scores.length; i++) {
            double median = medians.get(reads.get(i).reader());
            scores[i] /= median;
            expected[i] *= median;
        }
    }

    boolean isLocal() {
        return local;
    }

    int size() {
        return scores.length;
    }

    int source(int place) {
        return sources[place];
    }

    double seconds(int place) {
        return reads.get(place).seconds();
    }

    /** For as many bytes, of all sources together. */
    double expected(int place) {
        return expected[place];
    }

    /** One for each source. */
    RankSum[] rankSums(int count) {
        return RankSum.of(scores, sources, count);
    }

    int[] counts(int count) {
        int[] counts = new int[count];
        for (int source : sources) {
            counts[source]++;
        }
        return counts;
    }

    /** Mean score of all but one source. */
    double meanBeside(int source) {
        double sum = 0;
        int others = 0;
        for (int i = 0; i < scores.length; i++) {
            if (sources[i] != source) {
                sum += scores[i];
                others++;
            }
        }
        return others > 0 ? sum / others : Double.NaN;
    }
}
