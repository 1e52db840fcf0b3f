// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every rate admission has to keep, whatever its name. */
class RateAdmissionsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double ROUNDING = 1e-5;

    @Provide
    static Arbitrary<String> names() {
        return Arbitraries.of(RateAdmissions.names());
    }

    /** A network whose free rates and flows change from pass to pass. */
    private static final class Changing {
        private final Random random;
        private final double[] free;
        private final Map<Long, PrefetchFlow> flows = new LinkedHashMap<>();
        private long now;
        private long ids;

        private Changing(long seed) {
            random = new Random(seed);
            free = new double[1 + random.nextInt(8)];
            Arrays.setAll(free, link -> rate());
            now = random.nextInt(3) * SECOND - SECOND;
        }

        private double rate() {
            double draw = random.nextDouble();
            return draw < 0.1 ? 0 : draw < 0.6 ? 100e6 : 100e6 * random.nextDouble();
        }

        private void come() {
            for (int i = random.nextInt(12); i > 0; i--) {
                Set<Integer> links = new HashSet<>();
                for (int hop = random.nextInt(4); hop > 0; hop--) {
                    links.add(random.nextInt(free.length));
                }
                long job = random.nextInt(10);
                long deadline = now - SECOND / 10 + (long) (6 * SECOND * random.nextDouble());
                long bytes = random.nextInt(20) == 0 ? 0 : random.nextInt(64_000_000);
                flows.put(ids, new PrefetchFlow(ids, job, 1 + (int) job % 5, List.copyOf(links), bytes, deadline));
                ids++;
            }
        }

        /** Time passes; each flow gets its floor, some get more, and what is there or cancelled ends. */
        private void pass(RateAdmission admission) {
            long step = Math.min(admission.nextChangeNanos(now) - now, 1 + (long) (SECOND * random.nextDouble()));
            Map<Long, FlowRate> rates = admission.rates(now);
            now += step;
            for (PrefetchFlow flow : List.copyOf(flows.values())) {
                FlowRate rate = rates.getOrDefault(flow.id(), new FlowRate(0, 0));
                double more = random.nextInt(3) == 0 ? 10e6 * random.nextDouble() : 0;
                double bytes = flow.bytes() - (rate.floorBytesPerSecond() + more) * step / 1e9;
                if (bytes < 1 || random.nextInt(12) == 0 || (flow.deadlineNanos() < now && random.nextBoolean())) {
                    flows.remove(flow.id());
                    if (random.nextBoolean()) {
                        admission.ended(flow.id());
                    }
                } else {
                    PrefetchFlow left = flow.left((long) bytes);
                    flows.put(
                            flow.id(),
                            random.nextInt(15) == 0 ? left.by(now + (long) (5 * SECOND * random.nextDouble())) : left);
                }
            }
            if (random.nextInt(5) == 0) {
                free[random.nextInt(free.length)] = rate();
            }
        }
    }

    private static void noLinkCarriesMoreThanItHas(RateAdmission admission, Changing network) {
        long at = network.now;
        while (at < Long.MAX_VALUE) {
            double[] floors = new double[network.free.length];
            double[] all = new double[network.free.length];
            admission.rates(at).forEach((id, rate) -> {
                assertThat(rate.floorBytesPerSecond()).isNotNegative();
                assertThat(rate.spareBytesPerSecond()).isNotNegative();
                for (int link : network.flows.get(id).links()) {
                    floors[link] += rate.floorBytesPerSecond();
                    all[link] += rate.floorBytesPerSecond() + rate.spareBytesPerSecond();
                }
            });
            for (int link = 0; link < floors.length; link++) {
                assertThat(floors[link]).isLessThanOrEqualTo(network.free[link] * (1 + ROUNDING) + 1);
                assertThat(all[link]).isLessThanOrEqualTo(network.free[link] * (1 + ROUNDING) + 1);
            }
            long next = admission.nextChangeNanos(at);
            assertThat(next).isGreaterThan(at);
            at = next;
        }
    }

    @Property(tries = 200)
    void inNoInstantIsMoreGuaranteedOfALinkThanItHas(@ForAll("names") String name, @ForAll long seed) {
        Changing network = new Changing(seed);
        RateAdmission admission = RateAdmissions.named(name);
        for (int round = 0; round < 12; round++) {
            network.come();

            Map<Long, Verdict> verdicts =
                    admission.admit(List.copyOf(network.flows.values()), link -> network.free[link], network.now);

            assertThat(verdicts.keySet()).containsExactlyElementsOf(network.flows.keySet());
            noLinkCarriesMoreThanItHas(admission, network);
            network.pass(admission);
        }
    }

    @Property(tries = 200)
    void whatIsAdmittedIsInTimeByItsFloorsAlone(@ForAll("names") String name, @ForAll long seed) {
        Changing network = new Changing(seed);
        RateAdmission admission = RateAdmissions.named(name);
        for (int round = 0; round < 12; round++) {
            network.come();

            Map<Long, Verdict> verdicts =
                    admission.admit(List.copyOf(network.flows.values()), link -> network.free[link], network.now);

            Map<Long, Double> carried = new HashMap<>();
            for (long at = network.now; at < Long.MAX_VALUE; ) {
                long next = admission.nextChangeNanos(at);
                double seconds = (next - at) / 1e9;
                admission
                        .rates(at)
                        .forEach((id, rate) -> carried.merge(id, rate.floorBytesPerSecond() * seconds, Double::sum));
                at = next;
            }
            verdicts.forEach((id, verdict) -> {
                if (verdict == Verdict.ADMITTED) {
                    double bytes = network.flows.get(id).bytes();
                    assertThat(carried.getOrDefault(id, 0.0)).isGreaterThanOrEqualTo(bytes * (1 - ROUNDING) - 1);
                } else {
                    assertThat(carried).doesNotContainKey(id);
                }
            });
            network.pass(admission);
        }
    }

    @Property(tries = 100)
    void theSameCallsGiveTheSameAnswers(@ForAll("names") String name, @ForAll long seed) {
        List<List<Object>> answers = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            Changing network = new Changing(seed);
            RateAdmission admission = RateAdmissions.named(name);
            List<Object> given = new ArrayList<>();
            for (int round = 0; round < 8; round++) {
                network.come();
                given.add(
                        admission.admit(List.copyOf(network.flows.values()), link -> network.free[link], network.now));
                given.add(admission.rates(network.now));
                network.pass(admission);
            }
            answers.add(given);
        }

        assertThat(answers.get(0)).isEqualTo(answers.get(1));
    }

    @Property(tries = 200)
    void packedJobsAreAdmittedWholeOrNotAtAll(@ForAll long seed) {
        Changing network = new Changing(seed);
        RateAdmission admission = RateAdmissions.named("cardinal-packed");
        for (int round = 0; round < 12; round++) {
            network.come();

            Map<Long, Verdict> verdicts =
                    admission.admit(List.copyOf(network.flows.values()), link -> network.free[link], network.now);

            Map<Long, Set<Boolean>> admitted = new HashMap<>();
            network.flows.values().forEach(flow -> admitted.computeIfAbsent(flow.job(), unused -> new HashSet<>())
                    .add(verdicts.get(flow.id()) == Verdict.ADMITTED));
            assertThat(admitted.values())
                    .allSatisfy(answers -> assertThat(answers).hasSize(1));
            network.pass(admission);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "cardinal", "cardinal-repaired", "cardinal-packed"})
    void whatCannotBeInTimeIsRejectedAtOnce(String name) {
        RateAdmission admission = RateAdmissions.named(name);

        Map<Long, Verdict> verdicts = admission.admit(
                List.of(
                        new PrefetchFlow(1, 1, 1, List.of(0), 100, SECOND),
                        new PrefetchFlow(2, 2, 1, List.of(0), 100, SECOND - 1),
                        new PrefetchFlow(3, 3, 1, List.of(0, 1), 101, 2 * SECOND),
                        new PrefetchFlow(4, 4, 1, List.of(2), 1, 9 * SECOND),
                        new PrefetchFlow(5, 5, 1, List.of(3), 1, 9 * SECOND),
                        new PrefetchFlow(6, 6, 1, List.of(4), 1, 9 * SECOND)),
                link -> new double[] {200, 100, 0, -5, Double.NaN}[link],
                SECOND);

        assertThat(verdicts.values())
                .containsExactly(
                        Verdict.LATE,
                        Verdict.LATE,
                        Verdict.TOO_LARGE,
                        Verdict.TOO_LARGE,
                        Verdict.TOO_LARGE,
                        Verdict.TOO_LARGE);
        assertThat(admission.rates(SECOND)).isEmpty();
        assertThat(admission.nextChangeNanos(SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cardinal", "cardinal-repaired", "cardinal-packed"})
    void whatIsCancelledGivesAllBack(String name) {
        RateAdmission admission = RateAdmissions.named(name);
        PrefetchFlow first = new PrefetchFlow(1, 1, 1, List.of(0, 1), 100, SECOND);
        PrefetchFlow alike = new PrefetchFlow(2, 2, 1, List.of(0, 1), 100, SECOND);

        // given the first, for which nobody has to give way
        assertThat(admission.admit(List.of(first), link -> 100, 0)).containsEntry(1L, Verdict.ADMITTED);

        // when it is cancelled, or is not told any more
        admission.ended(1);
        admission.ended(77);
        assertThat(admission.rates(0)).isEmpty();
        assertThat(admission.admit(List.of(alike), link -> 100, 0)).containsEntry(2L, Verdict.ADMITTED);
        assertThat(admission.admit(List.of(first), link -> 100, 0)).containsEntry(1L, Verdict.ADMITTED);

        // then all of both links is free to the next
        assertThat(admission.rates(0)).containsOnlyKeys(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "cardinal", "cardinal-repaired", "cardinal-packed"})
    void aFlowIsToldOnceInAPass(String name) {
        PrefetchFlow flow = new PrefetchFlow(1, 1, 1, List.of(0), 100, SECOND);

        assertThatThrownBy(() -> RateAdmissions.named(name).admit(List.of(flow, flow), link -> 100, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("flow 1 is there twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cardinal", "cardinal-repaired", "cardinal-packed"})
    void inputWithoutBytesOrLinksNeedsNothing(String name) {
        RateAdmission admission = RateAdmissions.named(name);

        Map<Long, Verdict> verdicts = admission.admit(
                List.of(
                        new PrefetchFlow(1, 1, 1, List.of(0), 0, Long.MAX_VALUE),
                        new PrefetchFlow(2, 2, 1, List.of(), 100, SECOND)),
                link -> 0,
                -SECOND);

        assertThat(verdicts.values()).containsOnly(Verdict.ADMITTED);
        assertThat(admission.rates(-SECOND).get(2L).floorBytesPerSecond()).isEqualTo(50);
    }

    @Test
    void twoBlocksOneAfterTheOtherFitOnlyWhereTheyArePacked() {
        // given a link that carries a block in a second, and two blocks that are due at one second and at two
        List<PrefetchFlow> blocks = List.of(
                new PrefetchFlow(1, 1, 1, List.of(0), 64_000_000, SECOND),
                new PrefetchFlow(2, 2, 1, List.of(0), 64_000_000, 2 * SECOND));

        assertThat(RateAdmissions.named("cardinal")
                        .admit(blocks, link -> 64e6, 0)
                        .values())
                .containsExactly(Verdict.ADMITTED, Verdict.NO_ROOM);
        assertThat(RateAdmissions.named("cardinal-repaired")
                        .admit(blocks, link -> 64e6, 0)
                        .values())
                .containsExactly(Verdict.ADMITTED, Verdict.NO_ROOM);
        assertThat(RateAdmissions.named("cardinal-packed")
                        .admit(blocks, link -> 64e6, 0)
                        .values())
                .containsExactly(Verdict.ADMITTED, Verdict.ADMITTED);
    }
}
