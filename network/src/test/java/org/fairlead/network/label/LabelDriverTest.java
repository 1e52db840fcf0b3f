// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** A host of two racks under two roots, codepoints 8 and 9 for its two paths; what nft itself does is tested on the testbed. */
class LabelDriverTest {
    private static final Duration LIFETIME = Duration.ofSeconds(5);
    private static final int HOSTS = 400;
    private static final Topology TOPOLOGY = Topologies.multiRooted(
                    new Topology.Builder("t"), 2, HOSTS / 2, 2, 1e9, 1e9)
            .build();
    private static final PathChoice FIRST = new PathChoice(0);
    private static final PathChoice SECOND = new PathChoice(1);
    private static final FlowUnit READ = unit("h1", "h201", TrafficClass.BLOCK_READ);
    private static final FlowUnit WRITE = unit("h1", "h201", TrafficClass.REPLICATION);
    private static final FlowUnit SHUFFLE = unit("h1", "h201", TrafficClass.SHUFFLE);

    private final HandDrivenTime time = new HandDrivenTime();
    private final NftModel nft = new NftModel(time, 8, 9);

    private static FlowUnit unit(String from, String to, TrafficClass trafficClass) {
        return new FlowUnit(TOPOLOGY.host(from).index(), TOPOLOGY.host(to).index(), trafficClass);
    }

    private static String address(Host host) {
        int number = Integer.parseInt(host.name().substring(1));
        return "10.0." + number / 250 + "." + number % 250;
    }

    private static LabelGrant grant() {
        return grant("own 7400-7415");
    }

    private static LabelGrant grant(String shuffle) {
        Map<Host, String> addresses = new LinkedHashMap<>();
        TOPOLOGY.hosts().forEach(host -> addresses.put(host, address(host)));
        addresses.remove(TOPOLOGY.host("h400"));
        HostGrant host = new HostGrant(
                TOPOLOGY,
                TOPOLOGY.host("h1"),
                addresses,
                Map.of(
                        TrafficClass.BLOCK_READ, ClassPort.named("own 9866"),
                        TrafficClass.REPLICATION, ClassPort.named("peer 9866"),
                        TrafficClass.SHUFFLE, ClassPort.named(shuffle)));
        return new LabelGrant(host, LabelPlan.of(TOPOLOGY, Codepoints.named("8-15")));
    }

    private LabelDriver driver() throws DriverException {
        return LabelDriver.open(grant(), LIFETIME, LabelListing.OURS, nft, time);
    }

    private static PathChanges give(FlowUnit unit, PathChoice path) {
        return new PathChanges(Map.of(unit, path), Set.of());
    }

    private static PathChanges release(FlowUnit... units) {
        return new PathChanges(Map.of(), Set.of(units));
    }

    @Test
    void aUnitIsLabelledByItsClassesPortsAndItsPathsCodepoint() throws DriverException {
        LabelDriver driver = driver();

        assertThat(driver.apply(give(READ, SECOND))).isEmpty();
        assertThat(driver.apply(give(WRITE, FIRST))).isEmpty();

        assertThat(nft.ours())
                .containsExactly("own_port 10.0.0.201 . 9866 codepoint_9", "peer_port 10.0.0.201 . 9866 codepoint_8");
        assertThat(driver.held()).containsExactlyInAnyOrderEntriesOf(Map.of(READ, SECOND, WRITE, FIRST));
        assertThat(driver.keeps(READ)).isTrue();
        assertThat(driver.named(READ, SECOND)).containsExactly(SECOND);
        assertThat(driver.named(READ, new PathChoice(2))).isEmpty();
    }

    @Test
    void aMoveIsOneBatchAndWhatStaysIsNotTouched() throws DriverException {
        LabelDriver driver = driver();
        driver.apply(give(READ, FIRST));
        driver.apply(give(SHUFFLE, FIRST));
        nft.batches.clear();

        driver.apply(give(READ, SECOND));

        assertThat(nft.batches).as("deleted and created at once").containsExactly(2);
        assertThat(nft.ours())
                .contains("own_port 10.0.0.201 . 9866 codepoint_9", "own_port 10.0.0.201 . 7400 codepoint_8");
        driver.apply(give(READ, SECOND));
        assertThat(nft.batches).as("nothing has changed").hasSize(1);
    }

    @Test
    void allEndsByItselfUnlessItIsRenewed() throws DriverException {
        LabelDriver driver = driver();
        driver.apply(give(READ, FIRST));

        time.pass(Duration.ofSeconds(4));
        driver.renew();
        time.pass(Duration.ofSeconds(4));

        assertThat(nft.ours()).containsExactly("own_port 10.0.0.201 . 9866 codepoint_8");
        assertThat(driver.held()).containsOnlyKeys(READ);

        time.pass(Duration.ofSeconds(1));

        assertThat(nft.ours()).isEmpty();
        assertThat(driver.held()).isEmpty();
        driver.renew();
        assertThat(nft.ours()).as("what has ended is not renewed").isEmpty();
    }

    @Test
    void whatSomebodyRemovedIsThereAgainWithTheNextRenewal() throws DriverException {
        LabelDriver driver = driver();
        driver.apply(give(SHUFFLE, FIRST));
        nft.remove("own_port", "10.0.0.201 . 7403");

        driver.renew();

        assertThat(nft.ours()).hasSize(16);
    }

    @Test
    void whatNobodyGrantedIsRefusedWithItsReason() throws DriverException {
        LabelDriver driver = driver();
        FlowUnit anothers = unit("h2", "h201", TrafficClass.BLOCK_READ);
        FlowUnit toOthers = unit("h1", "h400", TrafficClass.BLOCK_READ);

        assertThat(driver.apply(give(anothers, FIRST)))
                .containsEntry(anothers, "block-read from h2 to h201: this host is h1");
        assertThat(driver.apply(give(toOthers, FIRST)))
                .containsEntry(toOthers, "block-read from h1 to h400: that host is not granted");
        assertThat(driver.apply(give(READ, new PathChoice(2))))
                .containsEntry(READ, "block-read from h1 to h201: there is no path 2 among 2");
        assertThat(driver.apply(give(new FlowUnit(READ.source(), 9999, TrafficClass.SHUFFLE), FIRST)))
                .hasSize(1);
        assertThat(nft.batches).isEmpty();
        assertThat(driver.held()).isEmpty();
        assertThat(driver.keeps(anothers)).isFalse();
        assertThat(driver.keeps(toOthers)).isFalse();
    }

    @Test
    void whatIsRefusedHoldsItsOldPathNoLonger() throws DriverException {
        LabelDriver driver = driver();
        driver.apply(give(READ, FIRST));

        assertThat(driver.apply(give(READ, new PathChoice(7)))).containsOnlyKeys(READ);

        assertThat(nft.ours()).isEmpty();
        assertThat(driver.held()).isEmpty();
    }

    @Test
    void pathsThatNeedNoLabelAreHeldWithoutOne() throws DriverException {
        LabelDriver driver = driver();
        FlowUnit within = unit("h1", "h2", TrafficClass.SHUFFLE);

        assertThat(driver.apply(give(within, FIRST))).isEmpty();

        assertThat(driver.held()).containsOnlyKeys(within);
        assertThat(driver.named(within, FIRST)).containsExactly(FIRST);
        assertThat(nft.batches).isEmpty();
    }

    @Test
    void whereOthersLabelTheyGoOnToDecide() throws DriverException {
        nft.addOfOthers("own_port", "10.0.0.201 . 9866");
        LabelDriver driver = driver();

        assertThat(driver.apply(give(READ, FIRST)))
                .containsEntry(READ, "what goes to 10.0.0.201 from port 9866 is labelled by somebody else, by theirs");

        assertThat(driver.held()).isEmpty();
        driver.apply(give(WRITE, FIRST));
        nft.remove("peer_port", "10.0.0.201 . 9866");
        nft.addOfOthers("peer_port", "10.0.0.201 . 9866");
        assertThat(driver.renew()).containsOnlyKeys(WRITE);
        assertThat(driver.held()).isEmpty();
        assertThat(nft.ours()).isEmpty();
        driver.close();
        assertThat(nft.others())
                .containsExactly("own_port 10.0.0.201 . 9866 theirs", "peer_port 10.0.0.201 . 9866 theirs");
    }

    @Test
    void somebodyWhoComesInBetweenIsSeenBeforeAnythingOfHisIsChanged() throws DriverException {
        LabelDriver driver = driver();
        nft.between = () -> nft.addOfOthers("own_port", "10.0.0.201 . 9866");

        assertThat(driver.apply(give(READ, FIRST))).containsOnlyKeys(READ);

        assertThat(nft.ours()).isEmpty();
        assertThat(nft.others()).hasSize(1);
    }

    @Test
    void anElementThatEndsInBetweenIsCreatedAnew() throws DriverException {
        LabelDriver driver = driver();
        driver.apply(give(READ, FIRST));
        nft.between = () -> nft.remove("own_port", "10.0.0.201 . 9866");

        driver.renew();

        nft.between = () -> {};
        assertThat(nft.ours()).hasSize(1);
        assertThat(driver.held()).containsOnlyKeys(READ);
    }

    @Test
    void aFailureIsOneLineAndWhatStandsGoesOnUntilItEnds() throws DriverException {
        LabelDriver driver = driver();
        driver.apply(give(READ, FIRST));
        nft.failures = 2;

        assertThatThrownBy(() -> driver.apply(give(WRITE, FIRST)))
                .isInstanceOf(DriverException.class)
                .hasMessage("nft refuses a batch of 1 for table ip fairlead_labels:"
                        + " /dev/stdin:1:1-2: Error: Could not process rule: No buffer space available");

        assertThat(driver.held()).containsOnlyKeys(READ);
        driver.apply(give(WRITE, FIRST));
        assertThat(driver.held()).containsOnlyKeys(READ, WRITE);
    }

    @Test
    void aHostThatIsNotPreparedIsRefusedAtTheStart() {
        NftModel other = new NftModel(time, 8);
        assertThatThrownBy(() -> LabelDriver.open(grant(), LIFETIME, LabelListing.OURS, other, time))
                .hasMessageContaining("has no codepoint_9 (maps with timeouts to verdicts, chains)")
                .hasMessageContaining("fairlead network labels --for linux");
        other.removeAllMaps();
        assertThatThrownBy(() -> LabelDriver.open(grant(), LIFETIME, LabelListing.OURS, other, time))
                .hasMessageContaining("nft cannot list table ip fairlead_labels: Error: No such file or directory"
                        + " list table ip fairlead_labels; needed are");
    }

    @Test
    void largePlansGoInBatches() throws DriverException {
        LabelDriver driver = driver();

        driver.apply(shufflesToAll());

        assertThat(nft.batches).hasSize(4).allMatch(lines -> lines <= 1_000 && lines % 16 == 0);
        assertThat(nft.ours()).hasSize(199 * 16);
        driver.renew();
        assertThat(nft.batches).allMatch(lines -> lines <= 1_000);
        assertThat(driver.held()).hasSize(199);
    }

    private static PathChanges shufflesToAll() {
        Map<FlowUnit, PathChoice> many = new LinkedHashMap<>();
        for (int host = 201; host < 400; host++) {
            many.put(unit("h1", "h" + host, TrafficClass.SHUFFLE), FIRST);
        }
        return new PathChanges(many, Set.of());
    }

    @Test
    void whatIsMoreThanAHostTakesIsRefused() throws DriverException {
        LabelDriver driver = LabelDriver.open(grant("own 7400-7463"), LIFETIME, LabelListing.OURS, nft, time);

        Map<FlowUnit, String> refused = driver.apply(shufflesToAll());

        assertThat(driver.held()).as("of 64 elements each").hasSize(10_000 / 64);
        assertThat(refused).hasSize(199 - 10_000 / 64);
        assertThat(refused.values()).containsOnly("at most 10000 elements are written on a host");
    }

    @Test
    void closingTakesBackAllThatIsOursAlsoAnEarlierProcesss() throws DriverException {
        driver().apply(give(READ, FIRST)); // and this one is killed
        nft.addOfOthers("own_port", "10.9.9.9 . 9866");
        LabelDriver next = driver();
        next.apply(give(WRITE, SECOND));
        assertThat(nft.ours()).as("what nobody wants goes with the first plan").hasSize(1);

        next.close();
        next.close();

        assertThat(nft.ours()).isEmpty();
        assertThat(nft.others()).containsExactly("own_port 10.9.9.9 . 9866 theirs");
        assertThat(next.held()).isEmpty();
        assertThatThrownBy(() -> next.apply(give(READ, FIRST))).hasMessageContaining("closed");
    }

    @Test
    void nothingRunsWhereNothingChanges() throws DriverException {
        LabelDriver driver = driver();
        int before = nft.listings;

        driver.renew();
        driver.apply(release(READ));

        assertThat(nft.listings).isEqualTo(before);
    }

    /** Whatever is planned, refused, lost and renewed: what is said to be held stands, nothing else of ours does, and others' elements stay as they are. */
    @Property(tries = 200)
    void whatIsHeldIsWhatStands(@ForAll long seed) throws DriverException {
        Random random = new Random(seed);
        LabelGrant grant = grant();
        HandDrivenTime clock = new HandDrivenTime();
        NftModel kernel = new NftModel(clock, 8, 9);
        LabelDriver driver = LabelDriver.open(grant, LIFETIME, LabelListing.OURS, kernel, clock);
        for (int round = 0; round < 15; round++) {
            if (random.nextInt(4) == 0) {
                kernel.addOfOthers("own_port", "10.0.0." + (201 + random.nextInt(5)) + " . 9866");
            }
            List<String> others = kernel.others();
            kernel.failures = random.nextInt(6) == 0 ? 1 : 0;
            Map<FlowUnit, PathChoice> wanted = new LinkedHashMap<>();
            for (int host = 201; host < 206; host++) {
                for (TrafficClass each : TrafficClass.values()) {
                    if (random.nextBoolean()) {
                        wanted.put(unit("h1", "h" + host, each), new PathChoice(random.nextInt(3)));
                    }
                }
            }

            Map<FlowUnit, String> refused = driver.apply(PathChanges.between(driver.held(), wanted));
            if (random.nextBoolean()) {
                refused.putAll(driver.renew());
            }

            wanted.keySet().removeAll(refused.keySet());
            assertThat(driver.held()).isEqualTo(wanted);
            long elements = driver.held().entrySet().stream()
                    .mapToLong(each -> grant.label(each.getKey(), each.getValue())
                            .elements()
                            .size())
                    .sum();
            assertThat(kernel.ours()).hasSize((int) elements);
            assertThat(kernel.others()).isEqualTo(others);
            clock.pass(Duration.ofSeconds(random.nextInt(7)));
        }
        List<String> others = kernel.others();
        driver.close();
        assertThat(kernel.ours()).isEmpty();
        assertThat(kernel.others()).isEqualTo(others);
    }
}
