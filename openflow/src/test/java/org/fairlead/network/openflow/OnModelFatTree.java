// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.action.OFActionGroup;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** A fat tree of model switches over real connections, with an entry of somebody else in each, and drivers for it. */
abstract class OnModelFatTree {
    static final Topology FAT_TREE =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    static final int FOREIGN_PRIORITY = 50;

    @TempDir
    Path directory;

    final List<String> journal = Collections.synchronizedList(new ArrayList<>());
    final Map<Switch, ModelSwitch> switches = new LinkedHashMap<>();
    final List<OpenFlowDriver> drivers = new ArrayList<>();

    @BeforeEach
    void makeSwitches() {
        for (Switch node : FAT_TREE.switches()) {
            ModelSwitch model = new ModelSwitch(datapath(node), journal);
            model.plant(foreign(FOREIGN_PRIORITY));
            switches.put(node, model);
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (OpenFlowDriver each : drivers) {
            each.close();
        }
        for (ModelSwitch each : switches.values()) {
            each.close();
        }
    }

    static long datapath(Switch node) {
        return 0x100L + node.index();
    }

    static int port(Link link) {
        return 1 + FAT_TREE.linksFrom(link.from()).indexOf(link);
    }

    static OFFlowMod foreign(int priority) {
        return SwitchTables.FACTORY
                .buildFlowAdd()
                .setPriority(priority)
                .setCookie(U64.of(0x66616973_00000000L))
                .setMatch(SwitchTables.FACTORY
                        .buildMatch()
                        .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                        .setExact(MatchField.IPV4_DST, IPv4Address.of("192.0.2.1"))
                        .build())
                .build();
    }

    /** An entry of a base that is not what it should be. */
    static OFFlowMod anothersBase() {
        return SwitchTables.FACTORY
                .buildFlowAdd()
                .setPriority(1)
                .setCookie(Ours.baseCookie(5))
                .setMatch(SwitchTables.FACTORY
                        .buildMatch()
                        .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                        .setExact(MatchField.IPV4_DST, IPv4Address.of("10.0.0.99"))
                        .build())
                .build();
    }

    /** @param more keys, each with its line's end */
    YamlNode settings(String base, String more) throws IOException {
        StringBuilder text = new StringBuilder(
                "driver: openflow\nlisten: 127.0.0.1:0\nbase: " + base + "\n" + more
                        + "addresses: addresses.yaml\nports: {shuffle: [own 7400, peer 7401], block-read: own 9866}\nswitches:\n");
        for (Switch node : FAT_TREE.switches()) {
            List<String> ports = FAT_TREE.linksFrom(node).stream()
                    .map(link -> link.to().name() + ": " + port(link))
                    .toList();
            text.append("  %s: {datapath: %x, ports: {%s}}\n"
                    .formatted(node.name(), datapath(node), String.join(", ", ports)));
        }
        StringBuilder addresses = new StringBuilder("hosts:\n");
        FAT_TREE.hosts().forEach(host -> addresses.append("  " + host.name() + ": " + address(host) + "\n"));
        Files.writeString(directory.resolve("addresses.yaml"), addresses);
        return Yaml.parse(directory.resolve("openflow.yaml").toString(), text.toString());
    }

    static IPv4Address address(Host host) {
        return IPv4Address.of("10.0.0." + host.name().substring(1));
    }

    OpenFlowDriver opened(String base) throws Exception {
        return opened(base, "");
    }

    OpenFlowDriver opened(String base, String more) throws Exception {
        OpenFlowDriver driver = OpenFlowDriver.open(settings(base, more), FAT_TREE, TimeSource.SYSTEM);
        drivers.add(driver);
        return driver;
    }

    /** All switches have connected and have been told the base. */
    OpenFlowDriver running(String base, long epoch) throws Exception {
        OpenFlowDriver driver = opened(base);
        for (ModelSwitch each : switches.values()) {
            each.connect(driver.address());
        }
        driver.follow(epoch);
        soon(() -> {
            driver.renew();
            return switches.keySet().stream().allMatch(driver::isMasterOf);
        });
        return driver;
    }

    static void soon(Callable<Boolean> holds) throws Exception {
        long until = System.nanoTime() + 10_000_000_000L;
        while (!holds.call()) {
            assertThat(System.nanoTime() - until).as("waited for 10 s").isNegative();
            Thread.sleep(5);
        }
    }

    static FlowUnit unit(String from, String to) {
        return new FlowUnit(FAT_TREE.host(from).index(), FAT_TREE.host(to).index(), TrafficClass.SHUFFLE);
    }

    static Map<FlowUnit, String> give(OpenFlowDriver driver, FlowUnit unit, int path) throws DriverException {
        return driver.apply(new PathChanges(Map.of(unit, new PathChoice(path)), Set.of()));
    }

    ModelSwitch at(String name) {
        return switches.get((Switch) FAT_TREE.node(name).orElseThrow());
    }

    Map<String, String> dumps() {
        Map<String, String> dumps = new LinkedHashMap<>();
        switches.forEach((node, model) -> dumps.put(node.name(), model.dump()));
        return dumps;
    }

    static List<OFFlowMod> pins(ModelSwitch at) {
        return at.flows().stream()
                .filter(flow -> flow.getCookie().equals(Ours.PIN_COOKIE))
                .toList();
    }

    /** Where an entry sends while all ports are alive: the port, or the first port of a group that prefers one. */
    static OFPort way(ModelSwitch at, OFFlowMod flow) {
        var action = ((OFInstructionApplyActions) flow.getInstructions().get(0))
                .getActions()
                .get(0);
        if (action instanceof OFActionOutput output) {
            return output.getPort();
        }
        OFGroup group = ((OFActionGroup) action).getGroup();
        return ((OFActionOutput)
                        at.groups().get(group).getBuckets().get(0).getActions().get(0))
                .getPort();
    }

    static Link link(String from, String to) {
        return FAT_TREE.link(
                        FAT_TREE.node(from).orElseThrow(), FAT_TREE.node(to).orElseThrow())
                .orElseThrow();
    }
}
