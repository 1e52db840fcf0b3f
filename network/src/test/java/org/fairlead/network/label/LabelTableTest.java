// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class LabelTableTest {
    private static final Topology FAT_TREE =
            Topologies.fatTree(new Topology.Builder("t"), 4, 1e9).build();

    @Test
    void wholeRacksStandForTheirHosts() {
        LabelPlan plan = LabelPlan.of(FAT_TREE, Codepoints.named("8-15"));

        assertThat(LabelTable.lines(plan, FAT_TREE.node("e1").orElseThrow()))
                .containsExactly(
                        "label  next hop      to",
                        "    8  a1            racks r2..r8",
                        "    9  a2            rack r2",
                        "    9  a1            racks r3..r8",
                        "   10  a1            rack r2",
                        "   10  a2            racks r3..r8",
                        "   11  a2            racks r2..r8");
        assertThat(LabelTable.lines(plan, FAT_TREE.node("c1").orElseThrow())).isEmpty();
    }

    @Test
    void aGroupNamesAllItsNextHops() {
        Topology four = Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 4, 1e9, 1e9)
                .build();
        LabelPlan plan = LabelPlan.of(four, Codepoints.named("8,9"));

        assertThat(LabelTable.lines(plan, four.node("e2").orElseThrow()))
                .containsExactly(
                        "label  next hop      to", "    8  c1 or c3      rack r1", "    9  c2 or c4      rack r1");
    }

    @Test
    void partsOfARackAreHosts() {
        Topology apart = Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, 1e9, 1e9)
                .host("x", "r1")
                .build();
        LabelPlan plan = LabelPlan.of(apart, Codepoints.named("8,9"));

        assertThat(LabelTable.lines(plan, apart.node("e2").orElseThrow()))
                .contains("    8  c1            h1 h2", "    9  c2            h1 h2");
    }
}
