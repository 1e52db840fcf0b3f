// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class DemandEstimationTest {
    private static final double[] UNITS = {1, 1, 1, 1};

    @Test
    void theWorkedExampleComesOut() {
        int[] sources = {0, 0, 0, 1, 1, 1, 2, 2, 3, 3};
        int[] destinations = {1, 2, 3, 0, 0, 2, 0, 3, 1, 1};

        double[] demands = DemandEstimation.of(sources, destinations, UNITS, UNITS);

        double third = 1.0 / 3;
        double[] expected = {third, third, third, third, third, third, third, 2 * third, third, third};
        assertThat(demands).containsExactly(expected, within(1e-9));
    }

    @Test
    void aReceiverThatManySendToSharesItsLink() {
        assertThat(DemandEstimation.of(new int[] {0, 1, 2, 2}, new int[] {3, 3, 3, 0}, UNITS, UNITS))
                .containsExactly(new double[] {1.0 / 3, 1.0 / 3, 1.0 / 3, 2.0 / 3}, within(1e-9));
    }

    @Test
    void aHostThatCannotSendDemandsNothing() {
        assertThat(DemandEstimation.of(
                        new int[] {0, 1}, new int[] {2, 2}, new double[] {0, 1, 1}, new double[] {1, 1, 1}))
                .containsExactly(0, 1);
    }

    @Property(tries = 500)
    void nothingIsOverfilledAndEachFlowIsBoundByAFullEnd(
            @ForAll @IntRange(min = 2, max = 12) int hosts,
            @ForAll @IntRange(min = 0, max = 60) int flows,
            @ForAll boolean alike,
            @ForAll long seed) {
        Random random = new Random(seed);
        int[] sources = random.ints(flows, 0, hosts).toArray();
        int[] destinations = random.ints(flows, 0, hosts).toArray();
        double[] sends = random.doubles(hosts).map(x -> alike ? 1 : 0.1 + x).toArray();
        double[] receives = random.doubles(hosts).map(x -> alike ? 1 : 0.1 + x).toArray();

        double[] demands = DemandEstimation.of(sources, destinations, sends, receives);

        double[] sent = new double[hosts];
        double[] received = new double[hosts];
        double[] largestAt = new double[hosts];
        for (int flow = 0; flow < flows; flow++) {
            sent[sources[flow]] += demands[flow];
            received[destinations[flow]] += demands[flow];
            largestAt[destinations[flow]] = Math.max(largestAt[destinations[flow]], demands[flow]);
        }
        for (int host = 0; host < hosts; host++) {
            assertThat(sent[host]).isLessThanOrEqualTo(sends[host] + 1e-9);
            assertThat(received[host]).isLessThanOrEqualTo(receives[host] + 1e-9);
        }
        for (int flow = 0; flow < flows; flow++) {
            int source = sources[flow];
            int destination = destinations[flow];
            boolean senderFull = sent[source] > sends[source] - 1e-6;
            boolean receiverFull = received[destination] > receives[destination] - 1e-6
                    && demands[flow] > largestAt[destination] - 1e-6;
            assertThat(senderFull || receiverFull)
                    .as("flow %d of %s", flow, Arrays.toString(demands))
                    .isTrue();
        }
    }
}
