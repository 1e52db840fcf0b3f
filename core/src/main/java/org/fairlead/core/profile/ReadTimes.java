// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Arrays;
import java.util.Comparator;
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
 * t = (w + P·T) / (b + P), T the median of the sources' w / b with b as weights: one that is slow makes no other one slow. P is 1 MiB, or what takes {@value #PRIOR_SECONDS} s at T if that is less; it is all that counts of a source that was not read lately.
 * The first source is no measure for the others: their T is the median m without it. Of B bytes that they have given it is (B·m + Q·T') / (B + Q) with Q = 128 KiB. T' is T, or 250 ns if that is less, the more so the longer the first was waited for: of both the rates are taken, the one for 0.1 s, the other for that wait. A reader that knows its own host's disk alone would otherwise take all others for as slow. To that come 2 ns, since above 500 MB/s no
 * task is the faster for it. Let t₀ be the time of the source that the file system has first, and t₁ the least of the others. The first one is read
 * with probability min(1, (1.5 t₁ / t₀)²), so always while it is less than 1.5 times as slow; else one of the others, drawn in proportion to 1 / t². Where somebody else knows that a source's host is slow, its t is as many times as long as tasks take there ({@link HostPaces}).
 *
 * <p>What is read already is left when it pays. Of the block that a source gives just now, b bytes were waited for w seconds, of which the first {@value #CHANGE_SECONDS} s do not count. Its time a byte is then
 * t = (w + Q·t₁) / (b + Q) with the same Q: what was slow before is not left for that alone, or it could not show that it is well again. With n bytes left, the rest is read from another source if n (t − 1.5 t₁) &gt; {@value #CHANGE_SECONDS} s, which is what a change may cost; from which one is drawn as above.
 *
 * <p>What does not come is left as well: a reader that has waited for the next bytes for {@value #LEAST_WAIT_SECONDS} s, and for twice what the rest of the block, or 4 MiB of it, takes at t₁; here T' is 250 ns. DataNodes read ahead as much, so a disk with twenty streams gives to each in turn with such waits, and is not left for it.
 *
 * <p><b>Example.</b> h1 gives 100 MB/s, h2 10 MB/s; enough was read from both. 12 and 102 ns a byte: where h2 comes first it is read with probability (1.5 · 12 / 102)² = 0.03. At half of h1's rate, (1.5 · 12 / 22)² = 0.67. Half a minute
 * after nothing more was read from h2, 98 % of what was known of it is forgotten. A block of 128 MiB that is read from h3, of which nothing is known, comes with 10 MB/s: after 2 MiB, which took 0.21 s, t = 50 ns, where 18 would do: the
 * rest, which is predicted to take 6.6 s, is read from h1 in 1.6. Of another such block h3 gives nothing: it is left after 0.5 s, since h1 is known. If h1 gave 1 MB/s, it would be left after 8.4; if nothing were known, after 2.1.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
public final class ReadTimes {
    static final int HALF_LIFE_SECONDS = 5;
    private static final double PRIOR_BYTES = 1 << 20;
    private static final double PRIOR_SECONDS = 0.1;
    private static final double FAST_ENOUGH_SECONDS = 2e-9;
    private static final double AS_GOOD = 1.5;
    /** 4 MB/s: what a disk that is well gives to one of thirty streams. */
    private static final double PLAUSIBLE_SECONDS = 250e-9;

    /** What a request takes from a source that is well, and what does not count. */
    private static final double REQUEST_SECONDS = 0.005;

    /** A disk's seek behind others' reads, or a new connection: with less to gain nothing is changed in the midst of a block. */
    static final double CHANGE_SECONDS = 0.1;

    /** After which hedged reads ask another DataNode, too, if nobody says otherwise ({@code dfs.client.hedged.read.threshold.millis}). A reader that waits asks no sooner, and no more often, whether to go on. */
    public static final double LEAST_WAIT_SECONDS = 0.5;

    private static final double WAIT_FACTOR = 2;
    /** What a DataNode reads ahead ({@code dfs.datanode.readahead.bytes}). */
    private static final double TURN_BYTES = 4 << 20;

    /** So many bytes at the rate of the best other source are added to what a block's reader has seen; and as expected to what the other sources gave. */
    private static final double LITTLE_BYTES = 128 << 10;

    /** What of a source is left after a minute counts for nothing, and takes no memory. */
    private static final double FORGOTTEN = 1e-4;

    private static final int MOST_SOURCES = 10_000;

    private final Map<String, Sum> sums = new HashMap<>();

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

        double secondsEach() {
            return seconds / bytes;
        }

        double keptBytes(long nowNanos) {
            return kept(nowNanos) * bytes;
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
    }

    /**
     * Which is to be read.
     *
     * @param sources as the file system has them, at least one
     * @return its place among them
     */
    public int choose(List<String> sources, long nowNanos, long seed) {
        return choose(sources, alike(sources), nowNanos, seed);
    }

    /**
     * The same where somebody knows hosts to be slow.
     *
     * @param paces how many times as long as elsewhere tasks take where each source is, at least 1
     */
    public synchronized int choose(List<String> sources, double[] paces, long nowNanos, long seed) {
        double[] seconds = secondsEach(sources, paces, nowNanos);
        double share = AS_GOOD * leastOfOthers(seconds) / seconds[0];
        Draw draw = new Draw(seed);
        return share >= 1 || draw.share() < share * share ? 0 : another(seconds, draw);
    }

    /**
     * From which source the rest of a block is read.
     *
     * @param sources that have it, at least one; the first one gives it now
     * @param paces how many times as long as elsewhere tasks take where each source is, at least 1; the first one's does not count
     * @param bytes of the block that it has given
     * @param seconds for which its reader waited for these
     * @param left bytes of the block that are still to be read
     * @return its place among them; 0: as before
     */
    public synchronized int goOn(
            List<String> sources, double[] paces, double bytes, double seconds, double left, long nowNanos, long seed) {
        if (sources.size() < 2) {
            return 0;
        }
        double waited = Math.max(0, seconds - CHANGE_SECONDS);
        double[] eachSeconds = secondsEach(sources, paces, nowNanos);
        double least = leastOfOthers(eachSeconds);
        double here = (waited + LITTLE_BYTES * least) / (bytes + LITTLE_BYTES);
        double saved = left * (here - AS_GOOD * least);
        return saved > CHANGE_SECONDS ? another(eachSeconds, new Draw(seed)) : 0;
    }

    /** The same where nobody knows hosts to be slow. */
    public int goOn(List<String> sources, double bytes, double seconds, double left, long nowNanos, long seed) {
        return goOn(sources, alike(sources), bytes, seconds, left, nowNanos, seed);
    }

    /**
     * From which source the rest of a block is read whose next bytes do not come.
     *
     * @param sources that have it, at least one; the first one is to give it now
     * @param paces as for {@link #goOn}
     * @param waited seconds for which its reader has waited for the next bytes
     * @param left bytes of the block that are still to be read
     * @return its place among them; 0: as before
     */
    public synchronized int waitOn(
            List<String> sources, double[] paces, double waited, double left, long nowNanos, long seed) {
        if (sources.size() < 2) {
            return 0;
        }
        double[] eachSeconds = secondsEach(known(nowNanos), sources, paces, nowNanos, PLAUSIBLE_SECONDS);
        double elsewhere = Math.min(left, TURN_BYTES) * leastOfOthers(eachSeconds);
        return waited >= Math.max(LEAST_WAIT_SECONDS, WAIT_FACTOR * elsewhere)
                ? another(eachSeconds, new Draw(seed))
                : 0;
    }

    private static double[] alike(List<String> sources) {
        double[] paces = new double[sources.size()];
        Arrays.fill(paces, 1);
        return paces;
    }

    private double[] secondsEach(List<String> sources, double[] paces, long nowNanos) {
        List<Sum> known = known(nowNanos);
        double expected = plausible(sources.get(0), usualSeconds(known, nowNanos), nowNanos);
        return secondsEach(known, sources, paces, nowNanos, expected);
    }

    /** @param expected of the others, where they have given nothing */
    private double[] secondsEach(
            List<Sum> known, List<String> sources, double[] paces, long nowNanos, double expected) {
        double usual = usualSeconds(known, nowNanos);
        Sum first = sums.get(sources.get(0));
        List<Sum> others = known.stream().filter(sum -> sum != first).toList();
        double bytes = keptBytes(others, nowNanos);
        double ofOthers = (bytes * usualSeconds(others, nowNanos) + LITTLE_BYTES * expected) / (bytes + LITTLE_BYTES);
        double[] seconds = new double[paces.length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = paces[i] * secondsEach(sources.get(i), i == 0 ? usual : ofOthers, nowNanos);
        }
        return seconds;
    }

    /** What others are expected to take, where the first source is all that is known. */
    private double plausible(String first, double usual, long nowNanos) {
        Sum own = sums.get(first);
        if (own == null || usual <= PLAUSIBLE_SECONDS) {
            return usual;
        }
        double waited = own.kept(nowNanos) * own.seconds;
        return (PRIOR_SECONDS + waited) / (PRIOR_SECONDS / usual + waited / PLAUSIBLE_SECONDS);
    }

    private static double keptBytes(List<Sum> known, long nowNanos) {
        return known.stream().mapToDouble(sum -> sum.keptBytes(nowNanos)).sum();
    }

    private static double leastOfOthers(double[] seconds) {
        return Arrays.stream(seconds).skip(1).min().orElse(Double.POSITIVE_INFINITY);
    }

    private static int another(double[] seconds, Draw draw) {
        double[] weights = new double[seconds.length];
        for (int i = 1; i < weights.length; i++) {
            weights[i] = 1 / (seconds[i] * seconds[i]);
        }
        return draw.weighted(weights, weights.length);
    }

    /** What a source is expected to give; 500 MB/s at most, above which nobody is the faster for it. */
    public synchronized double bytesPerSecond(String source, long nowNanos) {
        return 1 / secondsEach(source, usualSeconds(known(nowNanos), nowNanos), nowNanos);
    }

    /** Whether more is known of a source, by what it gave lately, than of any. */
    public synchronized boolean knows(String source, long nowNanos) {
        Sum sum = sums.get(source);
        return sum != null && sum.kept(nowNanos) * sum.bytes > PRIOR_BYTES;
    }

    /** Those that have given something lately, the fastest one first. */
    private List<Sum> known(long nowNanos) {
        sums.values().removeIf(sum -> sum.kept(nowNanos) < FORGOTTEN);
        return sums.values().stream()
                .filter(sum -> sum.bytes > 0)
                .sorted(Comparator.comparingDouble(Sum::secondsEach))
                .toList();
    }

    /** Seconds for which a reader waits for a byte of a source, in the middle of the bytes that it was given lately; 0 where it was given none. */
    private static double usualSeconds(List<Sum> known, long nowNanos) {
        double half = 0.5 * keptBytes(known, nowNanos);
        double sum = 0;
        for (Sum each : known) {
            sum += each.keptBytes(nowNanos);
            if (sum >= half) {
                return each.secondsEach();
            }
        }
        return 0;
    }

    /** Seconds for which a reader waits for a byte. */
    private double secondsEach(String source, double usual, long nowNanos) {
        Sum sum = sums.get(source);
        if (sum == null) {
            return usual + FAST_ENOUGH_SECONDS;
        }
        double prior = Math.min(PRIOR_BYTES, PRIOR_SECONDS / usual);
        double kept = sum.kept(nowNanos);
        return (kept * sum.seconds + prior * usual) / (kept * sum.bytes + prior) + FAST_ENOUGH_SECONDS;
    }
}
