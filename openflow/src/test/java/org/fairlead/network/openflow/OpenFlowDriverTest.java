// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

/** A fat tree of model switches over real connections: what stands in their tables, in which order, and who may write. */
class OpenFlowDriverTest {
    private static final Topology FAT_TREE =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    private static final int FOREIGN_PRIORITY = 50;

    @TempDir
    private Path directory;

    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());
    private final Map<Switch, ModelSwitch> switches = new LinkedHashMap<>();
    private final List<OpenFlowDriver> drivers = new ArrayList<>();

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

    private static long datapath(Switch node) {
        return 0x100L + node.index();
    }

    private static int port(Link link) {
        return 1 + FAT_TREE.linksFrom(link.from()).indexOf(link);
    }

    private static OFFlowMod foreign(int priority) {
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

    private YamlNode settings(String base) throws IOException {
        StringBuilder text = new StringBuilder(
                "driver: openflow\nlisten: 127.0.0.1:0\nbase: " + base
                        + "\naddresses: addresses.yaml\nports: {shuffle: [own 7400, peer 7401], block-read: own 9866}\nswitches:\n");
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

    private static IPv4Address address(Host host) {
        return IPv4Address.of("10.0.0." + host.name().substring(1));
    }

    private OpenFlowDriver opened(String base) throws Exception {
        OpenFlowDriver driver = OpenFlowDriver.open(settings(base), FAT_TREE, TimeSource.SYSTEM);
        drivers.add(driver);
        return driver;
    }

    /** All switches have connected and have been told the base. */
    private OpenFlowDriver running(String base, long epoch) throws Exception {
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

    private static void soon(Callable<Boolean> holds) throws Exception {
        long until = System.nanoTime() + 10_000_000_000L;
        while (!holds.call()) {
            assertThat(System.nanoTime() - until).as("waited for 10 s").isNegative();
            Thread.sleep(5);
        }
    }

    private static FlowUnit unit(String from, String to) {
        return new FlowUnit(FAT_TREE.host(from).index(), FAT_TREE.host(to).index(), TrafficClass.SHUFFLE);
    }

    private static Map<FlowUnit, String> give(OpenFlowDriver driver, FlowUnit unit, int path) throws DriverException {
        return driver.apply(new PathChanges(Map.of(unit, new PathChoice(path)), Set.of()));
    }

    private ModelSwitch at(String name) {
        return switches.get((Switch) FAT_TREE.node(name).orElseThrow());
    }

    private Map<String, String> dumps() {
        Map<String, String> dumps = new LinkedHashMap<>();
        switches.forEach((node, model) -> dumps.put(node.name(), model.dump()));
        return dumps;
    }

    private static List<OFFlowMod> pins(ModelSwitch at) {
        return at.flows().stream()
                .filter(flow -> flow.getCookie().equals(Ours.PIN_COOKIE))
                .toList();
    }

    /** Where an entry sends while all ports are alive: the port, or the first port of a group that prefers one. */
    private static OFPort way(ModelSwitch at, OFFlowMod flow) {
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

    private static Link link(String from, String to) {
        return FAT_TREE.link(
                        FAT_TREE.node(from).orElseThrow(), FAT_TREE.node(to).orElseThrow())
                .orElseThrow();
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
        OFFlowMod stale = SwitchTables.FACTORY
                .buildFlowAdd()
                .setPriority(1)
                .setCookie(Ours.baseCookie(5))
                .setMatch(SwitchTables.FACTORY
                        .buildMatch()
                        .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                        .setExact(MatchField.IPV4_DST, IPv4Address.of("10.0.0.99"))
                        .build())
                .build();
        at("e1").plant(stale);

        running("1", 7);

        soon(() -> !at("e1").cookies().contains(Ours.baseCookie(5)));
        assertThat(at("e1").flows()).hasSize(33);
    }

    @Test
    void anOlderControllersDriverWritesNothing() throws Exception {
        OpenFlowDriver newer = running("1", 20);
        OpenFlowDriver older = opened("1");
        for (ModelSwitch each : switches.values()) {
            each.connect(older.address());
        }
        older.follow(19);
        Map<String, String> before = dumps();

        soon(() -> give(older, unit("h1", "h13"), 1).containsKey(unit("h1", "h13"))
                && older.connected() == switches.size());
        assertThat(give(older, unit("h1", "h13"), 1).values().toString()).contains("takes nothing from us now");

        assertThat(dumps()).isEqualTo(before);
        assertThat(give(newer, unit("h1", "h13"), 2)).isEmpty();
    }

    @Test
    void aNewerControllersDriverTakesTheSwitchesOver() throws Exception {
        OpenFlowDriver older = running("1", 19);
        give(older, unit("h1", "h13"), 1);
        OpenFlowDriver newer = opened("1");
        for (ModelSwitch each : switches.values()) {
            each.connect(newer.address());
        }
        newer.follow(20);
        soon(() -> {
            newer.renew();
            return switches.keySet().stream().allMatch(newer::isMasterOf);
        });

        assertThat(older.renew()).as("it is told by what is refused").containsKey(unit("h1", "h13"));

        assertThat(older.held()).isEmpty();
        assertThat(give(newer, unit("h1", "h13"), 2)).isEmpty();
    }

    @Test
    void aSwitchThatIsGoneHasNoPinsAndIsToldAgainWhenItIsBack() throws Exception {
        OpenFlowDriver driver = running("1", 7);
        give(driver, unit("h1", "h13"), 0);
        at("a1").disconnect();

        soon(() -> driver.held().isEmpty());

        assertThat(give(driver, unit("h1", "h13"), 0).values())
                .singleElement()
                .asString()
                .contains("a1 takes nothing");
        assertThat(pins(at("e1"))).as("not half a path").isEmpty();
        assertThat(give(driver, unit("h1", "h13"), 2)).as("another path").isEmpty();
        at("a1").connect(driver.address());
        soon(() -> give(driver, unit("h1", "h13"), 0).isEmpty());
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
    void entriesOfOthersWithOurPriorityKeepUsAway() throws Exception {
        at("e1").plant(foreign(7400));
        Map<String, String> before = Map.of("e1", at("e1").dump());
        OpenFlowDriver driver = opened("1");
        at("e1").connect(driver.address());
        driver.follow(7);

        soon(() -> {
            driver.renew();
            return driver.connected() == 1;
        });
        driver.renew();

        assertThat(at("e1").dump()).isEqualTo(before.get("e1"));
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

    @Test
    void whoIsNoSwitchOfOursIsClosed() throws Exception {
        OpenFlowDriver driver = opened("1");
        try (ModelSwitch stranger = new ModelSwitch(0xbadL, journal);
                Socket garbage = new Socket(
                        driver.address().getAddress(), driver.address().getPort())) {
            stranger.connect(driver.address());
            garbage.setSoTimeout(10_000);
            garbage.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(ended(garbage)).isTrue();
            assertThat(driver.connected()).isZero();
        }
    }

    /** Whether the peer closes it; what it says first is passed over. */
    private static boolean ended(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes().length < 100;
        } catch (SocketException e) {
            return true; // reset
        }
    }
}
