// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.fairlead.core.topology.Switch;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Who may write into which switches, and when. */
class OpenFlowMasteryTest extends OnModelFatTree {
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
    void anOlderControllersDriverTakesOverIfItIsToldTo() throws Exception {
        running("1", 20).close();
        OpenFlowDriver older = opened("1", "take-over: yes\n");
        for (ModelSwitch each : switches.values()) {
            each.connect(older.address());
        }
        older.follow(19);

        soon(() -> {
            older.renew();
            return switches.keySet().stream().allMatch(older::isMasterOf);
        });

        assertThat(give(older, unit("h1", "h13"), 1)).isEmpty();
        assertThat(pins(at("e1"))).isNotEmpty();
    }

    @Test
    void whatADriverWasToldOfALaterControllerHoldsForAnOlderOneThatIsLeft() throws Exception {
        OpenFlowDriver driver = running("1", 20);
        driver.follow(19);
        at("e1").disconnect();
        soon(() -> driver.connected() < switches.size());
        at("e1").connect(driver.address());

        soon(() -> give(driver, unit("h1", "h13"), 1).isEmpty());
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
    void aSwitchWithoutABaseForwardsBeforeAControllerIsKnown() throws Exception {
        HandDrivenTime time = new HandDrivenTime();
        OpenFlowDriver driver = OpenFlowDriver.open(settings("1", ""), FAT_TREE, time);
        drivers.add(driver);
        at("a1").plant(anothersBase());
        String others = at("a1").dump();
        at("e1").connect(driver.address());
        at("a1").connect(driver.address());
        soon(() -> driver.connected() == 2);

        driver.renew();
        assertThat(at("e1").flows()).as("a controller may be known soon").hasSize(1);
        time.pass(Duration.ofSeconds(5));
        driver.renew();

        assertThat(at("e1").flows()).hasSize(33);
        assertThat(at("a1").dump()).as("it has a base").isEqualTo(others);
        Switch e1 = (Switch) FAT_TREE.node("e1").orElseThrow();
        assertThat(driver.isMasterOf(e1)).isFalse();
        driver.follow(7);
        driver.renew();
        assertThat(driver.isMasterOf(e1)).isTrue();
        assertThat(at("a1").cookies()).doesNotContain(anothersBase().getCookie());
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
