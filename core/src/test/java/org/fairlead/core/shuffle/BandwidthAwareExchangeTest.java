// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BandwidthAwareExchangeTest {
    private static ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook) {
        return ExchangePlanners.named("fairlead").plan(bytes, memory, outlook, 0, 0);
    }

    private static double[] rates(Random random, int hosts) {
        double[] rates = new double[hosts];
        Arrays.setAll(rates, host -> 1 + random.nextInt(20));
        return rates;
    }

    @Property(tries = 300)
    void onePartitionGoesToTheBestHostOfAll(@ForAll long seed) {
        Random random = new Random(seed);
        int hosts = 1 + random.nextInt(6);
        long[][] rows = new long[hosts][1];
        int[] all = new int[hosts];
        for (int host = 0; host < hosts; host++) {
            rows[host][0] = random.nextInt(100);
            all[host] = host;
        }
        ByteMatrix bytes = new ByteMatrix(hosts, all, rows);
        Outlook outlook = Outlook.ofLinks(rates(random, hosts), rates(random, hosts));

        int[] owners = new OwnerSearch(bytes, outlook).owners();

        double least = Double.POSITIVE_INFINITY;
        for (int host = 0; host < hosts; host++) {
            least = Math.min(least, ExchangeTimes.bound(bytes, outlook, new int[] {host}));
        }
        assertThat(ExchangeTimes.bound(bytes, outlook, owners)).isEqualTo(least);
    }

    /** Blocks of one size on hosts that send alike, and two ways for each: over the links when the task reads, or through a store that has a network of its own. */
    @Property(tries = 300)
    void equalBlocksAreDividedBetweenLinksAndStoreAsTheBestOfAllWays(@ForAll long seed) {
        Random random = new Random(seed);
        int senders = 1 + random.nextInt(8);
        long[][] rows = new long[senders + 1][1];
        int[] all = new int[senders + 1];
        double[] sends = new double[senders + 1];
        Arrays.setAll(all, host -> host);
        Arrays.fill(sends, 1e6);
        for (int sender = 1; sender <= senders; sender++) {
            rows[sender][0] = 60;
        }
        double[] receives = rates(random, senders + 1);
        SharedStore store = new SharedStore(1e6, 1e6, 1 + random.nextInt(20), false);
        double[] slow = new double[senders + 1];
        double[] cached = new double[senders + 1];
        Arrays.fill(cached, Double.POSITIVE_INFINITY);
        Outlook outlook = Outlook.ofLinks(sends, receives)
                .withDisks(cached, slow)
                .withStore(store)
                .withTasks(new int[] {0});
        ByteMatrix bytes = new ByteMatrix(senders + 1, all, rows);

        double planned = ExchangePlanners.named("clairvoyant")
                .plan(bytes, ReceiverMemory.alike(senders + 1, 0), outlook, 0, 0)
                .times()
                .seconds();

        double least = Double.POSITIVE_INFINITY;
        for (int inStore = 0; inStore <= senders; inStore++) {
            double written = 60.0 * inStore / store.writeRate();
            double overLink = 60.0 * (senders - inStore) / receives[0];
            double fromStore = 60.0 * inStore / store.hostRate();
            least = Math.min(least, written + Math.max(overLink, fromStore));
        }
        assertThat(planned).isCloseTo(least, within(1e-9));
    }

    @Property(tries = 200)
    void forSeveralPartitionsItIsNotFarFromTheBestOwnersOfAll(@ForAll long seed) {
        Random random = new Random(seed);
        int hosts = 2 + random.nextInt(2);
        int partitions = 1 + random.nextInt(4);
        long[][] rows = new long[hosts][partitions];
        int[] all = new int[hosts];
        for (int host = 0; host < hosts; host++) {
            all[host] = host;
            Arrays.setAll(rows[host], partition -> 1 + random.nextInt(100));
        }
        ByteMatrix bytes = new ByteMatrix(hosts, all, rows);
        Outlook outlook = Outlook.alike(hosts, 10);

        double found = ExchangeTimes.bound(bytes, outlook, new OwnerSearch(bytes, outlook).owners());

        double least = Double.POSITIVE_INFINITY;
        for (int choice = 0; choice < Math.pow(hosts, partitions); choice++) {
            int[] owners = new int[partitions];
            int rest = choice;
            for (int partition = 0; partition < partitions; partition++) {
                owners[partition] = rest % hosts;
                rest /= hosts;
            }
            least = Math.min(least, ExchangeTimes.bound(bytes, outlook, owners));
        }
        assertThat(found).isBetween(least, 2 * least);
    }

    /** The example of its Javadoc. */
    @Test
    void whatMemoryDoesNotHoldStaysWhereItWasMade() {
        ByteMatrix bytes = new ByteMatrix(3, new int[] {0, 1, 2}, new long[][] {{20}, {20}, {20}});
        double[] cached = new double[3];
        Arrays.fill(cached, Double.POSITIVE_INFINITY);
        Outlook outlook = Outlook.alike(3, 10).withDisks(cached, new double[] {5, 5, 5});

        ExchangePlan plan = plan(bytes, ReceiverMemory.alike(3, 20), outlook);

        assertThat(plan.owner(0)).isZero();
        assertThat(plan.place(0, 0)).isEqualTo(Place.OWNER_MEMORY);
        assertThat(plan.place(1, 0)).isEqualTo(Place.SENDER_MEMORY);
        assertThat(plan.place(2, 0)).isEqualTo(Place.SENDER_MEMORY);
        assertThat(plan.times()).isEqualTo(new PredictedTimes(4, 12, 4));
        assertThat(plan.stepsAside()).isFalse();
    }

    /** The example of {@link StoreSplit}: a hot partition that memory would hold. */
    @Test
    void aStoreWithANetworkOfItsOwnGivesBesideTheLink() {
        ByteMatrix bytes =
                new ByteMatrix(7, new int[] {1, 2, 3, 4, 5, 6}, new long[][] {{10}, {10}, {10}, {10}, {10}, {10}});
        Outlook outlook = Outlook.alike(7, 10)
                .withStore(new SharedStore(1e9, 1e9, 20, false))
                .withTasks(new int[] {0});

        ExchangePlan plan = plan(bytes, ReceiverMemory.alike(7, 100), outlook);

        Map<Place, Long> blocks = IntStream.range(0, 6)
                .mapToObj(row -> plan.place(row, 0))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(blocks).isEqualTo(Map.of(Place.STORE, 4L, Place.OWNER_MEMORY, 1L, Place.SENDER_MEMORY, 1L));
        assertThat(plan.times().seconds()).isCloseTo(3, within(1e-6));
        assertThat(plan.times().boundSeconds()).isCloseTo(2, within(1e-6));
    }

    @Test
    void withNothingToGainItStepsAside() {
        ByteMatrix bytes = new ByteMatrix(2, new int[] {0, 1}, new long[][] {{10, 10}, {10, 10}});

        ExchangePlan plan = plan(bytes, ReceiverMemory.alike(2, 100), Outlook.alike(2, 10));

        assertThat(plan.times().gain()).isZero();
        assertThat(plan.stepsAside()).isTrue();
        assertThat(plan.moves(0, 1)).isFalse();
        assertThat(plan.pairBytes()).isEmpty();
        assertThat(plan.memoryBytes()).containsOnly(0);
    }

    @Test
    void whereTooLittleIsKnownItStepsAside() {
        ByteMatrix bytes = new ByteMatrix(3, new int[] {0, 1, 2}, new long[][] {{90, 1, 1}, {90, 1, 1}, {90, 1, 1}});
        Outlook outlook = Outlook.ofLinks(new double[] {10, 10, 10}, new double[] {1, 10, 10});

        assertThat(plan(bytes, ReceiverMemory.alike(3, 1000), outlook).stepsAside())
                .isFalse();
        assertThat(plan(bytes, ReceiverMemory.alike(3, 1000), outlook.blind(true))
                        .stepsAside())
                .isTrue();
    }

    @Test
    void aBusyLinkGetsNoHotPartition() {
        ByteMatrix bytes = new ByteMatrix(3, new int[] {0, 1, 2}, new long[][] {{90, 1, 1}, {90, 1, 1}, {90, 1, 1}});
        Outlook outlook = Outlook.ofLinks(new double[] {10, 10, 10}, new double[] {1, 10, 10});

        ExchangePlan plan = plan(bytes, ReceiverMemory.alike(3, 1000), outlook);

        assertThat(plan.owner(0)).isNotZero();
        assertThat(plan.times().seconds()).isEqualTo(18);
    }

    @Test
    void aSlowDiskOfASenderMakesTheSecondCrossingWorthwhile() {
        // Host 1 has no memory and a slow disk; host 2 has memory; host 0 owns all.
        ByteMatrix bytes = new ByteMatrix(3, new int[] {0, 1, 2}, new long[][] {{0}, {60}, {0}});
        Outlook outlook = Outlook.alike(3, 10)
                .withDisks(new double[] {1, 0, 1}, new double[] {1, 0, 1})
                .withTasks(new int[] {0});

        ExchangePlan plan = plan(bytes, new ReceiverMemory(new long[] {0, 0, 100}), outlook);

        assertThat(plan.place(1, 0)).isEqualTo(Place.OTHER_MEMORY);
        assertThat(plan.host(1, 0)).isEqualTo(2);
        assertThat(plan.times().seconds()).isEqualTo(12);
    }

    @Test
    void whoReceivesLittleIsPacedSoThatLinksAreFree() {
        // Host 0 receives 90 of hosts 1 and 2, host 1 only 8 of host 0.
        ByteMatrix bytes = new ByteMatrix(3, new int[] {0, 1, 2}, new long[][] {{0, 8}, {45, 0}, {45, 0}});
        Outlook outlook = Outlook.alike(3, 10)
                .withDisks(new double[] {1, 1, 1}, new double[] {1, 1, 1})
                .withTasks(new int[] {0, 1});

        ExchangePlan plan = plan(bytes, ReceiverMemory.alike(3, 60), outlook);

        double seconds = plan.times().seconds();
        assertThat(plan.paceBytesPerSecond(1)).isCloseTo(8 / (0.8 * seconds), within(1e-9));
        assertThat(plan.stepsAside()).isFalse();
    }

    @Test
    void smallPartitionsDoNotAllGoToOneHost() {
        ByteMatrix bytes = new ByteMatrix(
                2, new int[] {0, 1}, new long[][] {{1000, 1, 1, 1, 1, 1, 1, 1}, {1000, 1, 1, 1, 1, 1, 1, 1}});

        int[] owners = new OwnerSearch(bytes, Outlook.alike(2, 10)).owners();

        assertThat(Arrays.stream(owners).filter(owner -> owner == 0).count()).isBetween(1L, 7L);
        assertThat(Arrays.stream(owners).filter(owner -> owner == 1).count()).isBetween(1L, 7L);
    }
}
