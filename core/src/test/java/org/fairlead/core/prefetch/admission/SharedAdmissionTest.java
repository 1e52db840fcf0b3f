// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.prefetch.admission.SharedAdmission.Quota;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class SharedAdmissionTest {
    private static final long SECOND = 1_000_000_000L;
    /** Of each host's link, bytes per second. */
    private static final double LINK = 100e6;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("tree"), 2, 3, LINK, 1).build();
    private final EvenSplit paths = new EvenSplit(topology.routes());
    private final SharedAdmission admission = new SharedAdmission(RateAdmissions.named(RateAdmissions.OWN), topology);

    private int host(String name) {
        return topology.node(name).orElseThrow().index();
    }

    private RequestedFetch fetch(long id, int residualTasks, String from, String to, double bytes, double dueSeconds) {
        return new RequestedFetch(
                id, id, residualTasks, host(from), host(to), (long) bytes, (long) (dueSeconds * SECOND));
    }

    /** @param left of each link by everybody, bytes per second */
    private Map<String, List<Quota>> pass(Map<String, List<RequestedFetch>> requested, double left) {
        return admission.admit(requested, paths, link -> left, 0);
    }

    @Test
    void theJobWithFewerTasksLeftIsAdmittedWhoeverItsApplicationIsAndOthersGetTheRest() {
        Map<String, List<Quota>> quotas = pass(
                Map.of(
                        "a", List.of(fetch(1, 9, "h1", "h2", 400e6, 5)),
                        "b", List.of(fetch(1, 2, "h1", "h3", 400e6, 5))),
                LINK);

        assertThat(quotas.get("b")).singleElement().satisfies(quota -> {
            assertThat(quota.admitted()).isTrue();
            assertThat(quota.bytesPerSecond()).isBetween(80e6, 90e6);
        });
        assertThat(quotas.get("a")).singleElement().satisfies(quota -> {
            assertThat(quota.admitted()).isFalse();
            assertThat(quota.bytesPerSecond() + quotas.get("b").get(0).bytesPerSecond())
                    .as("what the other leaves of the link")
                    .isCloseTo(LINK, within(1.0));
        });
    }

    @Test
    void whatBothNeedBothGet() {
        Map<String, List<Quota>> quotas = pass(
                Map.of(
                        "a", List.of(fetch(1, 9, "h1", "h2", 100e6, 5)),
                        "b", List.of(fetch(1, 2, "h1", "h3", 100e6, 5))),
                LINK);

        assertThat(quotas.values()).allSatisfy(each -> assertThat(each).allMatch(Quota::admitted));
    }

    /** 80 MB/s of the link are counted as its own, and 90 % of that may be guaranteed. */
    @Test
    void whatOthersUseIsNotGuaranteedAndWhoStandsInNobodysWayIsNotHeldBack() {
        assertThat(pass(Map.of("a", List.of(fetch(1, 1, "h1", "h2", 400e6, 5))), 0))
                .isEmpty();
    }

    @Test
    void aLateFetchMakesNoFullLinkLookEmpty() {
        int full = topology.routes().upLink(host("h1"));
        Map<String, List<RequestedFetch>> requested = Map.of(
                "a", List.of(fetch(1, 1, "h1", "h2", 400e6, -1)),
                "b", List.of(fetch(2, 1, "h1", "h3", 400e6, 5)));

        assertThat(admission.admit(requested, paths, link -> link == full ? 0 : LINK, 0))
                .isEmpty();
    }

    /** At first both need 43 MB/s, which are claimed, and 10 are left. */
    @Test
    void ofAFetchThatIsNoLongerNewWhatItMovesIsItsOwn() {
        Map<String, List<RequestedFetch>> before = Map.of("a", List.of(fetch(1, 1, "h1", "h2", 300e6, 7)));
        SharedAdmission other = new SharedAdmission(RateAdmissions.named(RateAdmissions.OWN), topology);
        for (SharedAdmission each : List.of(admission, other)) {
            assertThat(each.admit(before, paths, link -> 10e6, 0).get("a"))
                    .singleElement()
                    .matches(Quota::admitted);
        }

        assertThat(admission.admit(before, paths, link -> 10e6, 2 * SECOND))
                .as("it does not move: 10 MB/s are left, and it needs 60")
                .isEmpty();
        assertThat(other.admit(Map.of("a", List.of(fetch(1, 1, "h1", "h2", 220e6, 7))), paths, link -> 10e6, 2 * SECOND)
                        .get("a"))
                .as("it moves 40 MB/s and needs 44")
                .singleElement()
                .matches(Quota::admitted);
    }

    @Test
    void noQuotaIsGivenWhereNothingIsGuaranteedToAnybodyOrNoLinkIsCrossed() {
        SharedAdmission none = new SharedAdmission(RateAdmissions.named("none"), topology);

        assertThat(none.admit(Map.of("a", List.of(fetch(1, 9, "h1", "h2", 400e6, 5))), paths, link -> LINK, 0))
                .isEmpty();
        assertThat(pass(Map.of("a", List.of(fetch(1, 9, "h1", "h1", 400e6, 5))), LINK))
                .isEmpty();
    }

    @Test
    void whatHasEndedIsFreeInTheNextPass() {
        RequestedFetch lesser = fetch(7, 9, "h1", "h2", 400e6, 5);
        pass(Map.of("a", List.of(lesser), "b", List.of(fetch(7, 2, "h1", "h3", 400e6, 5))), LINK);

        assertThat(pass(Map.of("a", List.of(lesser)), LINK).get("a"))
                .singleElement()
                .matches(Quota::admitted);
    }

    @Test
    void whereDevicesGuaranteeRatesOthersGiveWay() {
        Map<String, List<RequestedFetch>> requested = Map.of("a", List.of(fetch(1, 1, "h1", "h2", 200e6, 5)));

        assertThat(admission
                        .admit(requested, paths, link -> 0, link -> LINK / 2, 0)
                        .get("a"))
                .singleElement()
                .matches(Quota::admitted);
        assertThat(admission.admit(requested, paths, link -> 0, link -> LINK / 3, 0))
                .as("it needs 40 a second, and devices have 33")
                .isEmpty();
        assertThat(admission.needs(0)).isEmpty();
    }

    @Test
    void anAdmittedFetchNeedsItsFloorAndToBeThereALittleBeforeItsDeadline() {
        pass(Map.of("a", List.of(fetch(1, 1, "h1", "h2", 180e6, 5))), LINK);

        assertThat(admission.needs(0)).singleElement().satisfies(need -> {
            assertThat(need.application()).isEqualTo("a");
            assertThat(need.source()).isEqualTo(host("h1"));
            assertThat(need.destination()).isEqualTo(host("h2"));
            assertThat(need.floorBytesPerSecond()).isCloseTo(36e6, within(1.0));
            assertThat(need.constantBytesPerSecond()).isCloseTo(40e6, within(1.0));
            assertThat(need.deadlineNanos()).isEqualTo(5 * SECOND);
        });
        assertThat(admission.needs(4 * SECOND)).hasSize(1);
        assertThat(admission.needs(5 * SECOND)).as("its deadline has passed").isEmpty();
        pass(Map.of("a", List.of(fetch(1, 1, "h1", "h2", 18e6, 0.5))), LINK);
        assertThat(admission.needs(0)).singleElement().satisfies(need -> assertThat(need.constantBytesPerSecond())
                .as("in half of the time")
                .isCloseTo(72e6, within(1.0)));
        pass(Map.of(), LINK);
        assertThat(admission.needs(0)).isEmpty();
    }

    @Provide
    static Arbitrary<String> admissions() {
        return Arbitraries.of(RateAdmissions.names());
    }

    @Property(tries = 200)
    void guaranteesFitIntoWhatLinksHaveAndTheSameCallsGiveTheSame(
            @ForAll("admissions") String name, @ForAll long seed) {
        assertThat(quotas(name, seed)).isEqualTo(quotas(name, seed));
    }

    private List<Map<String, List<Quota>>> quotas(String name, long seed) {
        Random random = new Random(seed);
        SharedAdmission shared = new SharedAdmission(RateAdmissions.named(name), topology);
        List<Host> hosts = topology.hosts();
        double[] left = random.doubles(topology.links().size(), 0, LINK).toArray();
        List<Map<String, List<Quota>>> passes = new ArrayList<>();
        for (int pass = 0; pass < 3; pass++) {
            Map<String, List<RequestedFetch>> requested = new HashMap<>();
            for (String application : List.of("a", "b", "c")) {
                List<RequestedFetch> fetches = new ArrayList<>();
                for (int id = 0; id < random.nextInt(6); id++) {
                    fetches.add(new RequestedFetch(
                            id,
                            random.nextInt(2),
                            random.nextInt(20),
                            hosts.get(random.nextInt(hosts.size())).index(),
                            hosts.get(random.nextInt(hosts.size())).index(),
                            random.nextInt(500_000_000),
                            random.nextInt(10) * SECOND - SECOND));
                }
                requested.put(application, fetches);
            }
            Map<String, List<Quota>> quotas = shared.admit(requested, paths, link -> left[link], pass * SECOND / 4);
            check(requested, quotas);
            passes.add(quotas);
        }
        return passes;
    }

    private void check(Map<String, List<RequestedFetch>> requested, Map<String, List<Quota>> quotas) {
        double[] guaranteed = new double[topology.links().size()];
        requested.forEach((application, fetches) -> {
            Map<Long, Quota> byId = new HashMap<>();
            quotas.getOrDefault(application, List.of()).forEach(quota -> byId.put(quota.id(), quota));
            assertThat(byId).hasSize(quotas.getOrDefault(application, List.of()).size());
            for (RequestedFetch fetch : fetches) {
                Quota quota = byId.remove(fetch.id());
                if (quota != null && quota.admitted() && quota.bytesPerSecond() > SharedAdmission.LEAST_QUOTA) {
                    paths.resolve(
                            fetch.source(),
                            fetch.destination(),
                            TrafficClass.BLOCK_READ,
                            (link, share) -> guaranteed[link] += share >= 1 ? quota.bytesPerSecond() : 0);
                }
            }
            assertThat(byId).as("quotas of what was not asked for").isEmpty();
        });
        for (Link link : topology.links()) {
            assertThat(guaranteed[link.index()])
                    .isLessThanOrEqualTo(SharedAdmission.SHARE * link.bytesPerSecond() * (1 + 1e-6) + 1);
        }
    }
}
