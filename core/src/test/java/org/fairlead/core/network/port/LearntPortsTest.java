// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.PathChoice;
import org.junit.jupiter.api.Test;

class LearntPortsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int FIRST = 20_000;
    private static final PathChoice ONE = new PathChoice(0);
    private static final PathChoice OTHER = new PathChoice(1);
    private static final LearningTerms TERMS = new LearningTerms(3, 30 * SECOND, 90 * SECOND);

    private final LearntPorts ports = new LearntPorts(FIRST, 8, TERMS);

    private void learnAll(long now) {
        for (OptionalInt port = ports.next(ONE, now); port.isPresent(); port = ports.next(ONE, now)) {
            ports.learn(port.getAsInt(), port.getAsInt() % 2 == 0 ? ONE : OTHER, now);
        }
    }

    @Test
    void theSearchEndsWithEnoughPortsOfTheWantedPath() {
        learnAll(0);

        assertThat(ports.ports(ONE, 0)).as("the newest first").containsExactly(20_004, 20_002, 20_000);
        assertThat(ports.ports(OTHER, 0)).as("found on the way").containsExactly(20_003, 20_001);
    }

    @Test
    void aPortThatAgreesStaysAndIsProbedAgainInTime() {
        learnAll(0);

        assertThat(ports.next(ONE, 29 * SECOND)).isEmpty();
        assertThat(ports.next(ONE, 30 * SECOND)).hasValue(20_000);
        assertThat(ports.learn(20_000, ONE, 30 * SECOND)).isTrue();
        assertThat(ports.next(ONE, 30 * SECOND)).hasValue(20_002);
        assertThat(ports.ports(ONE, 91 * SECOND)).as("the others are too old").containsExactly(20_000);
    }

    @Test
    void aProbeThatDisagreesDropsAllThatWasKnown() {
        learnAll(0);

        assertThat(ports.learn(20_000, OTHER, 30 * SECOND)).isFalse();

        assertThat(ports.ports(ONE, 30 * SECOND)).isEmpty();
        assertThat(ports.ports(OTHER, 30 * SECOND)).containsExactly(20_000);
        assertThat(ports.next(ONE, 30 * SECOND)).as("where it had stopped").hasValue(20_005);
    }

    @Test
    void aPortThatSomebodyHasIsNotOffered() {
        learnAll(0);

        ports.forget(20_002);

        assertThat(ports.ports(ONE, 0)).containsExactly(20_004, 20_000);
    }

    @Test
    void aPortWithoutAnAnswerCountsUntilItIsTooOld() {
        learnAll(0);

        ports.unanswered(20_000, 30 * SECOND);

        assertThat(ports.next(ONE, 30 * SECOND)).as("the next one").hasValue(20_002);
        assertThat(ports.ports(ONE, 90 * SECOND)).containsExactly(20_000, 20_004, 20_002);
        assertThat(ports.ports(ONE, 90 * SECOND + 1)).isEmpty();
    }

    @Test
    void onceAroundTheRangeTheSearchRests() {
        for (int probed = 0; probed < 8; probed++) {
            ports.forget(ports.next(ONE, probed).orElseThrow());
        }

        assertThat(ports.next(ONE, 9)).isEmpty();
        assertThat(ports.next(ONE, 30 * SECOND)).hasValue(20_000);
    }

    /** A network whose hash changes now and then, and that does not always answer. */
    @Property(tries = 300)
    void whatIsOfferedIsWhatTheLastProbesSaid(@ForAll long seed) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(40);
        int paths = 1 + random.nextInt(4);
        LearningTerms terms = new LearningTerms(1 + random.nextInt(8), 30 * SECOND, 90 * SECOND);
        LearntPorts learnt = new LearntPorts(FIRST, count, terms);
        Map<Integer, PathChoice> said = new HashMap<>();
        Map<Integer, Long> saidAt = new HashMap<>();
        Deque<Long> probes = new ArrayDeque<>();
        long now = 0;
        int salt = 0;
        PathChoice wanted = new PathChoice(random.nextInt(paths));
        for (int step = 0; step < 400; step++) {
            now += random.nextInt(5) * SECOND / 2;
            salt += random.nextInt(60) == 0 ? 1 : 0;
            wanted = random.nextInt(50) == 0 ? new PathChoice(random.nextInt(paths)) : wanted;
            OptionalInt next = learnt.next(wanted, now);
            if (next.isPresent()) {
                int port = next.getAsInt();
                assertThat(port).isBetween(FIRST, FIRST + count - 1);
                probes.add(now);
                int outcome = random.nextInt(8);
                if (outcome == 0) {
                    learnt.forget(port);
                    said.remove(port);
                } else if (outcome == 1) {
                    learnt.unanswered(port, now);
                } else {
                    PathChoice path = new PathChoice(Math.floorMod(((port * 31 + salt) * 0x9E3779B9) >> 8, paths));
                    boolean stale = now - saidAt.getOrDefault(port, now) > terms.freshNanos();
                    boolean agrees = stale || path.equals(said.getOrDefault(port, path));
                    assertThat(learnt.learn(port, path, now)).isEqualTo(agrees);
                    if (!agrees) {
                        said.clear();
                    }
                    said.put(port, path);
                    saidAt.put(port, now);
                }
            }
            long since = now - terms.againNanos();
            probes.removeIf(at -> at <= since);
            assertThat(probes)
                    .as("probes in the time after which they are repeated")
                    .hasSizeLessThanOrEqualTo(3 * count);
            for (int path = 0; path < paths; path++) {
                PathChoice choice = new PathChoice(path);
                Set<Integer> expected = new HashSet<>();
                for (Map.Entry<Integer, PathChoice> each : said.entrySet()) {
                    if (each.getValue().equals(choice) && now - saidAt.get(each.getKey()) <= terms.freshNanos()) {
                        expected.add(each.getKey());
                    }
                }
                List<Integer> offered = learnt.ports(choice, now);
                assertThat(offered).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }
}
