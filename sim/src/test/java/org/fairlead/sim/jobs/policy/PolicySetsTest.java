// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PolicySetsTest {
    private static Policies hadoop(String name) {
        return PolicySets.named(name, Framework.HADOOP);
    }

    @ParameterizedTest
    @EnumSource
    void everySetIsFoundByItsNameWithNamesThatAreAccepted(Framework framework) {
        for (String name : PolicySets.names()) {
            Policies policies = PolicySets.named(name, framework);

            assertThat(policies.name()).isEqualTo(name);
            assertThat(PolicyNames.ASSIGNERS).contains(policies.tasks().assigner());
            assertThat(PolicyNames.PLACERS).contains(policies.replicas().placer());
            assertThat(PolicyNames.SELECTORS).contains(policies.replicas().selector());
            assertThat(PolicyNames.ORDERS).contains(policies.slots().jobOrder());
            assertThat(PolicyNames.SPECULATIONS).contains(policies.tasks().speculation());
        }
    }

    @Test
    void stockIsThatOfTheClustersFramework() {
        assertThat(hadoop("stock").tasks().assigner()).isEqualTo("stock-hadoop");
        assertThat(PolicySets.named("stock", Framework.SPARK).tasks().assigner())
                .isEqualTo("stock-spark");
        assertThat(hadoop("stock-spark").tasks().assigner()).isEqualTo("stock-spark");
    }

    @Test
    void aSetLeavesStockWhatItIsNotAbout() {
        Policies stock = hadoop("stock");

        assertThat(hadoop("sinbad"))
                .isEqualTo(stock.named("sinbad")
                        .with(new Policies.Replicas("sinbad", stock.replicas().selector())));
        assertThat(stock.slots()).isEqualTo(new Policies.Slots("fifo", List.of(), false, 1));
        assertThat(hadoop("status-aware:receive+disk").tasks().assigner()).isEqualTo("status-aware:receive+disk");
        assertThat(hadoop("fairlead").slots().copyComputeSplitting()).isTrue();
        assertThat(PolicySets.named("fairlead", Framework.SPARK).slots().copyComputeSplitting())
                .isFalse();
    }

    @Test
    void aVariationChangesWhatItNames() {
        String text =
                "stock-hadoop[assigner=cormorant;placer=sinbad;selector=bandwidth;order=fair;speculation=late;splitting=on;"
                        + "reduce-slots=2;pools=production:2:10:fair+adhoc:0.5:0:fifo]";

        assertThat(hadoop(text))
                .isEqualTo(Policies.of(text, "cormorant", "sinbad", "bandwidth")
                        .with(new Policies.Tasks("cormorant", AssignerOptions.USUAL, Map.of(), "late"))
                        .with(new Policies.Slots(
                                "fair",
                                List.of(
                                        new JobOrder.Pool("production", 2, 10, true),
                                        new JobOrder.Pool("adhoc", 0.5, 0, false)),
                                true,
                                2)));
    }

    @Test
    void pathsAreChosenForTheClassesThatAreNamed() {
        assertThat(hadoop("plb").paths().classes()).containsExactlyInAnyOrder(TrafficClass.values());
        assertThat(hadoop("plb[path-classes=block-read + shuffle]").paths())
                .isEqualTo(new Policies.Paths("plb", false, EnumSet.of(TrafficClass.BLOCK_READ, TrafficClass.SHUFFLE)));
    }

    @Test
    void whatCouldBeFetchedAheadIsFreeWithAnyAssigner() {
        assertThat(hadoop("stock").prefetch()).isEqualTo(Prefetch.OFF);
        assertThat(hadoop("bound-prefetch"))
                .usingRecursiveComparison()
                .ignoringFields("name", "prefetch")
                .isEqualTo(hadoop("stock"));
        assertThat(hadoop("bound-prefetch").prefetch()).isEqualTo(Prefetch.BOUND);
        assertThat(hadoop("fairlead[prefetch=bound;placer=random]").prefetch()).isEqualTo(Prefetch.BOUND);
        assertThat(hadoop("tasks+flows[prefetch=bound]").paths())
                .isEqualTo(hadoop("tasks+flows").paths());
        assertThat(hadoop("bound-prefetch[prefetch=off]").prefetch()).isEqualTo(Prefetch.OFF);
    }

    @Test
    void inputIsFetchedAheadWithAnyAssignerAdmissionAndMemory() {
        assertThat(hadoop("clairvoyant-prefetch"))
                .usingRecursiveComparison()
                .ignoringFields("name")
                .isEqualTo(hadoop("stock[prefetch=clairvoyant]"));
        assertThat(hadoop("shadow-prefetch").prefetch()).isEqualTo(Prefetch.SHADOW);
        assertThat(hadoop("hot-block-cache").prefetch()).isEqualTo(Prefetch.HOT_BLOCK_CACHE);
        assertThat(hadoop("stock").fetching()).isEqualTo(Policies.Fetching.USUAL);
        Policies all = hadoop("tasks[prefetch=clairvoyant;admission=cardinal-packed;prefetch-memory=1GiB]");
        assertThat(all.tasks().assigner()).isEqualTo("fairlead");
        assertThat(all.prefetch()).isEqualTo(Prefetch.CLAIRVOYANT);
        assertThat(all.fetching()).isEqualTo(new Policies.Fetching("cardinal-packed", 1L << 30));
        assertThat(all.with(Policies.Paths.NETWORK).fetching()).isEqualTo(all.fetching());
        assertThat(hadoop("stock[prefetch=shadow;tasks-first=on]").fetching().tasksFirst())
                .isTrue();
    }

    @Test
    void whetherPairsAreApartIsTheRunsToSayUnlessAContenderDoes() {
        assertThat(hadoop("stock").pairsApart()).isEmpty();
        assertThat(hadoop("stock[pairs-apart=on]").pairsApart()).contains(true);
        assertThat(hadoop("stock[pairs-apart=off]").pairsApart()).contains(false);
        assertThat(hadoop("stock[pairs-apart=on;order=fair;placer=sinbad]").pairsApart())
                .contains(true);
        assertThat(hadoop("stock[pairs-apart=on]"))
                .usingRecursiveComparison()
                .ignoringFields("name", "pairsApart")
                .isEqualTo(hadoop("stock"));
    }

    @Test
    void commasDivideAListOutsideOfBracketsAndVariationsWithin() {
        List<Policies> all =
                PolicySets.all("stock, fairlead[placer=random,speculation=none],fairlead", Framework.HADOOP);

        assertThat(all)
                .extracting(Policies::name)
                .containsExactly("stock", "fairlead[placer=random,speculation=none]", "fairlead");
        assertThat(all.get(1).replicas().placer()).isEqualTo("random");
        assertThat(all.get(1).tasks().speculation()).isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nobody                              | policies: there is no 'nobody'; accepted: stock, stock-hadoop
            ''                                  | policies: there is no ''; accepted: stock
            stock[prefetch=on]                  | prefetch: there is no 'on'; accepted: off, shadow, clairvoyant, hot-block-cache, bound, bound-in-parts
            stock[admission=all]                | admission: there is no 'all'; accepted: none, cardinal, cardinal-repaired, cardinal-packed
            stock[prefetch-memory=0]            | prefetch-memory: '0' is not a size above 0, such as 256MiB
            stock[prefetch-memory=much]         | prefetch-memory: 'much'
            stock[tasks-first=yes]              | tasks-first: there is no 'yes'; accepted: on, off
            stock[tasks-first=on;admission=cardinal] | tasks-first=on goes with admission=none only, not with cardinal
            stock[pairs-apart=exact]            | pairs-apart: there is no 'exact'; accepted: on, off
            stock[pairs-apart]                  | pairs-apart needs a value: pairs-apart=on
            stock,stock                         | 'stock' is there twice
            fairlead[placer=random              | is no variation; one looks like fairlead[
            fairlead[placer=x]                  | fairlead[placer=x]: placer: there is no 'x'; accepted: random, sinbad
            fairlead[placer]                    | placer needs a value: placer=random
            fairlead[]                          | '' cannot be varied; accepted: assigner, placer, selector
            fairlead[slot=random]              | 'slot' cannot be varied; accepted: assigner, placer
            fairlead[placer=random;placer=x]    | placer is there twice
            fairlead[assigner=x]                | assigner: there is no 'x'; accepted: stock-hadoop
            fairlead[speculation=x]             | speculation: there is no 'x'; accepted: none
            fairlead[splitting=yes]             | splitting: there is no 'yes'; accepted: on, off
            fairlead[reduce-slots=0]           | reduce-slots: '0' is not a multiple above 0
            fairlead[reduce-slots=two]         | reduce-slots: 'two' is not a number
            fairlead[reduce-slots=NaN]         | reduce-slots: 'NaN' is not a multiple
            fairlead[pools=a:1]                 | pools: 'a:1' is no pool; one looks like production:2:10:fair
            fairlead[pools=a:0:1:fair]          | pools: a: the weight '0' is not above 0
            fairlead[pools=a:1:1.5:fair]        | pools: a: the least slots '1.5' are not a whole number
            fairlead[pools=a:1:1:even]          | pools: a: there is no 'even'; accepted: fair, fifo
            fairlead[pools=a:1:1:fair+a:1:1:fair] | pools: a pool is there twice
            plb[path-classes=shuffle+scan]      | path-classes: no traffic class 'scan'; accepted: replication, block-read
            plb[path-classes=]                  | path-classes: no traffic class ''
            """)
    void whatIsWrongIsSaidWithWhatIsAccepted(String list, String message) {
        assertThatThrownBy(() -> PolicySets.all(list, Framework.HADOOP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
