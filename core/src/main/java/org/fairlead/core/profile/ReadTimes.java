// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.chance.Draw;

/**
 * From which of several sources one reader reads, by what each has given it lately.
 *
 * <p><b>Goals.</b> A source that gives slowly, for its disk's, its host's or the network's sake, is read less, by as much as it is slow; once it is faster it is read again.
 *
 * <p><b>Constraints.</b> Nothing but what this reader has waited for is known: no counters, no controller. No threshold from which a source is left at once: of two that are about equally fast
 * readers would otherwise all take one, and then all the other. What a reader does not wait for is fast enough. Small reads, whose time is a request's, say little.
 *
 * <p><b>Algorithm.</b> Of each source the bytes b and the seconds w for which the reader waited for them, beyond 5 ms a request, are summed, each halved every {@value #HALF_LIFE_SECONDS} s. Its time a byte is
 * t = (w + P·T) / (b + P): with P = 1 MiB at the time a byte T of all sources together, which is all that counts of a source that was not read lately. To that come 2 ns, since above 500 MB/s no
 * task is the faster for it. Let t₀ be the time of the source that the file system has first, and t₁ the least of the others. The first one is read
 * with probability min(1, (1.5 t₁ / t₀)²), so always while it is less than 1.5 times as slow; else one of the others, drawn in proportion to 1 / t².
 *
 * <p><b>Example.</b> h1 gives 100 MB/s, h2 10 MB/s; enough was read from both. 12 and 102 ns a byte: where h2 comes first it is read with probability (1.5 · 12 / 102)² = 0.03. At half of h1's rate, (1.5 · 12 / 22)² = 0.67. Half a minute
 * after nothing more was read from h2, 98 % of what was known of it is forgotten.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
public final class ReadTimes {
    static final int HALF_LIFE_SECONDS = 5;
    private static final double PRIOR_BYTES = 1 << 20;
    private static final double FAST_ENOUGH_SECONDS = 2e-9;
    private static final double AS_GOOD = 1.5;
    /** What a request takes from a source that is well, and what does not count. */
    private static final double REQUEST_SECONDS = 0.005;

    private static final int MOST_SOURCES = 10_000;

    private final Map<String, Sum> sums = new HashMap<>();
    private final Sum all = new Sum();

    /** What was read and waited for, as of a moment. */
    private static final class Sum {
        private double bytes;
        private double seconds;
        private long atNanos;

        void add(double moreBytes, double moreSeconds, long nowNanos) {
            bytes = kept(nowNanos) * bytes + moreBytes;
            seconds = kept(nowNanos) * seconds + moreSeconds;
            atNanos = nowNanos;
        }

        double kept(long nowNanos) {
            return Math.exp(-Math.log(2) * Math.max(0, nowNanos - atNanos) / (HALF_LIFE_SECONDS * 1e9));
        }
    }

    /**
     * A source has given something.
     *
     * @param requests that the reader sent for it
     * @param seconds for which the reader waited for it
     */
    public synchronized void gave(String source, double bytes, int requests, double seconds, long nowNanos) {
        double waited = Math.max(0, seconds - requests * REQUEST_SECONDS);
        if (sums.size() >= MOST_SOURCES && !sums.containsKey(source)) {
            sums.clear(); // so many are no cluster's: what is known is forgotten, and memory is bounded
        }
        sums.computeIfAbsent(source, unused -> new Sum()).add(bytes, waited, nowNanos);
        all.add(bytes, waited, nowNanos);
    }

    /**
     * Which is to be read.
     *
     * @param sources as the file system has them, at least one
     * @return its place among them
     */
    public synchronized int choose(List<String> sources, long nowNanos, long seed) {
        double[] seconds = new double[sources.size()];
        double[] weights = new double[sources.size()];
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = secondsEach(sources.get(i), nowNanos);
            if (i > 0) {
                weights[i] = 1 / (seconds[i] * seconds[i]);
                least = Math.min(least, seconds[i]);
            }
        }
        double share = AS_GOOD * least / seconds[0];
        Draw draw = new Draw(seed);
        return share >= 1 || draw.share() < share * share ? 0 : draw.weighted(weights, weights.length);
    }

    /** What a source is expected to give; 500 MB/s at most, above which nobody is the faster for it. */
    public synchronized double bytesPerSecond(String source, long nowNanos) {
        return 1 / secondsEach(source, nowNanos);
    }

    /** Seconds for which a reader waits for a byte. */
    private double secondsEach(String source, long nowNanos) {
        double usual = all.bytes > 0 ? all.seconds / all.bytes : 0;
        Sum sum = sums.get(source);
        if (sum == null) {
            return usual + FAST_ENOUGH_SECONDS;
        }
        double kept = sum.kept(nowNanos);
        return (kept * sum.seconds + PRIOR_BYTES * usual) / (kept * sum.bytes + PRIOR_BYTES) + FAST_ENOUGH_SECONDS;
    }
}
