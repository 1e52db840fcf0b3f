// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DiskPacesTest {
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final long SECOND = 1_000_000_000L;
    private static final double BLOCK = 512 << 10;
    private static final List<String> WELL = List.of("h1", "h2", "h4", "h5", "h6");

    private final DiskPaces disks = new DiskPaces();
    private long now = SECOND;

    /** One that computes for 0.2 s, and waits for so much of its block from its own host; the rest comes from another one at once. */
    private void reads(String host, double waitedSeconds, double ownBytes) {
        disks.ended(
                STAGE,
                new EndedTask(0.2 + waitedSeconds, 0.2, BLOCK, OptionalDouble.of(waitedSeconds)),
                new BlockWaits(0, waitedSeconds, ownBytes, BLOCK),
                host,
                now);
    }

    private void othersRead(Random random, int times) {
        for (int time = 0; time < times; time++) {
            for (String host : WELL) {
                now += SECOND / 20;
                // Half of it lies in memory.
                reads(host, random.nextBoolean() ? 0.01 : 0.05 + 0.3 * random.nextDouble(), BLOCK);
            }
        }
    }

    private double pace(String host) {
        disks.renew(now);
        return disks.slow().getOrDefault(host, 1.0);
    }

    @Test
    void theExampleOfTheJavadoc() {
        for (String host : WELL) {
            for (double wait : new double[] {0.1, 0.1, 0.1, 0.1}) {
                reads(host, wait, BLOCK);
            }
        }
        reads("h3", 1, BLOCK);
        now++;
        reads("h3", 2, BLOCK);
        now++;
        reads("h3", 2, BLOCK);

        assertThat(pace("h3")).isCloseTo(3.4, within(0.6));
    }

    @Test
    void aSlowDiskIsKnownAfterItsFirstReads() {
        Random random = new Random(1);
        othersRead(random, 4);
        for (double wait : new double[] {1.1, 2.3, 1.0, 2.2}) {
            reads("h3", wait, BLOCK / 8); // and left
        }

        assertThat(pace("h3")).isGreaterThan(1.5);
        assertThat(WELL).allSatisfy(host -> assertThat(pace(host)).isEqualTo(1));
    }

    @Test
    void itStaysKnownWhileNobodyReadsThereAndIsForgottenAfterHalfAMinute() {
        Random random = new Random(2);
        othersRead(random, 4);
        for (int read = 0; read < 6; read++) {
            reads("h3", 2, BLOCK);
        }
        double known = pace("h3");
        othersRead(random, 60); // 15 s
        assertThat(pace("h3")).isGreaterThanOrEqualTo(known);
        othersRead(random, 80);
        assertThat(pace("h3")).isEqualTo(1);
    }

    @Test
    void whatADiskGaveBeforeItWasLeftCountsForTheWhole() {
        double large = 64 * BLOCK;
        for (int read = 0; read < 4; read++) {
            for (String host : WELL) {
                boolean left = host.equals("h6");
                disks.ended(
                        STAGE,
                        new EndedTask(0.5, 0.2, large, OptionalDouble.of(0.3)),
                        new BlockWaits(0, 0.3, left ? 2 * BLOCK : large, large),
                        host,
                        now++);
            }
        }

        assertThat(pace("h6")).isGreaterThan(HostPaces.SLOW_FROM);
        assertThat(pace("h5")).isEqualTo(1);
    }

    @Test
    void whatReadsNothingOfItsOwnHostSaysNothing() {
        Random random = new Random(4);
        othersRead(random, 4);
        for (int read = 0; read < 6; read++) {
            disks.ended(
                    STAGE,
                    new EndedTask(5, 0.2, BLOCK, OptionalDouble.of(4.8)),
                    new BlockWaits(0, 0, 0, BLOCK),
                    "h3",
                    now);
            disks.ended(
                    STAGE,
                    new EndedTask(5, 0.2, BLOCK, OptionalDouble.empty()),
                    new BlockWaits(0, 5, BLOCK, BLOCK),
                    "h3",
                    now);
        }

        assertThat(pace("h3")).isEqualTo(1);
    }

    /** An hour in which every disk is as good as another. */
    @Property(tries = 20)
    void noDiskIsSlowWhereAllAreWell(@ForAll long seed) {
        Random random = new Random(seed);
        for (int read = 0; read < 200; read++) {
            othersRead(random, 1);
            assertThat(WELL).allSatisfy(host -> assertThat(pace(host)).isEqualTo(1));
        }
    }
}
