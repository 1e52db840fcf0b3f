// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.port.LearningTerms;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.HostGrant;
import org.fairlead.network.verify.ProbeLimits;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host of a fat tree whose switches hash; what the kernel does is tested on the testbed. */
class PortDriverTest {
    private static final Topology TOPOLOGY =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    private static final Host SELF = TOPOLOGY.host("h1");
    private static final int PORT = 9866;
    private static final PathChoice SECOND = new PathChoice(1);
    private static final FlowUnit WRITE = unit("h1", "h13", TrafficClass.REPLICATION);

    private final HandDrivenTime time = new HandDrivenTime();
    private final HashingNetwork network = new HashingNetwork(TOPOLOGY, SELF);
    private PortDriver driver;
    private Path file;

    @TempDir
    private Path directory;

    private static FlowUnit unit(String from, String to, TrafficClass trafficClass) {
        return new FlowUnit(TOPOLOGY.host(from).index(), TOPOLOGY.host(to).index(), trafficClass);
    }

    @BeforeEach
    void open() throws DriverException {
        file = directory.resolve("ports");
        Map<Host, String> addresses = new HashMap<>();
        TOPOLOGY.hosts().forEach(host -> addresses.put(host, host.name()));
        addresses.remove(TOPOLOGY.host("h14"));
        PortSettings settings = new PortSettings(
                new HostGrant(
                        TOPOLOGY, SELF, addresses, Map.of(TrafficClass.REPLICATION, ClassPort.named("peer " + PORT))),
                "10.0.0.1",
                network.nodes(),
                new PortSettings.Sources(20_000, 256),
                LearningTerms.STANDARD,
                new ProbeLimits(1, 2, 1_000_000, 0),
                file,
                Duration.ofSeconds(5));
        driver = PortDriver.unstarted(settings, new PortLearner(TOPOLOGY, settings, network, time), time);
    }

    private void give(Map<FlowUnit, PathChoice> wanted) throws DriverException {
        assertThat(driver.apply(PathChanges.between(driver.held(), wanted))).isEmpty();
    }

    private void learnAll() throws InterruptedException {
        do {
            while (driver.step()) {
                assertThat(network.packets()).isLessThan(100_000);
            }
            time.pass(Duration.ofMillis(60)); // the table is written now and then
        } while (driver.step());
    }

    private List<Integer> written(String to) throws Exception {
        String row = to + " " + PORT + " "; // here an address is a host's name
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(row))
                .flatMap(line -> Arrays.stream(line.substring(row.length()).split(",", -1)))
                .map(Integer::valueOf)
                .toList();
    }

    @Test
    void whatIsWrittenLeadsOverTheWantedPath() throws Exception {
        give(Map.of(WRITE, SECOND));
        assertThat(driver.held()).as("nothing is known yet").isEmpty();

        learnAll();

        assertThat(driver.held()).containsExactly(Map.entry(WRITE, SECOND));
        assertThat(written("h13"))
                .hasSize(LearningTerms.STANDARD.enough())
                .allMatch(port -> network.path("h13", PORT, port).equals(SECOND));
        assertThat(network.packets()).as("one packet a port").isLessThanOrEqualTo(256);
    }

    @Test
    void whatIsNotGrantedIsRefused() throws Exception {
        PathChanges changes = new PathChanges(
                Map.of(
                        unit("h2", "h13", TrafficClass.REPLICATION), SECOND,
                        unit("h1", "h14", TrafficClass.REPLICATION), SECOND,
                        unit("h1", "h13", TrafficClass.SHUFFLE), SECOND,
                        unit("h1", "h9", TrafficClass.REPLICATION), new PathChoice(4)),
                Set.of());

        assertThat(driver.apply(changes).values())
                .containsExactlyInAnyOrder(
                        "replication from h2 to h13: this host is h1",
                        "replication from h1 to h14: that host is not granted",
                        "shuffle from h1 to h13: no port is granted for this class",
                        "replication from h1 to h9: there is no path 4 among 4");
        assertThat(driver.keeps(WRITE)).isTrue();
        assertThat(driver.keeps(unit("h1", "h14", TrafficClass.REPLICATION))).isFalse();
        assertThat(driver.named(WRITE, SECOND)).containsExactly(SECOND);
        assertThat(driver.named(WRITE, new PathChoice(4))).isEmpty();
    }

    @Test
    void withinARackAnyPortWill() throws Exception {
        FlowUnit near = unit("h1", "h2", TrafficClass.REPLICATION);
        give(Map.of(near, new PathChoice(0)));

        assertThat(driver.held()).containsKey(near);
        assertThat(driver.step()).isFalse();
    }

    @Test
    void whatIsReleasedOrNeverRenewedIsNoLongerOffered() throws Exception {
        FlowUnit other = unit("h1", "h9", TrafficClass.REPLICATION);
        give(Map.of(WRITE, SECOND, other, SECOND));
        learnAll();

        give(Map.of(WRITE, SECOND));
        learnAll();
        assertThat(written("h9")).isEmpty();
        assertThat(written("h13")).isNotEmpty();

        time.pass(Duration.ofSeconds(3));
        assertThat(driver.renew()).isEmpty();
        time.pass(Duration.ofSeconds(3));
        assertThat(driver.held()).containsKey(WRITE);
        time.pass(Duration.ofSeconds(3));
        assertThat(driver.held()).isEmpty();
        learnAll();
        assertThat(written("h13")).isEmpty();
    }

    @Test
    void aUnitThatIsStillLearntIsLetGoWithItsPlan() throws Exception {
        give(Map.of(WRITE, SECOND));

        give(Map.of(unit("h1", "h9", TrafficClass.REPLICATION), SECOND));
        learnAll();

        assertThat(written("h13")).isEmpty();
    }

    @Test
    void aHashThatChangesIsNoticed() throws Exception {
        give(Map.of(WRITE, SECOND));
        learnAll();
        network.changes();

        for (int minute = 0; minute < 40; minute++) {
            time.pass(Duration.ofSeconds(1));
            assertThat(driver.renew()).isEmpty();
            learnAll();
        }

        assertThat(written("h13")).isNotEmpty().allMatch(port -> network.path("h13", PORT, port)
                .equals(SECOND));
    }

    @Test
    void aPortThatSomebodyHasIsLeftAlone() throws Exception {
        give(Map.of(WRITE, SECOND));
        learnAll();
        int held = written("h13").get(0);

        network.take(held);
        time.pass(Duration.ofSeconds(31));
        give(Map.of(WRITE, SECOND));
        learnAll();

        assertThat(written("h13")).isNotEmpty().doesNotContain(held);
    }

    @Test
    void whereNoSwitchAnswersItIsOffUntilOneDoes() throws Exception {
        network.muteAllSwitches();
        give(Map.of(WRITE, SECOND));
        learnAll();
        assertThat(driver.held()).isEmpty();
        int asked = network.packets();
        assertThat(asked).as("16 ports, three hops each, the first ones twice").isLessThanOrEqualTo(64);

        time.pass(Duration.ofSeconds(59));
        give(Map.of(WRITE, SECOND));
        learnAll();
        assertThat(network.packets()).isEqualTo(asked);

        network.answers();
        time.pass(Duration.ofSeconds(2));
        give(Map.of(WRITE, SECOND));
        learnAll();
        assertThat(driver.held()).containsKey(WRITE);
    }

    @Test
    void afterCloseThereIsNoTable() throws Exception {
        give(Map.of(WRITE, SECOND));
        learnAll();

        driver.close();
        driver.close();

        assertThat(file).doesNotExist();
        assertThat(driver.held()).isEmpty();
        assertThatThrownBy(() -> driver.renew()).isInstanceOf(DriverException.class);
    }
}
