// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.shuffle.ExchangePlan.PairBytes;
import org.fairlead.core.shuffle.ExchangePlan.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every exchange planner has to keep, whatever its name. */
class ExchangePlannersTest {
    private static final double ROUNDING = 1e-9;

    @Provide
    static Arbitrary<String> names() {
        return Arbitraries.of(ExchangePlanners.names());
    }

    static List<String> allNames() {
        return ExchangePlanners.names();
    }

    private record Block(int row, int partition) {}

    private static List<Block> blocks(ByteMatrix bytes) {
        List<Block> blocks = new ArrayList<>();
        for (int row = 0; row < bytes.rows(); row++) {
            for (int partition = 0; partition < bytes.partitions(); partition++) {
                blocks.add(new Block(row, partition));
            }
        }
        return blocks;
    }

    @Test
    void thereAreThose() {
        assertThat(ExchangePlanners.names()).contains("csa", "dsa", "dsa-sms", "fairlead", "clairvoyant");
    }

    @Property(tries = 300)
    void inNoPrefixOfAPlanIsACapExceeded(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan plan = shuffle.plan(name, seed);
        List<Block> inOrder = blocks(shuffle.bytes());
        inOrder.sort(Comparator.comparingInt(block -> step(plan, block)));

        long[] held = new long[shuffle.bytes().hosts()];
        for (Block block : inOrder) {
            if (!plan.stepsAside() && plan.place(block.row(), block.partition()).isMemory()) {
                int host = plan.host(block.row(), block.partition());
                held[host] += shuffle.bytes().bytes(block.row(), block.partition());
                assertThat(held[host]).isLessThanOrEqualTo(shuffle.memory().capBytes(host));
            }
        }
        assertThat(plan.memoryBytes()).isEqualTo(held);
    }

    private static int step(ExchangePlan plan, Block block) {
        int host = plan.host(block.row(), block.partition());
        return host == ExchangePlan.NO_HOST ? 0 : plan.order().step(plan.bytes().sender(block.row()), host);
    }

    @Property(tries = 300)
    void eachByteIsPlacedOnceWhereItsPlaceMayBe(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan plan = shuffle.plan(name, seed);

        for (Block block : blocks(shuffle.bytes())) {
            int host = plan.host(block.row(), block.partition());
            int sender = shuffle.bytes().sender(block.row());
            int owner = plan.owner(block.partition());
            assertThat(owner).isBetween(0, shuffle.bytes().hosts() - 1);
            switch (plan.place(block.row(), block.partition())) {
                case OWNER_MEMORY -> assertThat(host).isEqualTo(owner);
                case SENDER_MEMORY -> assertThat(host).isEqualTo(sender).isNotEqualTo(owner);
                case OTHER_MEMORY -> assertThat(host).isNotIn(sender, owner, ExchangePlan.NO_HOST);
                case DISK -> assertThat(host).isIn(sender, owner);
                case STORE -> {
                    assertThat(host).isEqualTo(ExchangePlan.NO_HOST);
                    assertThat(shuffle.outlook().store().exists()).isTrue();
                }
            }
        }
    }

    @Property(tries = 300)
    void pairsCarryWhatMovesAndNothingElse(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan plan = shuffle.plan(name, seed);
        int hosts = shuffle.bytes().hosts();

        long[] expected = new long[hosts * hosts];
        for (Block block : blocks(shuffle.bytes())) {
            int host = plan.host(block.row(), block.partition());
            int sender = shuffle.bytes().sender(block.row());
            if (!plan.stepsAside() && host != sender && host != ExchangePlan.NO_HOST) {
                expected[sender * hosts + host] += shuffle.bytes().bytes(block.row(), block.partition());
            }
        }
        long[] carried = new long[hosts * hosts];
        for (PairBytes pair : plan.pairBytes()) {
            assertThat(pair.bytes()).isPositive();
            assertThat(carried[pair.sender() * hosts + pair.receiver()])
                    .as("each pair once")
                    .isZero();
            carried[pair.sender() * hosts + pair.receiver()] = pair.bytes();
        }
        assertThat(carried).isEqualTo(expected);
    }

    @Property(tries = 300)
    void whateverHostFailsNoBlockOfAnotherIsLost(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan plan = shuffle.plan(name, seed);

        for (int lost = 0; lost < shuffle.bytes().hosts(); lost++) {
            for (Block block : blocks(shuffle.bytes())) {
                int sender = shuffle.bytes().sender(block.row());
                Source source = plan.sourceWithout(lost, block.row(), block.partition());
                if (source == Source.COPY) {
                    assertThat(plan.host(block.row(), block.partition())).isNotIn(lost, sender);
                } else {
                    assertThat(source).isEqualTo(sender == lost ? Source.MADE_AGAIN : Source.ORIGINAL);
                }
            }
        }
    }

    @Property(tries = 200)
    void theSameArgumentsGiveTheSamePlan(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan first = shuffle.plan(name, seed);
        ExchangePlan second = MadeUpShuffle.of(seed).plan(name, seed);

        for (Block block : blocks(shuffle.bytes())) {
            assertThat(second.place(block.row(), block.partition()))
                    .isEqualTo(first.place(block.row(), block.partition()));
            assertThat(second.host(block.row(), block.partition()))
                    .isEqualTo(first.host(block.row(), block.partition()));
            assertThat(second.owner(block.partition())).isEqualTo(first.owner(block.partition()));
        }
        assertThat(second.times()).isEqualTo(first.times());
        assertThat(second.order()).isEqualTo(first.order());
        assertThat(second.stepsAside()).isEqualTo(first.stepsAside());
        assertThat(second.madeNanos()).isEqualTo(7);
    }

    @Property(tries = 200)
    void tasksThatArePlannedStayWhereTheyAre(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan plan = shuffle.plan(name, seed);

        for (int partition = 0; partition < shuffle.bytes().partitions(); partition++) {
            int planned = shuffle.outlook().taskHost(partition);
            if (planned != Outlook.UNPLANNED) {
                assertThat(plan.owner(partition)).isEqualTo(planned);
            }
        }
    }

    @Property(tries = 300)
    void noPlanIsPredictedToBeFasterThanItsBound(@ForAll("names") String name, @ForAll long seed) {
        PredictedTimes times = MadeUpShuffle.of(seed).plan(name, seed).times();

        assertThat(times.seconds()).isGreaterThanOrEqualTo(times.boundSeconds() * (1 - ROUNDING));
        assertThat(times.stockSeconds()).isNotNegative();
    }

    @Property(tries = 200)
    void windowsAreBoundedAndReceiversPacedBelowTheirLinks(@ForAll("names") String name, @ForAll long seed) {
        MadeUpShuffle shuffle = MadeUpShuffle.of(seed);
        ExchangePlan plan = shuffle.plan(name, seed);

        assertThat(plan.order().window()).isBetween(1, WindowedExchange.WINDOW);
        for (int host = 0; host < shuffle.bytes().hosts(); host++) {
            double pace = plan.paceBytesPerSecond(host);
            assertThat(pace).isPositive();
            assertThat(Double.isInfinite(pace) || pace < shuffle.outlook().receives(host))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("allNames")
    void aShuffleOfNothingIsAPlan(String name) {
        ExchangePlanner planner = ExchangePlanners.named(name);
        ExchangePlan empty = planner.plan(
                new ByteMatrix(0, new int[0], new long[0][]), ReceiverMemory.alike(0, 1), Outlook.alike(0, 1), 0, 1);
        ExchangePlan zeros = planner.plan(
                new ByteMatrix(2, new int[] {0, 1}, new long[2][3]),
                ReceiverMemory.alike(2, 0),
                Outlook.alike(2, 0),
                0,
                1);

        assertThat(empty.pairBytes()).isEmpty();
        assertThat(zeros.pairBytes()).isEmpty();
        assertThat(zeros.times().seconds()).isZero();
    }

    @ParameterizedTest
    @MethodSource("allNames")
    void hostsHaveToBeAsManyEverywhere(String name) {
        ByteMatrix two = new ByteMatrix(2, new int[] {0, 1}, new long[2][1]);

        assertThatThrownBy(() ->
                        ExchangePlanners.named(name).plan(two, ReceiverMemory.alike(3, 1), Outlook.alike(2, 1), 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a matrix of 2 hosts, memory of 3, an outlook of 2");
    }

    @Test
    void anUnknownNameSaysWhichThereAre() {
        assertThatThrownBy(() -> ExchangePlanners.named("dsa-smt"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "no exchange planner 'dsa-smt'; accepted: csa, dsa, dsa-sms, fairlead, clairvoyant");
    }
}
