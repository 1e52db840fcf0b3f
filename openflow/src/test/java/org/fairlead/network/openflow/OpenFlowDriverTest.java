// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.protocol.message.SwitchCounters;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.action.OFActionGroup;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.OFPort;

/** What stands in the tables of switches, and in which order it comes there. */
class OpenFlowDriverTest extends OnModelFatTree {
    @Test
    void theBaseLeadsToEveryHostOverAllEqualPaths() throws Exception {
        running("1", 7);

        for (Switch node : FAT_TREE.switches()) {
            ModelSwitch model = switches.get(node);
            assertThat(model.flows()).hasSize(1 + 2 * FAT_TREE.hosts().size());
            for (Host host : FAT_TREE.hosts()) {
                List<Link> next = FAT_TREE.nextHops(node, host);
                for (MatchField<IPv4Address> field : List.of(MatchField.IPV4_DST, MatchField.ARP_TPA)) {
                    OFFlowMod entry = model.flows().stream()
                            .filter(flow -> address(host).equals(flow.getMatch().get(field)))
                            .findFirst()
                            .orElseThrow();
                    assertThat(entry.getHardTimeout())
                            .as("the base does not end")
                            .isZero();
                    var action = ((OFInstructionApplyActions)
                                    entry.getInstructions().get(0))
                            .getActions()
                            .get(0);
                    List<OFPort> ports = action instanceof OFActionGroup group
                            ? model.groups().get(group.getGroup()).getBuckets().stream()
                                    .map(bucket -> bucket.getWatchPort())
                                    .toList()
                            : List.of(((OFActionOutput) action).getPort());
                    assertThat(ports)
                            .containsExactlyElementsOf(next.stream()
                                    .map(link -> OFPort.of(port(link)))
                                    .toList());
                }
            }
        }
    }

    @Test
    void aPathIsPinnedFromItsLastSwitchToItsFirstAndMoves() throws Exception {
        OpenFlowDriver driver = running("1", 7);
        FlowUnit unit = unit("h1", "h13");
        journal.clear();

        assertThat(give(driver, unit, 0)).isEmpty();

        String a1 = "%x".formatted(datapath((Switch) FAT_TREE.node("a1").orElseThrow()));
        String e1 = "%x".formatted(datapath((Switch) FAT_TREE.node("e1").orElseThrow()));
        assertThat(journal)
                .containsExactly(
                        a1 + " add 7400",
                        a1 + " add 7400",
                        a1 + " barrier",
                        e1 + " add 7400",
                        e1 + " add 7400",
                        e1 + " barrier");
        assertThat(driver.held()).containsExactly(Map.entry(unit, new PathChoice(0)));
        assertThat(pins(at("e1"))).hasSize(2).allSatisfy(pin -> {
            assertThat(way(at("e1"), pin)).isEqualTo(OFPort.of(port(link("e1", "a1"))));
            assertThat(pin.getHardTimeout()).isEqualTo(5);
        });
        assertThat(pins(at("e1")))
                .extracting(pin -> pin.getMatch().get(MatchField.TCP_SRC) == null)
                .containsExactlyInAnyOrder(true, false);

        give(driver, unit, 3);

        assertThat(pins(at("a1"))).as("where the path no longer leads").isEmpty();
        assertThat(way(at("a2"), pins(at("a2")).get(0))).isEqualTo(OFPort.of(port(link("a2", "c4"))));
        assertThat(way(at("e1"), pins(at("e1")).get(0))).isEqualTo(OFPort.of(port(link("e1", "a2"))));
        driver.apply(new PathChanges(Map.of(), Set.of(unit)));
        assertThat(switches.values()).allSatisfy(each -> assertThat(pins(each)).isEmpty());
        assertThat(driver.held()).isEmpty();
    }

    @Test
    void afterCloseTablesAreWhatStoodBefore() throws Exception {
        Map<String, String> pristine = dumps();
        OpenFlowDriver first = running("1", 7);
        first.close();
        Map<String, String> withBase = dumps();
        assertThat(withBase).as("the base stays").isNotEqualTo(pristine);

        OpenFlowDriver driver = running("1", 8);
        give(driver, unit("h1", "h13"), 2);
        assertThat(dumps()).isNotEqualTo(withBase);
        driver.close();
        driver.close();

        assertThat(dumps()).isEqualTo(withBase);
        assertThatThrownBy(() -> give(driver, unit("h1", "h13"), 2)).hasMessage("the driver is closed");
        OpenFlowDriver removing = opened("1");
        for (ModelSwitch each : switches.values()) {
            each.connect(removing.address());
        }
        assertThat(removing.remove(Duration.ofSeconds(10))).isEmpty();
        assertThat(dumps()).isEqualTo(pristine);
    }

    @Test
    void whereOthersForwardNothingIsLeftBehind() throws Exception {
        Map<String, String> before = dumps();
        OpenFlowDriver driver = running("none", 7);
        give(driver, unit("h1", "h13"), 2);
        assertThat(pins(at("e1"))).isNotEmpty();
        assertThat(at("e1").flows()).hasSize(3);

        driver.close();

        assertThat(dumps()).isEqualTo(before);
    }

    @Test
    void whatAnotherBaseLeftIsReplaced() throws Exception {
        at("e1").plant(anothersBase());

        running("1", 7);

        soon(() -> !at("e1").cookies().contains(anothersBase().getCookie()));
        assertThat(at("e1").flows()).hasSize(33);
    }

    @Test
    void whatDoesNotFitIsLeftToTheNetwork() throws Exception {
        OpenFlowDriver driver = running("1", 7);
        at("e1").room = at("e1").flows().size() + 1;

        Map<FlowUnit, String> refused = give(driver, unit("h1", "h13"), 0);

        assertThat(refused.values())
                .singleElement()
                .asString()
                .isEqualTo("e1 refuses an entry: FLOW_MOD_FAILED TABLE_FULL");
        assertThat(switches.values()).allSatisfy(each -> assertThat(pins(each)).isEmpty());
    }

    @Test
    void whatIsNotGrantedIsRefusedWithTheReason() throws Exception {
        OpenFlowDriver driver = running("1", 7);
        FlowUnit write =
                new FlowUnit(FAT_TREE.host("h1").index(), FAT_TREE.host("h2").index(), TrafficClass.REPLICATION);

        assertThat(driver.keeps(write)).isFalse();
        assertThat(driver.named(write, new PathChoice(0))).isEmpty();
        assertThat(give(driver, write, 0))
                .containsEntry(write, "replication from h1 to h2: no port is granted for this class");
        assertThat(give(driver, unit("h1", "h13"), 4).values())
                .containsExactly("shuffle from h1 to h13: there is no path 4 among 4");
        assertThat(driver.named(unit("h1", "h13"), new PathChoice(3))).containsExactly(new PathChoice(3));
        assertThat(give(driver, unit("h1", "h2"), 0))
                .as("one path needs no pin")
                .isEmpty();
        assertThat(driver.held()).containsKey(unit("h1", "h2"));
    }

    @Test
    void portsAreCountedForTheLinksBehindThem() throws Exception {
        OpenFlowDriver driver = running("1", 7);
        at("e1").sent(port(link("e1", "h1")), 100);
        at("e1").sent(port(link("e1", "a1")), 30);

        assertThat(driver.linkBytes())
                .contains(
                        new SwitchCounters.LinkBytes("e1->h1", 100),
                        new SwitchCounters.LinkBytes("h1->e1", 200),
                        new SwitchCounters.LinkBytes("e1->a1", 30))
                .extracting(SwitchCounters.LinkBytes::link)
                .doesNotHaveDuplicates()
                .doesNotContain("a1->e1");
    }
}
