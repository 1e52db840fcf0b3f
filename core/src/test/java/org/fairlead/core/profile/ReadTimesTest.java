// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadTimesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double MB = 1e6;
    private static final double PACKET = 65_536;
    private static final int DRAWS = 4_000;

    private final ReadTimes times = new ReadTimes();

    private void gave(String source, double megabytes, double megabytesPerSecond, long nowNanos) {
        times.gave(source, megabytes * MB, 0, megabytes / megabytesPerSecond, nowNanos);
    }

    /** How often the first of two is read. */
    private double share(String first, String second, long nowNanos) {
        int chosen = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            chosen += times.choose(List.of(first, second), nowNanos, draw) == 0 ? 1 : 0;
        }
        return chosen / (double) DRAWS;
    }

    @Test
    void whereNothingIsKnownTheFileSystemsOrderStays() {
        assertThat(share("h1", "h2", 0)).isEqualTo(1);
        gave("h2", 100, 100, 0);
        assertThat(share("h1", "h2", 0)).isEqualTo(1);
        assertThat(times.choose(List.of("h1"), 0, 1)).isZero();
    }

    @Test
    void theExampleOfTheJavadoc() {
        gave("h1", 1000, 100, 0);
        gave("h2", 1000, 10, 0);

        assertThat(share("h2", "h1", 0)).isCloseTo(0.03, within(0.01));
        assertThat(share("h1", "h2", 0)).isEqualTo(1);

        gave("h3", 1000, 50, 0);
        assertThat(share("h3", "h1", 0)).isCloseTo(0.67, within(0.03));
    }

    @Test
    void whatIsNotReadAnyMoreIsForgotten() {
        gave("h1", 50, 100, 0);
        gave("h2", 50, 10, 0);
        double before = share("h2", "h1", 0);
        assertThat(before).isLessThan(0.1);
        for (int second = 15; second <= 60; second += 15) {
            gave("h1", 50, 100, second * SECOND);
            double now = share("h2", "h1", second * SECOND);
            assertThat(now).as("after %d s", second).isGreaterThanOrEqualTo(before);
            before = now;
        }
        assertThat(before).isEqualTo(1);
    }

    @Test
    void whatNobodyWaitsForIsFastEnough() {
        gave("h1", 1000, 10_000, 0);
        gave("h2", 1000, 1000, 0);

        assertThat(share("h2", "h1", 0)).isEqualTo(1);
    }

    @Test
    void requestsOfAFewBytesSayLittle() {
        gave("h1", 100, 100, 0);
        for (int request = 0; request < 10; request++) {
            times.gave("h2", 1000, 1, 0.0055, 0);
        }

        assertThat(share("h2", "h1", 0)).as("180 kB/s, by ten requests of 1 kB").isGreaterThan(0.9);
    }

    /** A reader that reads nearly all from one source, its own host, would else take all others to be as slow. */
    @Test
    void aSlowSourceMakesNoOtherSlow() {
        times.gave("h3", 0.2 * MB, 2, 3.4, 0);
        gave("h4", 0.45, 2.6, 0);
        gave("h5", 0.45, 1.2, 0);

        assertThat(share("h3", "h4", 0)).isLessThan(0.1);
        assertThat(share("h3", "h1", 0)).as("of h1 nothing is known").isLessThan(0.1);
        assertThat(share("h3", "h4", 10 * SECOND)).as("10 s later").isLessThan(0.2);
        assertThat(share("h3", "h4", 60 * SECOND)).as("a minute later").isGreaterThan(0.9);
    }

    @Test
    void ofTheOthersTheFasterIsReadMore() {
        gave("h1", 1000, 5, 0);
        gave("h2", 1000, 50, 0);
        gave("h3", 1000, 100, 0);
        int[] chosen = new int[3];
        for (int draw = 0; draw < DRAWS; draw++) {
            chosen[times.choose(List.of("h1", "h2", "h3"), 0, draw)]++;
        }

        assertThat(chosen[2]).isGreaterThan(2 * chosen[1]);
        assertThat(chosen[1]).isGreaterThan(chosen[0]);
    }

    /** Which of two goes on with a block of which the first has given some megabytes at a rate. */
    private int goesOn(String first, String second, double megabytes, double rate, double left) {
        return times.goOn(List.of(first, second), megabytes * MB, megabytes / rate, left * MB, 0, 1);
    }

    @Test
    void theRestOfABlockIsReadElsewhereWhenThatIsSooner() {
        gave("h1", 1000, 100, 0);

        assertThat(goesOn("h3", "h1", 2, 10, 126))
                .as("the example of the Javadoc")
                .isEqualTo(1);
        assertThat(goesOn("h3", "h1", 2, 10, 1))
                .as("1 MB takes no longer than a change")
                .isZero();
        assertThat(goesOn("h3", "h1", 2, 70, 126)).as("nearly as fast").isZero();
        assertThat(times.goOn(List.of("h3"), 2 * MB, 10, 126 * MB, 0, 1))
                .as("no other has it")
                .isZero();
    }

    @Test
    void aBlockIsNotLeftForASlowStart() {
        gave("h1", 1000, 100, 0);

        assertThat(times.goOn(List.of("h3", "h1"), 65_536, 0.1, 128 * MB, 0, 1)).isZero();
        assertThat(times.goOn(List.of("h3", "h1"), 65_536, 1, 128 * MB, 0, 1)).isEqualTo(1);
    }

    /** Which of two a reader goes on with that has waited for the first for so many seconds. */
    private int waitsOn(String first, String second, double waited, double left) {
        return times.waitOn(List.of(first, second), new double[] {1, 1}, waited, left * MB, 0, 1);
    }

    @Test
    void whatDoesNotComeIsReadElsewhere() {
        assertThat(waitsOn("h3", "h1", 2, 128)).as("nothing is known").isZero();
        assertThat(waitsOn("h3", "h1", 2.12, 128)).isEqualTo(1);
        assertThat(waitsOn("h3", "h1", 0.5, 0.5)).as("little is left").isEqualTo(1);
        assertThat(times.waitOn(List.of("h3"), new double[] {1}, 60, 128 * MB, 0, 1))
                .as("no other has it")
                .isZero();

        gave("h1", 1000, 100, 0);
        assertThat(waitsOn("h3", "h1", 0.4, 128)).isZero();
        assertThat(waitsOn("h3", "h1", 0.5, 128))
                .as("the example of the Javadoc")
                .isEqualTo(1);
    }

    @Test
    void whereOthersAreSlowTooAReaderWaits() {
        gave("h1", 1000, 1, 0);

        assertThat(waitsOn("h3", "h1", 8.3, 128)).isZero();
        assertThat(waitsOn("h3", "h1", 8.5, 128))
                .as("the example of the Javadoc")
                .isEqualTo(1);
    }

    @Test
    void ofASlowHostNoMoreIsHoped() {
        gave("h1", 1000, 100, 0);
        gave("h2", 1000, 100, 0);
        int[] chosen = new int[3];
        for (int draw = 0; draw < DRAWS; draw++) {
            chosen[times.waitOn(List.of("h3", "h1", "h2"), new double[] {1, 10, 1}, 1, 128 * MB, 0, draw)]++;
        }

        assertThat(chosen[0]).isZero();
        assertThat(chosen[2]).isGreaterThan(20 * chosen[1]);
    }

    @Test
    void whoKnowsASlowDiskAloneTakesNoOtherForAsSlow() {
        gave("h1", 20, 0.5, 0);
        assertThat(share("h1", "h2", 0)).isLessThan(0.05);
        assertThat(goesOn("h1", "h2", 0.1, 0.5, 1)).isEqualTo(1);
        assertThat(waitsOn("h1", "h2", 2.2, 128)).isEqualTo(1);

        gave("h3", 1, 0.5, 0);
        assertThat(share("h1", "h2", 0)).as("another one is as slow").isEqualTo(1);
        assertThat(goesOn("h1", "h2", 0.1, 0.5, 1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 20, 200})
    void whoKnowsADiskAloneThatIsWellStaysThere(double megabytesPerSecond) {
        gave("h1", 100, megabytesPerSecond, 0);
        assertThat(share("h1", "h2", 0)).isEqualTo(1);
        assertThat(goesOn("h1", "h2", 2, megabytesPerSecond, 126)).isZero();
        assertThat(waitsOn("h1", "h2", 1.5, 126)).isZero();
    }

    /** However little it gave: the longer it was waited for, the less the others are measured by it. */
    @ParameterizedTest
    @CsvSource({"40, 0.3", "65536, 1.5", "1048576, 8"})
    void aFewSlowBytesMakeNoOtherSlow(double bytes, double seconds) {
        times.gave("h1", bytes, 1, seconds, 0);

        assertThat(share("h1", "h2", 0)).isLessThan(0.2);
        assertThat(waitsOn("h1", "h2", 0.5, 0.5)).isEqualTo(1);
    }

    @Test
    void aSourceThatGaveNothingIsReadLess() {
        gave("h1", 100, 10, 0);
        times.gave("h2", 0, 1, 0.5, 0);

        assertThat(share("h2", "h1", 0)).isLessThan(0.2);
        assertThat(share("h3", "h1", 0)).as("nothing is known of h3").isEqualTo(1);
    }

    @Test
    void whereAllAreSlowABlockIsNotLeft() {
        gave("h1", 100, 5, 0);
        gave("h2", 100, 5, 0);

        assertThat(goesOn("h1", "h2", 2, 4, 126)).isZero();
        assertThat(goesOn("h1", "h3", 2, 4, 126)).as("nothing is known of h3").isZero();
        assertThat(new ReadTimes().goOn(List.of("h1", "h2"), 0, 0, 126 * MB, 0, 1))
                .isZero();
    }

    /**
     * Reads a block of 2 MiB, of which h2 is the first replica, packet by packet.
     *
     * @return seconds that it took
     */
    private double readBlock(double megabytesPerSecond, long nowNanos) {
        List<String> sources = List.of("h2", "h1");
        double block = 2 << 20;
        int from = times.choose(sources, nowNanos, nowNanos);
        double bytes = 0;
        double seconds = 0;
        while (from == 0 && bytes < block) {
            bytes += PACKET;
            seconds += PACKET / (megabytesPerSecond * MB);
            from = times.goOn(sources, bytes, seconds, block - bytes, nowNanos, nowNanos);
        }
        if (bytes > 0) {
            times.gave("h2", bytes, 1, seconds, nowNanos);
        }
        double rest = block - bytes;
        if (rest > 0) {
            times.gave("h1", rest, 1, rest / (6 * MB), nowNanos);
        }
        return seconds + rest / (6 * MB);
    }

    /** Ten readings a second; the mean of what each took. */
    private double readFor(int fromSecond, int toSecond, double megabytesPerSecond) {
        double sum = 0;
        int readings = 10 * (toSecond - fromSecond);
        for (int reading = 0; reading < readings; reading++) {
            sum += readBlock(megabytesPerSecond, fromSecond * SECOND + reading * SECOND / 10);
        }
        return sum / readings;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.2, 0.6, 0.12})
    void aSlowSourceCostsLittleAndIsSoonReadAgain(double megabytesPerSecond) {
        double usual = readFor(0, 20, 6);
        double whole = (2 << 20) / (megabytesPerSecond * MB);
        double found = readFor(20, 25, megabytesPerSecond);
        double slow = readFor(25, 60, megabytesPerSecond);
        readFor(60, 75, 6);
        double share = share("h2", "h1", 75 * SECOND);

        assertThat(found).as("in the first five seconds").isLessThan(usual + 0.2 * (whole - usual));
        assertThat(slow).as("later").isLessThan(usual + 0.1 * (whole - usual));
        assertThat(share).as("15 s after it was well again").isGreaterThan(0.95);
    }

    /** The slower the first is, the less it is read, and never suddenly: a rate that is a tenth lower takes at most a quarter of the reads away. */
    @Property(tries = 50)
    void aSourceIsLeftByAsMuchAsItIsSlow(
            @ForAll @DoubleRange(min = 2, max = 100) double rate, @ForAll @IntRange(min = 1, max = 30) int age) {
        ReadTimes slower = new ReadTimes();
        ReadTimes slow = new ReadTimes();
        for (ReadTimes each : List.of(slower, slow)) {
            each.gave("h1", 1000 * MB, 0, 10, 0);
            double given = each == slow ? rate : rate * 0.9;
            each.gave("h2", 500 * MB, 0, 500 / given, 0);
        }
        long now = age * SECOND;
        int ofSlower = 0;
        int ofSlow = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            ofSlower += slower.choose(List.of("h2", "h1"), now, draw) == 0 ? 1 : 0;
            ofSlow += slow.choose(List.of("h2", "h1"), now, draw) == 0 ? 1 : 0;
        }

        assertThat(ofSlower).isLessThanOrEqualTo(ofSlow);
        assertThat(ofSlow - ofSlower).isLessThan(DRAWS / 4);
    }
}
