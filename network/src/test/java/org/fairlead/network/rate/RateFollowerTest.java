// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.message.RatesMessage;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rates of which controllers a device guarantees, and until when. */
class RateFollowerTest {
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("t"), 2, 2, 1e9, 1).build();
    private static final String ID = TopologyMessage.of(TREE).id();

    private final HandDrivenTime time = new HandDrivenTime();
    private final Recording driver = new Recording();
    private final RateKeeper keeper = new RateKeeper(driver, TREE.node("e1").orElseThrow(), time);
    private final RateFollower follower = new RateFollower(TREE.node("e1").orElseThrow(), TREE, keeper, time);

    /** What it was told last. */
    private static final class Recording implements RateDriver {
        List<RateAllotment> wanted = List.of();

        @Override
        public boolean guarantees() {
            return true;
        }

        @Override
        public Duration lifetime() {
            return Duration.ofSeconds(3);
        }

        @Override
        public Map<FlowUnit, String> hold(List<RateAllotment> allotments) {
            wanted = List.copyOf(allotments);
            return Map.of();
        }

        @Override
        public Set<FlowUnit> held() {
            return wanted.stream().map(RateAllotment::unit).collect(Collectors.toSet());
        }

        @Override
        public void close() {
            wanted = List.of();
        }
    }

    private static RatesMessage told(
            long epoch, long number, String topology, long validMillis, RatesMessage.Allotment... allotments) {
        return new RatesMessage("c", epoch, number, topology, validMillis, List.of(allotments));
    }

    private static RatesMessage.Allotment rate(String from, String to, int codepoint) {
        return new RatesMessage.Allotment(from, to, "block-read", codepoint, 1_000_000);
    }

    private void step() {
        time.pass(Duration.ofMillis(250));
        keeper.step();
    }

    @Test
    void whatIsAllottedIsHeldAndEndsWithItsLease() {
        assertThat(follower.take(told(7, 1, ID, 2_000, rate("h1", "h3", 16), rate("nobody", "h3", 17))))
                .isTrue();
        step();
        assertThat(driver.wanted).singleElement().satisfies(each -> {
            assertThat(each.codepoint()).isEqualTo(16);
            assertThat(each.bytesPerSecond()).isEqualTo(1e6);
            assertThat(each.links())
                    .extracting(Link::name)
                    .containsExactlyInAnyOrder("h1->e1", "e1->c1", "c1->e2", "e2->h3");
        });

        time.pass(Duration.ofMillis(1_250));
        follower.take(told(7, 1, ID, 2_000, rate("h1", "h3", 16)));
        time.pass(Duration.ofSeconds(1));
        step();
        assertThat(driver.wanted).as("renewed").hasSize(1);

        time.pass(Duration.ofSeconds(2));
        step();
        assertThat(driver.wanted).as("nobody was heard of").isEmpty();
    }

    @Test
    void anOlderControllerIsHeardWhenTheNewerIsSilentAlone() {
        follower.take(told(7, 1, ID, 2_000));
        assertThat(follower.take(told(6, 9, ID, 2_000, rate("h1", "h3", 16))))
                .as("that nothing is guaranteed counts as well")
                .isFalse();
        step();
        assertThat(driver.wanted).isEmpty();

        time.pass(Duration.ofSeconds(2));
        assertThat(follower.take(told(6, 10, ID, 2_000, rate("h1", "h3", 16)))).isTrue();
        step();
        assertThat(driver.wanted).hasSize(1);
    }

    @Test
    void whatIsEndedOrOfAnotherTopologyIsNotGuaranteed() {
        follower.take(told(7, 1, ID, 2_000, rate("h1", "h3", 16)));
        step();
        follower.take(told(7, 2, ID, 0));
        step();
        assertThat(driver.wanted).as("the kill switch").isEmpty();

        follower.take(told(7, 3, "0123456789abcdef", 2_000, rate("h1", "h3", 16)));
        step();
        assertThat(driver.wanted).isEmpty();
    }

    @Test
    void settingsAreThoseOfTheDeviceThatRunsIt(@TempDir Path directory) throws Exception {
        Path settings = Files.writeString(directory.resolve("rates.yaml"), "driver: htb\nnode: e2\n");

        assertThatThrownBy(
                        () -> RateFollower.start("e1", TREE, List.of(), Credentials.NONE, settings, TimeSource.SYSTEM))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("rates.yaml:2: node: 'e2' is another node than 'e1'");
        Path paced = Files.writeString(directory.resolve("paced.yaml"), "driver: pacing\nnode: e1\n");
        assertThatThrownBy(() -> RateFollower.start("e1", TREE, List.of(), Credentials.NONE, paced, TimeSource.SYSTEM))
                .as("guarantees nothing")
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("accepted: htb");
        assertThatThrownBy(
                        () -> RateFollower.start("e9", TREE, List.of(), Credentials.NONE, settings, TimeSource.SYSTEM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no host or switch 'e9'");
    }
}
