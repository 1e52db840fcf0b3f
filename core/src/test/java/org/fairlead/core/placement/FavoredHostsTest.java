// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.placement.FavoredHosts.Known;
import org.junit.jupiter.api.Test;

class FavoredHostsTest {
    private static final int DRAWS = 20_000;

    /** Hosts h1 to h6, two in each of three racks, h3 as slow as given; written on one of them, or on none. */
    private static List<Known> six(double paceOfThird, int writer) {
        List<Known> hosts = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            hosts.add(new Known("/r" + (i + 1) / 2, i == 3 ? paceOfThird : 1, i == writer));
        }
        return hosts;
    }

    /** By place of the replica and by host, the share of files. */
    private static double[][] shares(List<Known> hosts) {
        double[][] shares = new double[3][hosts.size()];
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Integer> chosen = FavoredHosts.choose(hosts, 3, seed);
            for (int i = 0; i < chosen.size(); i++) {
                shares[i][chosen.get(i)] += 1.0 / DRAWS;
            }
        }
        return shares;
    }

    @Test
    void whereNoHostIsSlowTheNameNodeChooses() {
        assertThat(FavoredHosts.choose(six(1, 1), 3, 1)).isEmpty();
        assertThat(FavoredHosts.choose(six(1.19, 1), 3, 1)).isEmpty();
        assertThat(FavoredHosts.choose(six(1.2, 1), 3, 1)).hasSize(3);
    }

    @Test
    void whoKnowsHardlyMoreHostsThanReplicasAsksForNone() {
        assertThat(FavoredHosts.choose(six(5, 1).subList(0, 3), 3, 1)).isEmpty();
        assertThat(FavoredHosts.choose(six(5, 1).subList(0, 4), 3, 1)).hasSize(3);
        assertThat(FavoredHosts.choose(List.of(), 3, 1)).isEmpty();
        assertThat(FavoredHosts.choose(six(5, 1), 0, 1)).isEmpty();
    }

    @Test
    void theExampleComesOutAsItIsWritten() {
        double[][] shares = shares(six(5, 1));
        assertThat(shares[0][0]).isCloseTo(1, within(1e-9));
        assertThat(shares[1][3]).isCloseTo(1 / 3.04, within(0.02));
        assertThat(shares[1][2]).isCloseTo(0.04 / 3.04, within(0.005));
        // After h3, which is seldom, comes h4.
        double afterH4 = shares[1][3] / 76;
        assertThat(shares[2][2]).isCloseTo(afterH4, within(0.005));
    }

    @Test
    void aWriterOnASlowHostWritesBesideIt() {
        double[][] shares = shares(six(5, 3));
        assertThat(shares[0][2]).isCloseTo(0.04, within(0.01));
        assertThat(shares[0][3]).isCloseTo(0.96, within(0.01));
    }

    @Test
    void aHostIsAvoidedByAsMuchAsItIsSlow() {
        double[] share = new double[4];
        double[] paces = {1.2, 2, 5, 50};
        for (int i = 0; i < paces.length; i++) {
            double[][] shares = shares(six(paces[i], 0));
            share[i] = shares[0][2] + shares[1][2] + shares[2][2];
        }
        assertThat(share[0]).isBetween(0.35, 0.5);
        assertThat(share[1]).isBetween(0.1, share[0]);
        assertThat(share[2]).isBetween(0.01, share[1]);
        assertThat(share[3]).isLessThan(0.002);
    }

    @Property
    void replicasSpanTwoRacksAndAreOnDifferentHosts(
            @ForAll @IntRange(min = 2, max = 12) int count,
            @ForAll @IntRange(min = 1, max = 4) int racks,
            @ForAll @IntRange(min = 1, max = 5) int replicas,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<Known> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(new Known(
                    "/r" + random.nextInt(racks), random.nextInt(3) == 0 ? 1 + 60 * random.nextDouble() : 1, i == 0));
        }
        List<Integer> chosen = FavoredHosts.choose(hosts, replicas, seed);
        assertThat(chosen).isEqualTo(FavoredHosts.choose(hosts, replicas, seed));
        assertThat(new HashSet<>(chosen)).hasSameSizeAs(chosen);
        if (!chosen.isEmpty()) {
            assertThat(chosen).hasSize(replicas);
            long known = hosts.stream().map(Known::rack).distinct().count();
            long spanned = chosen.stream()
                    .map(each -> hosts.get(each).rack())
                    .distinct()
                    .count();
            assertThat(spanned).isGreaterThanOrEqualTo(Math.min(2, Math.min(known, replicas)));
        }
    }
}
