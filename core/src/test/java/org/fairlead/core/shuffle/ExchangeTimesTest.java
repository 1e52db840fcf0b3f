// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.shuffle.ExchangePlan.PairBytes;
import org.junit.jupiter.api.Test;

class ExchangeTimesTest {
    private static final int HOSTS = 3;

    /** All ways to serve unit by unit, where a host sends to one and receives from one at a time. */
    private static final class EverySchedule {
        private final Map<Integer, Integer> known = new HashMap<>();

        /** @param left by sender times hosts plus receiver */
        private int steps(int[] left) {
            if (Arrays.stream(left).allMatch(units -> units == 0)) {
                return 0;
            }
            int key = Arrays.stream(left).reduce(0, (sum, units) -> 4 * sum + units);
            Integer before = known.get(key);
            if (before != null) {
                return before;
            }
            int least = Integer.MAX_VALUE;
            for (int choice = 1; choice < 1 << left.length; choice++) {
                if (isServedAtOnce(choice, left)) {
                    int[] next = left.clone();
                    for (int pair = 0; pair < left.length; pair++) {
                        next[pair] -= (choice >> pair) & 1;
                    }
                    least = Math.min(least, 1 + steps(next));
                }
            }
            known.put(key, least);
            return least;
        }

        private static boolean isServedAtOnce(int choice, int[] left) {
            int senders = 0;
            int receivers = 0;
            for (int pair = 0; pair < left.length; pair++) {
                if (((choice >> pair) & 1) == 1) {
                    int from = 1 << (pair / HOSTS);
                    int to = 1 << (pair % HOSTS);
                    if (left[pair] == 0 || (senders & from) != 0 || (receivers & to) != 0) {
                        return false;
                    }
                    senders |= from;
                    receivers |= to;
                }
            }
            return true;
        }
    }

    @Property(tries = 60)
    void theBoundIsWhatTheBestOfAllSchedulesTakes(@ForAll long seed) {
        Random random = new Random(seed);
        long[][] rows = new long[HOSTS][HOSTS];
        int[] left = new int[HOSTS * HOSTS];
        for (int from = 0; from < HOSTS; from++) {
            for (int to = 0; to < HOSTS; to++) {
                rows[from][to] = random.nextInt(3);
                left[from * HOSTS + to] = from == to ? 0 : (int) rows[from][to];
            }
        }
        int[] all = {0, 1, 2};

        double bound = ExchangeTimes.bound(new ByteMatrix(HOSTS, all, rows), Outlook.alike(HOSTS, 1), all);

        assertThat(bound).isEqualTo(new EverySchedule().steps(left));
    }

    /** Four hosts of 10 MB/s; hosts 1 to 3 have 10 MB each for host 0, and host 1 has 30 MB for host 2. */
    private static ByteMatrix example(long forHost2) {
        return new ByteMatrix(4, new int[] {0, 1, 2, 3}, new long[][] {
            {0, 0, 0, 0}, {10, 0, forHost2, 0}, {10, 0, 0, 0}, {10, 0, 0, 0}
        });
    }

    private static double seconds(String planner, ByteMatrix bytes) {
        return ExchangePlanners.named(planner)
                .plan(bytes, ReceiverMemory.alike(4, 100), Outlook.alike(4, 10), 0, 0)
                .times()
                .seconds();
    }

    @Test
    void whoHasMuchToSendHoldsUpRoundsButNotWindows() {
        assertThat(seconds("csa", example(0))).isEqualTo(3);
        assertThat(seconds("csa", example(30))).isEqualTo(5);
        assertThat(seconds("dsa", example(30))).isEqualTo(4);
    }

    /** Round by round, host by host. */
    private static double everyRound(List<PairBytes> pairs, ExchangeOrder order, Outlook outlook) {
        long[][] bytes = new long[order.hosts()][order.hosts()];
        pairs.forEach(pair -> bytes[pair.sender()][pair.receiver()] = pair.bytes());
        double[] ended = new double[order.hosts()];
        for (int step = 1; step <= order.steps(); step++) {
            double[] next = ended.clone();
            for (int to = 0; to < order.hosts(); to++) {
                int from = order.sender(to, step);
                double seconds = bytes[from][to] / Math.min(outlook.sends(from), outlook.receives(to));
                double end = Math.max(ended[from], ended[to]) + seconds;
                next[to] = Math.max(next[to], end);
                next[from] = Math.max(next[from], end);
            }
            ended = next;
        }
        return Arrays.stream(ended).max().orElse(0);
    }

    @Property(tries = 200)
    void roundsThatAreLeftOutChangeNothing(@ForAll long seed) {
        Random random = new Random(seed);
        int hosts = 2 + random.nextInt(60);
        double[] rates = random.doubles(hosts, 1, 10).toArray();
        Outlook outlook = Outlook.ofLinks(rates, rates);
        List<PairBytes> pairs = random.ints(random.nextInt(12), 0, hosts * hosts)
                .distinct()
                .filter(pair -> pair / hosts != pair % hosts)
                .mapToObj(pair -> new PairBytes(pair / hosts, pair % hosts, 1L + pair % 97))
                .toList();
        ExchangeOrder order = ExchangeOrder.rounds(hosts);
        ByteMatrix none = new ByteMatrix(hosts, new int[0], new long[0][]);

        double seconds = new ExchangeTimes(none, outlook)
                .rounds(
                        visitor -> pairs.forEach(pair -> visitor.visit(pair.sender(), pair.receiver(), pair.bytes())),
                        order,
                        new PortLoads(outlook));

        assertThat(seconds).isEqualTo(everyRound(pairs, order, outlook));
    }

    @Test
    void aSmallShuffleAmongManyHostsIsPlannedInRounds() {
        int hosts = 50_000;
        ByteMatrix bytes = new ByteMatrix(hosts, new int[] {7}, new long[][] {{30}});

        ExchangePlan plan = ExchangePlanners.named("csa")
                .plan(
                        bytes,
                        ReceiverMemory.alike(hosts, 100),
                        Outlook.alike(hosts, 10).withTasks(new int[] {49_000}),
                        0,
                        0);

        assertThat(plan.pairBytes()).containsExactly(new PairBytes(7, 49_000, 30));
        assertThat(plan.times().seconds()).isEqualTo(3);
    }

    @Test
    void stockReadsFromDisksAndSpillsWhatMemoryDoesNotHold() {
        ByteMatrix bytes = new ByteMatrix(2, new int[] {0, 1}, new long[][] {{20}, {20}});
        Outlook outlook = Outlook.alike(2, 10).withDisks(new double[] {40, 5}, new double[] {20, 20});

        PredictedTimes times = ExchangePlanners.named("dsa")
                .plan(bytes, ReceiverMemory.alike(2, 30), outlook, 0, 0)
                .times();

        // Host 1's disk gives 20 bytes in 4 s; 10 bytes go to host 0's disk and back.
        assertThat(times.stockSeconds()).isEqualTo(Math.max(4, 2 + 10 / 20.0 + 10 / 40.0));
        assertThat(times.boundSeconds()).isEqualTo(2);
    }
}
