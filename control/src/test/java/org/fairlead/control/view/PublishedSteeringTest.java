// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.SteeringMessage;
import org.junit.jupiter.api.Test;

/** What is told of whose paths are kept: whoever follows knows the same, whichever versions it saw. */
class PublishedSteeringTest {
    private static final Topology LARGE = Topologies.multiRooted(new Topology.Builder("large"), 2, 100, 2, 1e6, 1e6)
            .build();
    private static final long NOW = 1_000_000_000_000L;

    private static FlowUnit unit(int from, int to) {
        return new FlowUnit(
                LARGE.hosts().get(from).index(), LARGE.hosts().get(100 + to).index(), TrafficClass.SHUFFLE);
    }

    private static Steering steering(Map<FlowUnit, PathPlan.Held> paths) {
        return new Steering(
                EnumSet.of(TrafficClass.SHUFFLE),
                sender -> true,
                new PathPlan(3, NOW + 5_000_000_000L, paths),
                Long.MAX_VALUE);
    }

    private static PathPlan.Held held(int path) {
        return new PathPlan.Held(new PathChoice(path), NOW - 1_000_000L * path, 0);
    }

    @Test
    void aPlanThatIsOnlyRenewedTellsNoPair() {
        Map<FlowUnit, PathPlan.Held> paths = Map.of(unit(0, 0), held(0), unit(1, 1), held(1));
        PublishedSteering first = PublishedSteering.NONE.next(steering(paths), LARGE, 5);
        PublishedSteering next = first.next(steering(paths), LARGE, 6);

        SteeringMessage whole = next.message(0, NOW);
        SteeringMessage change = next.message(5, NOW);

        assertThat(whole.whole()).isTrue();
        assertThat(whole.from()).hasSize(2);
        assertThat(whole.senders()).containsOnlyKeys("shuffle");
        assertThat(whole.senders().get("shuffle")).hasSize(200);
        assertThat(whole.validMicros()).isEqualTo(5_000_000);
        assertThat(change.whole()).isFalse();
        assertThat(change.from()).isEmpty();
        assertThat(change.senders()).isNull();
        assertThat(change.validMicros()).isEqualTo(5_000_000);
        assertThat(change.holdMicros()).isEqualTo(SteeringMessage.LONGEST_MICROS);
        assertThat(next.next(Steering.NONE, LARGE, 7).message(6, NOW)).isNull();
    }

    @Test
    void whatWasKeptAgainAfterNobodyDidIsToldWhole() {
        PublishedSteering again = PublishedSteering.NONE
                .next(steering(Map.of(unit(0, 0), held(0))), LARGE, 5)
                .next(Steering.NONE, LARGE, 6)
                .next(steering(Map.of(unit(1, 1), held(1))), LARGE, 7);

        assertThat(again.message(5, NOW).whole()).isTrue();
        assertThat(again.message(6, NOW).whole()).isTrue();
        assertThat(again.message(7, NOW).whole()).isFalse();
    }

    @Test
    void manyThatAreReleasedAreNotRemembered() {
        Map<FlowUnit, PathPlan.Held> many = new HashMap<>();
        for (int from = 0; from < 100; from++) {
            for (int to = 0; to < 100; to++) {
                many.put(unit(from, to), held(0));
            }
        }
        PublishedSteering first = PublishedSteering.NONE.next(steering(many), LARGE, 5);

        PublishedSteering released = first.next(steering(Map.of(unit(0, 0), held(0))), LARGE, 6);

        assertThat(released.message(5, NOW).whole()).isTrue();
        assertThat(released.message(5, NOW).from()).hasSize(1);
        assertThat(released.message(6, NOW).from()).isEmpty();
    }

    @Property(tries = 200)
    void whoeverFollowsKnowsWhatIsHeld(@ForAll long seed) {
        Random random = new Random(seed);
        PublishedSteering published = PublishedSteering.NONE;
        Map<FlowUnit, PathPlan.Held> paths = new LinkedHashMap<>();
        Map<Integer, Integer> known = new HashMap<>();
        long seen = 0;
        for (int version = 1; version <= 20; version++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                FlowUnit unit = unit(random.nextInt(5), 0);
                if (random.nextBoolean()) {
                    paths.put(unit, held(random.nextInt(2)));
                } else {
                    paths.remove(unit);
                }
            }
            boolean none = random.nextInt(8) == 0;
            published = published.next(none ? Steering.NONE : steering(paths), LARGE, version);
            if (random.nextInt(3) > 0) {
                SteeringMessage message = published.message(seen, NOW);
                if (message == null || message.whole()) {
                    known.clear();
                }
                for (int i = 0; message != null && i < message.from().length; i++) {
                    if (message.path()[i] == SteeringMessage.NETWORKS) {
                        known.remove(message.from()[i]);
                    } else {
                        known.put(message.from()[i], message.path()[i]);
                    }
                }
                seen = version;
                Map<Integer, Integer> expected = new HashMap<>();
                if (!none) {
                    paths.forEach((unit, held) ->
                            expected.put(unit.source(), held.path().number()));
                }
                assertThat(known).isEqualTo(expected);
            }
        }
    }
}
