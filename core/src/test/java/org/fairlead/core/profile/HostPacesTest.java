// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A slow host counts as slow by as much as it is, and for as long; chance makes no host slow. Twelve hosts with two slots each. */
class HostPacesTest {
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final StageAttempt OTHER = new StageAttempt(8, 0);
    private static final String SLOW = "h0";
    private static final int HOSTS = 12;
    private static final int SLOTS = 2;
    private static final double BYTES = 1e6;

    /** What a task takes. */
    private interface Seconds {
        double of(int host, double atSeconds, Random random);
    }

    /** All slots are taken all the time by tasks of one stage. */
    private static final class Cluster {
        private final HostPaces paces = new HostPaces();
        private final Random random;
        private final Seconds seconds;
        private final double[] ends = new double[HOSTS * SLOTS];
        private final double[] begun = new double[HOSTS * SLOTS];
        private double now;

        Cluster(Seconds seconds, long seed) {
            this.seconds = seconds;
            random = new Random(seed);
            for (int slot = 0; slot < ends.length; slot++) {
                ends[slot] = seconds.of(slot / SLOTS, 0, random);
            }
        }

        /** Time goes on. */
        void runTo(double toSeconds) {
            for (int slot = next(); ends[slot] <= toSeconds; slot = next()) {
                now = ends[slot];
                double own = now - begun[slot];
                paces.ended(STAGE, task(own, own, BYTES), "h" + slot / SLOTS, false, nanos(now));
                begun[slot] = now;
                ends[slot] = now + seconds.of(slot / SLOTS, now, random);
            }
            now = toSeconds;
        }

        private int next() {
            int next = 0;
            for (int slot = 1; slot < ends.length; slot++) {
                next = ends[slot] < ends[next] ? slot : next;
            }
            return next;
        }

        Map<String, Double> slow() {
            List<LaunchedTasks.Running> running = new ArrayList<>();
            for (int slot = 0; slot < ends.length; slot++) {
                running.add(running("h" + slot / SLOTS, begun[slot], Optional.empty()));
            }
            return looked(paces, running, now);
        }

        double pace() {
            return slow().getOrDefault(SLOW, 1.0);
        }
    }

    private static Map<String, Double> looked(HostPaces paces, List<LaunchedTasks.Running> running, double atSeconds) {
        paces.renew(running, nanos(atSeconds));
        return paces.slow();
    }

    private static LaunchedTasks.Running running(
            String host, double sinceSeconds, Optional<SourceRates.Reading> reading) {
        return new LaunchedTasks.Running(host, host, nanos(sinceSeconds), Double.NaN, STAGE, false, reading);
    }

    private static EndedTask task(double seconds, double own, double bytes) {
        return new EndedTask(seconds, own / 2, bytes, OptionalDouble.of(own / 2));
    }

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    private static double about(double seconds, double spread, Random random) {
        return seconds * Math.exp(spread * random.nextGaussian());
    }

    /** From a moment on one host is slow. */
    private static Cluster slowFrom(double atSeconds, double factor, double spread, long seed) {
        return new Cluster(
                (host, at, random) -> about(host == 0 && at >= atSeconds ? factor : 1, spread, random), seed);
    }

    @Test
    void ofWhatNothingIsKnownIsWell() {
        assertThat(looked(new HostPaces(), List.of(), 0)).isEmpty();
    }

    @Test
    void aTenthOfTheSpeedIsKnownWithinFiveSecondsByTasksThatRun() {
        Cluster cluster = slowFrom(60, 10, 0.1, 1);
        cluster.runTo(60);
        assertThat(cluster.slow()).isEmpty();

        cluster.runTo(66);

        assertThat(cluster.pace()).as("tasks began there at most 1 s later").isGreaterThan(1.5);
    }

    @Test
    void aSlowHostIsSlowByAsMuchAsItIs() {
        for (double factor : new double[] {2, 5, 10}) {
            Cluster cluster = slowFrom(0, factor, 0.1, 2);
            cluster.runTo(120);

            assertThat(cluster.pace()).as("%s times as slow", factor).isBetween(0.6 * factor, 1.2 * factor);
            assertThat(cluster.slow()).hasSize(1);
        }
    }

    @Test
    void whatIsNotSeenAgainIsForgottenLittleByLittleWithinHalfAMinute() {
        Cluster cluster = slowFrom(0, 10, 0.1, 3);
        cluster.runTo(120);
        double before = cluster.pace();
        for (int second = 1; second <= 30; second++) {
            double now = looked(cluster.paces, List.of(), 120 + second).getOrDefault(SLOW, 1.0);
            assertThat(now).as("after %s s", second).isBetween(0.6 * before, 1.05 * before);
            before = now;
        }

        assertThat(before).isCloseTo(1, within(0.05));
    }

    @Test
    void aHostThatIsWellAgainIsTakenForThatAsSoonAsTasksSaySo() {
        Cluster cluster = new Cluster((host, at, random) -> about(host == 0 && at < 60 ? 5 : 1, 0.1, random), 4);
        cluster.runTo(60);
        assertThat(cluster.pace()).isGreaterThan(2);

        cluster.runTo(70);

        assertThat(cluster.pace()).isLessThan(1.2);
    }

    @Test
    void oneTaskProvesNothing() {
        HostPaces paces = new HostPaces();
        for (int round = 0; round < 4; round++) {
            for (int host = 1; host < HOSTS; host++) {
                paces.ended(STAGE, task(1, 1, BYTES), "h" + host, false, nanos(round));
            }
        }
        paces.ended(STAGE, task(20, 20, BYTES), SLOW, false, nanos(20));
        assertThat(looked(paces, List.of(), 21)).isEmpty();

        paces.ended(STAGE, task(20, 20, BYTES), SLOW, false, nanos(22));
        assertThat(looked(paces, List.of(), 23)).containsOnlyKeys(SLOW);
    }

    @Test
    void whoReadsMoreMayTakeLonger() {
        HostPaces paces = new HostPaces();
        for (int round = 0; round < 4; round++) {
            for (int host = 0; host < HOSTS; host++) {
                double times = host == 0 ? 8 : 1;
                paces.ended(STAGE, task(times, times, times * BYTES), "h" + host, false, nanos(round));
            }
        }

        assertThat(looked(paces, List.of(), 5)).isEmpty();
    }

    @Test
    void whereAllAreSlowNobodyIs() {
        Cluster cluster = new Cluster((host, at, random) -> about(at < 60 ? 1 : 10, 0.1, random), 5);
        cluster.runTo(60);
        for (int second = 61; second < 180; second++) {
            cluster.runTo(second);
            assertThat(cluster.slow()).as("after %s s", second).isEmpty();
        }
    }

    @Test
    void firstTasksOfAStageAreComparedWithOneAnother() {
        HostPaces paces = new HostPaces();
        for (int host = 0; host < HOSTS; host++) {
            paces.ended(STAGE, task(5, 5, BYTES), "h" + host, true, nanos(1));
            paces.ended(STAGE, task(5, 5, BYTES), "h" + host, true, nanos(1));
        }
        for (int round = 2; round < 6; round++) {
            for (int host = 1; host < HOSTS; host++) {
                paces.ended(STAGE, task(1, 1, BYTES), "h" + host, false, nanos(round));
            }
        }

        assertThat(looked(paces, List.of(), 7)).isEmpty();
    }

    @Test
    void whatWaitsForOtherHostsCountsWhenItHasEndedWithoutTheWait() {
        HostPaces paces = new HostPaces();
        for (int round = 0; round < 4; round++) {
            for (int host = 0; host < HOSTS; host++) {
                paces.ended(STAGE, task(host == 0 ? 9 : 2, 1, BYTES), "h" + host, false, nanos(round));
            }
        }

        assertThat(looked(paces, List.of(running(SLOW, 0, Optional.empty()), running(SLOW, 0, Optional.empty())), 9))
                .isEmpty();
    }

    @Test
    void whoReadsFromAfarIsNoSignOfItsHost() {
        HostPaces paces = new HostPaces();
        for (int round = 0; round < 4; round++) {
            for (int host = 1; host < HOSTS; host++) {
                paces.ended(STAGE, task(1, 1, BYTES), "h" + host, false, nanos(round));
            }
        }

        assertThat(looked(paces, List.of(late(true), late(true)), 10)).isEmpty();
        assertThat(looked(paces, List.of(late(false), late(false)), 11)).containsOnlyKeys(SLOW);
    }

    /** Tasks that write wait for whoever stores that: beside others they say nothing, alone they do. */
    @Test
    void whoWritesFilesIsASignOfItsHostOnlyWhereNothingElseIs() {
        HostPaces both = new HostPaces();
        HostPaces writing = new HostPaces();
        for (int round = 0; round < 8; round++) {
            for (int host = HOSTS - 1; host >= 0; host--) {
                double seconds = host == 0 ? 10 : 1 + 0.01 * round;
                EndedTask writes = new EndedTask(seconds, 0, 0, OptionalDouble.of(seconds), true);
                both.ended(OTHER, writes, "h" + host, false, nanos(round));
                writing.ended(OTHER, writes, "h" + host, false, nanos(round));
                both.ended(STAGE, task(1 + 0.01 * host, 1, BYTES), "h" + host, false, nanos(round));
            }
        }
        assertThat(looked(both, List.of(), 8)).isEmpty();
        assertThat(looked(writing, List.of(), 8)).containsOnlyKeys(SLOW);
    }

    @Test
    void aTaskThatIsKilledWhenItIsLateStillCounts() {
        HostPaces paces = wellOnOthers();
        paces.killed(running(SLOW, 0, Optional.empty()), 1, nanos(8));
        paces.killed(running(SLOW, 0, Optional.empty()), 1, nanos(8));
        assertThat(looked(paces, List.of(), 9)).as("killed early").isEmpty();

        paces.killed(running(SLOW, 0, Optional.empty()), 10, nanos(10));
        paces.killed(running(SLOW, 0, Optional.empty()), 10, nanos(10));
        assertThat(looked(paces, List.of(), 11)).containsOnlyKeys(SLOW);
    }

    @Test
    void whatMayWaitForOthersIsNoSignOfItsHostUnlessThatWasSlowBefore() {
        HostPaces paces = wellOnOthers();
        StageAttempt shuffle = new StageAttempt(2, 0);
        for (int host = 1; host < HOSTS; host++) {
            paces.ended(shuffle, task(2, 1, BYTES), "h" + host, false, nanos(4));
        }
        List<LaunchedTasks.Running> late = List.of(reducing(shuffle), reducing(shuffle));
        assertThat(looked(paces, late, 14)).isEmpty();

        for (int round = 0; round < 3; round++) {
            paces.ended(STAGE, task(10, 10, BYTES), SLOW, false, nanos(15));
        }
        assertThat(looked(paces, List.of(), 16)).containsOnlyKeys(SLOW);
        for (int host = 1; host < HOSTS; host++) {
            paces.ended(STAGE, task(1, 1, BYTES), "h" + host, false, nanos(48));
        }
        assertThat(looked(paces, List.of(), 50)).as("forgotten").isEmpty();
        assertThat(paces.remembered()).containsOnlyKeys(SLOW);
        assertThat(looked(paces, late, 51)).containsOnlyKeys(SLOW);
    }

    private static LaunchedTasks.Running reducing(StageAttempt stage) {
        return new LaunchedTasks.Running(SLOW, SLOW, nanos(4), Double.NaN, stage, false, Optional.empty());
    }

    private static HostPaces wellOnOthers() {
        HostPaces paces = new HostPaces();
        for (int round = 0; round < 4; round++) {
            for (int host = 1; host < HOSTS; host++) {
                paces.ended(STAGE, task(1, 1, BYTES), "h" + host, false, nanos(round));
            }
        }
        return paces;
    }

    private static LaunchedTasks.Running late(boolean remote) {
        SourceRates.Read read = new SourceRates.Read(STAGE, remote ? "h1" : SLOW, BYTES, remote, 0);
        return running(SLOW, 1, Optional.of(new SourceRates().begun(read, nanos(1))));
    }

    /** Tasks differ, now and then one takes five times as long, and no host is slow for 24 hours. */
    @Test
    void chanceMakesNoHostSlowInADay() {
        Cluster cluster = new Cluster((host, at, random) -> about(random.nextInt(100) == 0 ? 15 : 3, 0.3, random), 6);
        List<String> slow = new ArrayList<>();
        for (int second = 2; second <= 24 * 3600; second += 2) {
            cluster.runTo(second);
            for (Map.Entry<String, Double> host : cluster.slow().entrySet()) {
                if (host.getValue() >= 1.2) {
                    slow.add(host + " after " + second + " s");
                }
            }
        }

        assertThat(slow).isEmpty();
    }

    @Property(tries = 50)
    void noHostIsFasterThanOthersOrSlowerThanItWasSeenToBe(
            @ForAll long seed,
            @ForAll @DoubleRange(min = 1, max = 200) double factor,
            @ForAll @DoubleRange(min = 0, max = 0.5) double spread) {
        Cluster cluster = slowFrom(20, factor, spread, seed);
        for (int second = 1; second < 60; second += 3) {
            cluster.runTo(second);
            assertThat(cluster.slow().values())
                    .allSatisfy(pace -> assertThat(pace).isGreaterThan(1).isLessThanOrEqualTo(HostPaces.MOST));
            assertThat(cluster.pace()).isLessThanOrEqualTo(1.01 * factor * Math.exp(4 * spread));
        }
    }

    /** No factor at which a host is left at once. */
    @Property(tries = 50)
    void aLittleSlowerIsALittleMore(
            @ForAll @IntRange(min = 1, max = 30) int rounds, @ForAll @DoubleRange(min = 1, max = 20) double factor) {
        double pace = afterRounds(rounds, factor);
        double slower = afterRounds(rounds, 1.01 * factor);

        assertThat(slower).isBetween(pace, 1.03 * pace);
    }

    private static double afterRounds(int rounds, double factor) {
        HostPaces paces = new HostPaces();
        Random random = new Random(7);
        for (int round = 0; round < rounds; round++) {
            for (int host = HOSTS - 1; host >= 0; host--) {
                double seconds = (host == 0 ? factor : 1) * Math.exp(0.05 * random.nextGaussian());
                paces.ended(STAGE, task(seconds, seconds, BYTES), "h" + host, false, nanos(round));
            }
        }
        return looked(paces, List.of(), rounds).getOrDefault(SLOW, 1.0);
    }
}
