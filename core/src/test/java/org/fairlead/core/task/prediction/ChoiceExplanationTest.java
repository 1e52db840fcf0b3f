// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.prediction.CompletionLimit.Kind;
import org.fairlead.core.topology.Link;
import org.junit.jupiter.api.Test;

class ChoiceExplanationTest {
    private static final long SECOND = OfferingCluster.SECOND;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 3);
    private final TaskSet maps = cluster.maps();
    private final TaskAssigner assigner = TaskAssigners.named("fairlead");

    private record Asked(Choice choice, Optional<ChoiceExplanation> grounds) {}

    private Asked ask(TaskSet tasks, String host) {
        cluster.report(10 * SECOND);
        Offer offer = cluster.offer(host);
        Choice choice = assigner.choose(offer, tasks, cluster, 10 * SECOND);
        return new Asked(choice, ChoiceExplanation.of(choice, offer, tasks, cluster, 10 * SECOND));
    }

    private String link(ChoiceExplanation.Candidate candidate) {
        Link link = cluster.topology.links().get(candidate.limit().subject());
        return candidate.limit().kind() + " " + link.name();
    }

    @Test
    void aDeclineNamesTheBetterHostAndBothTimes() {
        Arrays.fill(cluster.waits, 99);
        cluster.waits[cluster.h("h4")] = 3;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        cluster.add(maps, 0, 120e6, "h4");
        maps.learned(2.0 / 120e6, 0);

        ChoiceExplanation grounds = ask(maps, "h1").grounds().orElseThrow();

        assertThat(grounds.task()).isZero();
        ChoiceExplanation.Candidate here = grounds.candidates().get(0);
        assertThat(here.host()).isEqualTo(cluster.h("h1"));
        assertThat(here.endSeconds()).isCloseTo(6, within(0.01));
        assertThat(link(here)).startsWith("LINK ").endsWith("->h1");
        ChoiceExplanation.Candidate better = grounds.candidates().get(1);
        assertThat(better.host()).isEqualTo(cluster.h("h4"));
        assertThat(better.waitSeconds()).isEqualTo(3);
        assertThat(better.seconds()).isCloseTo(2, within(0.01));
        assertThat(better.limit().kind()).isEqualTo(Kind.COMPUTING);
        assertThat(grounds.stock()).hasValueSatisfying(stock -> {
            assertThat(stock.locality()).isEqualTo(Locality.ANY);
            assertThat(stock.seconds()).isCloseTo(6, within(0.01));
        });
    }

    @Test
    void aLaunchIsToldBesideWhatStockWouldHaveLaunchedThere() {
        Arrays.fill(cluster.waits, 99);
        cluster.loaded(link -> link.from().name().equals("h2") ? 0.99 : 0);
        cluster.add(maps, 0, 120e6, "h2");
        cluster.add(maps, 1, 120e6, "h4");

        Asked asked = ask(maps, "h1");

        assertThat(asked.choice()).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                .isEqualTo(1));
        ChoiceExplanation grounds = asked.grounds().orElseThrow();
        assertThat(grounds.candidates().get(0).source()).isEqualTo(cluster.h("h4"));
        assertThat(grounds.candidates().get(0).seconds())
                .isCloseTo(((Choice.Launch) asked.choice()).expectedSeconds(), within(1e-9));
        assertThat(grounds.candidates()).hasSize(2);
        assertThat(grounds.candidates().get(1).host()).isEqualTo(cluster.h("h4"));
        ChoiceExplanation.Stocks stock = grounds.stock().orElseThrow();
        assertThat(stock.task()).isZero();
        assertThat(stock.locality()).isEqualTo(Locality.RACK);
        assertThat(stock.seconds())
                .isGreaterThan(10 * grounds.candidates().get(0).seconds());
    }

    @Test
    void aDiskAndASlowSourceAreNamed() {
        cluster.add(maps, 0, 120e6, "h4");
        cluster.disk("h4", 0.9, 20e6);
        assertThat(ask(maps, "h4").grounds().orElseThrow().candidates().get(0).limit())
                .isEqualTo(new CompletionLimit(Kind.DISK, cluster.h("h4")));

        cluster.readRates[cluster.h("h4")] = 1e6;
        assertThat(ask(maps, "h4").grounds().orElseThrow().candidates().get(0).limit())
                .isEqualTo(new CompletionLimit(Kind.SLOW_SOURCE, cluster.h("h4")));
    }

    @Test
    void whoWaitsForItsTurnAtASlowSourceIsToldHowLong() {
        Arrays.fill(cluster.waits, 99);
        cluster.readRates[cluster.h("h4")] = 1e6;
        cluster.toRead[cluster.h("h4")] = 2e6;
        cluster.ahead[cluster.h("h4")] = 6e6;
        cluster.add(maps, 0, 2e6, "h4");

        ChoiceExplanation grounds = ask(maps, "h4").grounds().orElseThrow();

        assertThat(grounds.candidates()).hasSize(2).allSatisfy(candidate -> {
            assertThat(candidate.host()).isEqualTo(cluster.h("h4"));
            assertThat(candidate.endSeconds()).isCloseTo(10, within(0.01));
        });
        assertThat(grounds.candidates().get(1).waitSeconds()).isEqualTo(6);
    }

    @Test
    void whereNothingIsPendingThereAreNone() {
        assertThat(ask(maps, "h1").grounds()).isEmpty();
    }
}
