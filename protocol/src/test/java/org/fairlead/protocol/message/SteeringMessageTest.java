// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PairShare;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Staleness;
import org.fairlead.protocol.client.ReceivedView;
import org.junit.jupiter.api.Test;

/** Whose paths are kept, over the wire: whole, as changes, and from and to those who know nothing of it. */
class SteeringMessageTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1000 * SECOND;
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 1e9, 1e9)
            .build();
    private static final TopologyMessage DESCRIBED = TopologyMessage.of(ROOTS);
    private static final int H1 = ROOTS.host("h1").index();
    private static final int H2 = ROOTS.host("h2").index();
    private static final int H3 = ROOTS.host("h3").index();
    private static final FlowUnit READ = new FlowUnit(H1, H3, TrafficClass.BLOCK_READ);
    private static final int READS = SteeringMessage.code(TrafficClass.BLOCK_READ);

    private final ReceivedView received = new ReceivedView(ROOTS, DESCRIBED.id());

    private static SteeringMessage steering(int[] senders, boolean whole, int... pathOfH1ToH3) {
        int pairs = pathOfH1ToH3.length;
        return new SteeringMessage(
                1,
                0,
                5_000_000,
                7,
                2_000_000,
                senders == null ? null : Map.of("block-read", senders, "shuffle", new int[0], "gossip", senders),
                whole,
                filled(pairs, H1),
                filled(pairs, H3),
                filled(pairs, READS),
                pathOfH1ToH3,
                pairs == 0 ? new long[0] : new long[] {1_000_000});
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    private static ViewMessage view(long version, long since, SteeringMessage steering) {
        return new ViewMessage(
                "c",
                1,
                version,
                since,
                DESCRIBED.id(),
                true,
                1500,
                3000,
                0.2,
                new ViewMessage.Links(new int[0], new long[0], new long[0], new long[0], new int[0], null),
                new ViewMessage.Hosts(new int[0], new long[0], new long[0], new int[0], new long[0], new long[0]),
                null,
                steering);
    }

    private Steering taken(ViewMessage message) throws Exception {
        received.take(message, NOW);
        ClusterView view = received.view(1, Staleness.STANDARD);
        return view.steering();
    }

    @Test
    void whatIsKeptAndHeldIsWhatWasSent() throws Exception {
        for (Encoding encoding : Encoding.values()) {
            ViewMessage sent = view(1, 0, steering(new int[] {H1}, true, 1));

            Steering steering = taken(encoding.read(encoding.write(sent), ViewMessage.class));

            assertThat(steering.keeps(READ, NOW)).isTrue();
            assertThat(steering.keeps(new FlowUnit(H2, H3, TrafficClass.BLOCK_READ), NOW))
                    .as("its agent does not carry out paths")
                    .isFalse();
            assertThat(steering.keeps(new FlowUnit(H1, H3, TrafficClass.REPLICATION), NOW))
                    .isFalse();
            assertThat(steering.keeps(new FlowUnit(H1, H3, TrafficClass.SHUFFLE), NOW))
                    .as("its agent carries out reads alone")
                    .isFalse();
            assertThat(steering.taken(READ, NOW)).isEqualTo(new PathChoice(1));
            assertThat(steering.fixed(READ, NOW)).as("moved a second ago").contains(new PathChoice(1));
            assertThat(steering.plan().of(READ).orElseThrow().movedAtNanos()).isEqualTo(NOW - SECOND);
            assertThat(steering.plan().epoch()).isEqualTo(7);
            assertThat(steering.taken(READ, NOW + 2 * SECOND))
                    .as("the plan has ended")
                    .isEqualTo(PathChoice.NETWORK);
        }
    }

    @Test
    void changesBuildOnWhatIsKnown() throws Exception {
        taken(view(1, 0, steering(new int[] {H1}, true, 1)));

        Steering renewed = taken(view(2, 1, steering(null, false)));
        assertThat(renewed.taken(READ, NOW)).isEqualTo(new PathChoice(1));
        Steering moved = taken(view(3, 2, steering(null, false, 0)));
        assertThat(moved.taken(READ, NOW)).isEqualTo(new PathChoice(0));
        assertThat(moved.plan().sharesPaths(renewed.plan())).isFalse();
        Steering released = taken(view(4, 3, steering(null, false, SteeringMessage.NETWORKS)));
        assertThat(released.taken(READ, NOW)).isEqualTo(PathChoice.NETWORK);
        assertThat(released.keeps(READ, NOW)).as("free to be given one").isTrue();
        Steering others = taken(view(5, 4, steering(new int[] {H2}, false)));
        assertThat(others.keeps(READ, NOW)).isFalse();
    }

    @Test
    void whereNothingIsSaidNobodyKeepsAnyPath() throws Exception {
        taken(view(1, 0, steering(new int[] {H1}, true, 1)));

        assertThat(taken(view(2, 1, null))).isSameAs(Steering.NONE);
        String older = new String(Encoding.JSON.write(view(3, 0, null)), StandardCharsets.UTF_8)
                .replace(",\"steering\":null", "");
        assertThat(older).doesNotContain("steering");
        assertThat(taken(Encoding.JSON.read(older.getBytes(StandardCharsets.UTF_8), ViewMessage.class)))
                .isSameAs(Steering.NONE);
        String newer = new String(
                        Encoding.JSON.write(view(4, 0, steering(new int[] {H1}, true, 1))), StandardCharsets.UTF_8)
                .replace("\"plan\":7", "\"plan\":7,\"rates\":[1]");
        assertThat(taken(Encoding.JSON.read(newer.getBytes(StandardCharsets.UTF_8), ViewMessage.class))
                        .keeps(READ, NOW))
                .as("says more than is known here")
                .isTrue();
    }

    @Test
    void itEndsWithTheFiguresOfItsViewWhenNobodySaysItAgain() throws Exception {
        Steering steering = taken(view(1, 0, steering(new int[] {H1}, true)));

        assertThat(steering.keeps(READ, NOW + 2 * SECOND)).isTrue();
        assertThat(steering.keeps(READ, NOW + 3 * SECOND)).isFalse();
    }

    @Test
    void aPairThatACanaryDidNotDrawIsNotKept() throws Exception {
        SteeringMessage all = steering(new int[] {H1}, true, 1);
        SteeringMessage none = new SteeringMessage(
                0,
                7,
                all.holdMicros(),
                all.plan(),
                all.validMicros(),
                all.senders(),
                true,
                all.from(),
                all.to(),
                all.trafficClass(),
                all.path(),
                all.movedMicros());

        Steering steering = taken(view(1, 0, none));

        assertThat(steering.pairs()).isEqualTo(new PairShare(0, 7));
        assertThat(steering.keeps(READ, NOW)).isFalse();
    }

    @Test
    void whatMakesNoSenseIsRefusedAndTheNextViewHasToBeWhole() throws Exception {
        taken(view(1, 0, steering(new int[] {H1}, true, 1)));

        assertThatThrownBy(() -> received.take(view(2, 1, steering(new int[] {-1}, false)), NOW))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageContaining("steering.senders");
        assertThat(received.version()).isZero();
        int root = ROOTS.node("c1").orElseThrow().index();
        assertThatThrownBy(() -> received.take(view(2, 0, steering(new int[] {root}, true)), NOW))
                .hasMessageContaining("a host is expected");
        assertThatThrownBy(() -> received.take(view(2, 0, steering(null, true)), NOW))
                .hasMessageContaining("all senders and pairs");
        assertThatThrownBy(() -> received.take(view(2, 0, steering(new int[] {H1}, true, -2)), NOW))
                .hasMessageContaining("steering.path: -2");
        assertThatThrownBy(() -> received.take(view(2, 0, steering(new int[] {H1}, true, 1 << 16)), NOW))
                .hasMessage("steering.path: 65536 is not from -1 to 65535");
        assertThatThrownBy(() -> new SteeringMessage(
                        1, 0, 0, 0, 0, null, true, new int[1], new int[0], new int[1], new int[1], new long[1]))
                .hasMessageContaining("steering.to: 0 entries; 1 are expected");
        int tooMany = 2 * PathsMessage.MOST_PAIRS + 1;
        assertThatThrownBy(() -> new SteeringMessage(
                        1,
                        0,
                        0,
                        0,
                        0,
                        null,
                        true,
                        new int[tooMany],
                        new int[tooMany],
                        new int[tooMany],
                        new int[tooMany],
                        new long[tooMany]))
                .hasMessageContaining("steering.from");
    }
}
