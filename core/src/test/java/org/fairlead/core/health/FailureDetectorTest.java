// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {
    private static final long MILLI = 1_000_000L;
    private static final int STEP_MILLIS = 100;
    private static final int HOSTS = 12;
    private static final int AGENT_MILLIS = 1000;
    private static final int DATANODE_MILLIS = 3000;
    private static final int TWO_REPETITIONS_MILLIS = 700;

    /** A cluster in which time passes: agents each second, DataNodes each 3 s, a switch that counts, and maybe tells of carriers. */
    private static final class Cluster {
        private final Topology topology = Topologies.tree(new Topology.Builder("test"), 4, HOSTS / 4, 12.5e6, 2)
                .build();
        private final FailureDetector detector = new FailureDetector(topology);
        private final int[] agentPhase = new int[HOSTS];
        private final int[] datanodePhase = new int[HOSTS];
        private Predicate<Integer> cut = host -> false;
        private Predicate<Integer> agentDead = host -> false;
        private Predicate<Integer> datanodeHangs = host -> false;
        /** From when on a host hears nothing: each of its voices speaks once more and waits for the answer. */
        private final Map<Integer, Long> hearsNothingSince = new HashMap<>();

        private final Map<Integer, Long> lastReport = new HashMap<>();
        private boolean deaf;
        private boolean carriers;
        private boolean traffic;
        private long millis;
        private Suspects suspects = Suspects.NONE;

        Cluster(long seed) {
            Random random = new Random(seed);
            for (int host = 0; host < HOSTS; host++) {
                agentPhase[host] = random.nextInt(AGENT_MILLIS);
                datanodePhase[host] = random.nextInt(DATANODE_MILLIS);
            }
        }

        int index(int host) {
            return topology.hosts().get(host).index();
        }

        Suspects pass(long moreMillis) {
            for (long end = millis + moreMillis; millis < end; millis += STEP_MILLIS) {
                for (int host = 0; host < HOSTS && !deaf; host++) {
                    speak(host);
                }
                suspects = detector.judge(millis * MILLI);
            }
            return suspects;
        }

        private void speak(int host) {
            boolean up = !cut.test(host);
            long now = millis * MILLI;
            boolean hangs = datanodeHangs.test(host);
            if (up && !hangs && !agentDead.test(host) && speaks(host, agentPhase[host], AGENT_MILLIS)) {
                lastReport.put(host, millis);
                detector.heard(index(host), HeartbeatSource.AGENT, AGENT_MILLIS * MILLI, now);
            }
            if (hearsNothingSince.containsKey(host) && millis - lastReport.get(host) >= TWO_REPETITIONS_MILLIS) {
                detector.unacknowledged(index(host), now);
            }
            if (up && !hangs && speaks(host, datanodePhase[host], DATANODE_MILLIS)) {
                detector.heard(index(host), HeartbeatSource.DATANODE, DATANODE_MILLIS * MILLI, now);
            }
            if (millis % 1000 == 0) {
                if (carriers) {
                    detector.carrier(index(host), up, now);
                }
                detector.sent(index(host), up && traffic ? 1e6 : 0, 12.5e6, now - 1000 * MILLI);
            }
        }

        private boolean speaks(int host, int phase, int every) {
            Long since = hearsNothingSince.get(host);
            return isDue(phase, every) && (since == null || millis - since < every);
        }

        private boolean isDue(int phase, int every) {
            return (millis + phase) % every < STEP_MILLIS;
        }

        boolean suspected(int host) {
            return suspects.of(index(host)).filter(one -> !one.onProbation()).isPresent();
        }
    }

    @Property(tries = 40)
    void aHostWhoseLinkIsCutIsSuspectedAtTheNextWordOfASwitchThatTellsCarriers(
            @ForAll long seed, @ForAll @IntRange(max = HOSTS - 1) int host, @ForAll @IntRange(max = 30) int offset) {
        Cluster cluster = new Cluster(seed);
        cluster.carriers = true;
        cluster.pass(10_000 + offset * STEP_MILLIS);

        cluster.cut = one -> one == host;
        cluster.pass(1200);

        assertThat(cluster.suspects.of(cluster.index(host)).orElseThrow().cause())
                .isEqualTo(SuspicionCause.NO_CARRIER);
        assertThat(cluster.suspects.suspected()).isEqualTo(1);
    }

    @Property(tries = 40)
    void withoutCarriersTheSilenceOfAllItsVoicesIsEnough(
            @ForAll long seed, @ForAll @IntRange(max = HOSTS - 1) int host, @ForAll boolean traffic) {
        Cluster cluster = new Cluster(seed);
        cluster.traffic = traffic;
        cluster.pass(10_000);

        cluster.cut = one -> one == host;
        cluster.pass(4000);

        assertThat(cluster.suspects.of(cluster.index(host)).orElseThrow().cause())
                .isEqualTo(SuspicionCause.SILENT);
        assertThat(cluster.suspects.suspected()).isEqualTo(1);
    }

    @Property(tries = 40)
    void oneDeadAgentNeverBansALiveHost(
            @ForAll long seed, @ForAll @IntRange(max = HOSTS - 1) int host, @ForAll boolean traffic) {
        Cluster cluster = new Cluster(seed);
        cluster.traffic = traffic;
        cluster.pass(10_000);

        cluster.agentDead = one -> one == host;

        for (int step = 0; step < 300; step++) {
            assertThat(cluster.pass(STEP_MILLIS)).isEqualTo(Suspects.NONE);
        }
    }

    @Property(tries = 40)
    void aHostThatHearsNothingIsSuspectedThoughItsDataNodeSpeaksOnceMore(
            @ForAll long seed, @ForAll @IntRange(max = HOSTS - 1) int host, @ForAll boolean traffic) {
        Cluster cluster = new Cluster(seed);
        cluster.traffic = traffic;
        cluster.pass(10_000);

        cluster.hearsNothingSince.put(host, cluster.millis);
        cluster.pass(2500);

        assertThat(cluster.suspects.of(cluster.index(host)).orElseThrow().cause())
                .isEqualTo(SuspicionCause.UNACKNOWLEDGED);
        for (int step = 0; step < 200; step++) {
            assertThat(cluster.pass(STEP_MILLIS).suspected()).isEqualTo(1);
            assertThat(cluster.suspected(host)).isTrue();
        }

        cluster.hearsNothingSince.clear();

        assertThat(cluster.pass(10_000)).isEqualTo(Suspects.NONE);
    }

    @Property(tries = 40)
    void anAgentThatDiedBeforeItsAnswerCameDoesNotBanAHostWhoseDataNodeSpeaksOn(@ForAll long seed) {
        Cluster cluster = new Cluster(seed);
        cluster.pass(10_000);
        cluster.agentDead = one -> one == 3;
        for (int step = 0; step < 300; step++) {
            cluster.detector.unacknowledged(cluster.index(3), cluster.millis * MILLI);
            cluster.pass(STEP_MILLIS);
            if (step * STEP_MILLIS > 2 * DATANODE_MILLIS + 2500) {
                assertThat(cluster.suspected(3)).isFalse();
            }
            if (step * STEP_MILLIS > 2 * DATANODE_MILLIS + 7000) {
                assertThat(cluster.suspects).isEqualTo(Suspects.NONE);
            }
        }
    }

    @Property(tries = 20)
    void whomNobodyHearsSuspectsNobody(@ForAll long seed, @ForAll @IntRange(min = 7, max = HOSTS) int hosts) {
        Cluster cluster = new Cluster(seed);
        cluster.pass(10_000);
        for (int host = 0; host < hosts; host++) {
            cluster.hearsNothingSince.put(host, cluster.millis);
        }

        for (int step = 0; step < 300; step++) {
            int suspected = cluster.pass(STEP_MILLIS).suspected();
            // until more than half have missed a turn
            assertThat(suspected).isLessThanOrEqualTo(step < 25 ? HOSTS / 2 : 0);
        }
    }

    @Property(tries = 30)
    void aHostWhoseAgentDiedIsStillSuspectedWhenItIsCutLater(@ForAll long seed) {
        Cluster cluster = new Cluster(seed);
        cluster.agentDead = one -> one == 3;
        cluster.pass(20_000);

        cluster.cut = one -> one == 3;

        assertThat(cluster.pass(7000).suspected()).isEqualTo(1);
        assertThat(cluster.suspected(3)).isTrue();
    }

    @Property(tries = 30)
    void aHungDataNodeIsSuspectedWhateverElseItsHostSends(@ForAll long seed) {
        Cluster cluster = new Cluster(seed);
        cluster.traffic = true;
        cluster.pass(10_000);

        cluster.datanodeHangs = one -> one == 5;

        assertThat(cluster.pass(7000).suspected()).isEqualTo(1);
        assertThat(cluster.suspected(5)).isTrue();
    }

    @Property(tries = 40)
    void aHostWithAllWitnessesFreshIsNeverSuspected(
            @ForAll long seed, @ForAll boolean carriers, @ForAll boolean traffic, @ForAll @IntRange(max = 5) int cuts) {
        Cluster cluster = new Cluster(seed);
        cluster.carriers = carriers;
        cluster.traffic = traffic;
        cluster.pass(10_000);

        cluster.cut = host -> host < cuts;

        for (int step = 0; step < 200; step++) {
            cluster.pass(STEP_MILLIS);
            for (int host = cuts; host < HOSTS; host++) {
                assertThat(cluster.suspects.of(cluster.index(host))).isEmpty();
            }
        }
    }

    @Property(tries = 40)
    void whoHearsNobodySuspectsNobodyNewButKeepsWhoWasSilentBefore(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 6) int cuts,
            @ForAll @IntRange(min = 20, max = 700) int steps) {
        Cluster cluster = new Cluster(seed);
        cluster.pass(10_000);
        cluster.cut = host -> host < cuts;
        cluster.pass(10_000);
        Suspects before = cluster.suspects;

        cluster.deaf = true;
        for (int step = 0; step < steps; step++) {
            Suspects now = cluster.pass(STEP_MILLIS);
            assertThat(now.suspected()).isLessThanOrEqualTo(HOSTS / 2);
            assertThat(now.hosts()).containsExactlyElementsOf(before.hosts());
        }
        cluster.deaf = false;
        for (int step = 0; step < 100; step++) {
            assertThat(cluster.pass(STEP_MILLIS).hosts()).containsExactlyElementsOf(before.hosts());
        }
    }

    @Test
    void aProcessThatWasStoppedItselfSuspectsNobodyWhenItWakesUp() {
        Cluster cluster = new Cluster(1);
        cluster.pass(10_000);

        cluster.millis += 20_000;

        for (int step = 0; step < 50; step++) {
            assertThat(cluster.pass(STEP_MILLIS)).isEqualTo(Suspects.NONE);
        }
    }

    @Property(tries = 30)
    void aHostThatComesBackGetsEverMoreOfTheDecisions(@ForAll long seed) {
        Cluster cluster = new Cluster(seed);
        cluster.carriers = true;
        cluster.pass(10_000);
        cluster.cut = host -> host == 2;
        cluster.pass(5000);

        cluster.cut = host -> false;
        double before = 0;
        int[] bars = new int[3];
        for (int step = 0; step < 90; step++) {
            cluster.pass(STEP_MILLIS);
            double share =
                    cluster.suspects.of(cluster.index(2)).map(Suspicion::share).orElse(1.0);
            assertThat(share).isGreaterThanOrEqualTo(before);
            before = share;
            for (long draw = 0; draw < 10; draw++) {
                bars[step / 30] += cluster.suspects.bars(cluster.index(2), step * 10L + draw) ? 1 : 0;
            }
        }

        assertThat(before).isEqualTo(1);
        assertThat(bars[0]).isGreaterThan(bars[1]);
        assertThat(bars[1]).isGreaterThan(bars[2]);
    }

    @Property(tries = 20)
    void aHostThatFlapsWaitsLongerEachTimeButNeverForGood(@ForAll long seed) {
        Cluster cluster = new Cluster(seed);
        cluster.carriers = true;
        cluster.pass(10_000);
        int trusted = 0;
        for (int flap = 0; flap < 12; flap++) {
            cluster.cut = host -> host == 7;
            cluster.pass(2000);
            cluster.cut = host -> false;
            for (int step = 0; step < 50; step++) {
                cluster.pass(STEP_MILLIS);
                trusted += flap >= 4 && !cluster.suspected(7) ? 1 : 0;
            }
        }
        assertThat(trusted).isZero();

        cluster.pass(2 * Probation.LONGEST_WAIT_NANOS / MILLI + 1000);

        assertThat(cluster.suspects).isEqualTo(Suspects.NONE);
    }

    @Test
    void twoClientsThatFailedOnAHostAreBelievedAndOneThatFailsEverywhereIsNot() {
        Cluster cluster = new Cluster(1);
        cluster.pass(10_000);
        long now = cluster.millis * MILLI;
        for (int host = 0; host < HOSTS; host++) {
            cluster.detector.failed(cluster.index(host), "cut-off-client", now);
        }
        cluster.detector.failed(cluster.index(4), "client-1", now);
        assertThat(cluster.pass(STEP_MILLIS)).isEqualTo(Suspects.NONE);

        cluster.detector.failed(cluster.index(4), "client-2", now);

        assertThat(cluster.pass(STEP_MILLIS).of(cluster.index(4)).orElseThrow().cause())
                .isEqualTo(SuspicionCause.FAILURES);
        assertThat(cluster.suspects.suspected()).isEqualTo(1);
    }

    @Property(tries = 30)
    void failuresAloneNeverTakeMoreThanHalf(@ForAll long seed, @ForAll @IntRange(min = 1, max = HOSTS) int failing) {
        Cluster cluster = new Cluster(seed);
        cluster.pass(10_000);
        for (int host = 0; host < failing; host++) {
            for (int client = 0; client < 3; client++) {
                cluster.detector.failed(cluster.index(host), "client-" + host + "-" + client, cluster.millis * MILLI);
            }
        }

        assertThat(cluster.pass(STEP_MILLIS).suspected()).isEqualTo(Math.min(failing, HOSTS / 2));
    }

    @Test
    void whatAControllerSuspectsCountsUnlessTheHostSpeaksToUs() {
        Cluster cluster = new Cluster(1);
        cluster.pass(10_000);
        long since = (cluster.millis - 5000) * MILLI;
        Suspicion silent = new Suspicion(SuspicionCause.SILENT, since, 0);
        Suspicion unplugged = new Suspicion(SuspicionCause.NO_CARRIER, since, 0);

        cluster.detector.reported(Suspects.of(Map.of(cluster.index(1), silent, cluster.index(2), unplugged)));

        assertThat(cluster.pass(STEP_MILLIS).hosts()).containsExactly(cluster.index(2));
    }

    @Property(tries = 20)
    void theSameWordsGiveTheSameSuspicions(@ForAll long seed, @ForAll @LongRange(max = 100) long cutAt) {
        Cluster one = new Cluster(seed);
        Cluster other = new Cluster(seed);
        for (long step = 0; step < 200; step++) {
            boolean cuts = step >= cutAt;
            one.cut = host -> cuts && host % 5 == 0;
            other.cut = host -> cuts && host % 5 == 0;
            assertThat(one.pass(STEP_MILLIS)).isEqualTo(other.pass(STEP_MILLIS));
        }
    }

    @Test
    void whatIsKnownOfAHostGoesWithItToAnotherTopology() {
        Cluster cluster = new Cluster(1);
        cluster.carriers = true;
        cluster.pass(10_000);
        cluster.cut = host -> host == 0;
        cluster.pass(3000);
        Topology larger =
                Topologies.tree(new Topology.Builder("larger"), 6, 3, 12.5e6, 2).build();

        Suspects after = cluster.detector.movedTo(larger).judge(cluster.millis * MILLI);

        assertThat(after.hosts()).containsExactly(larger.hosts().get(0).index());
    }
}
