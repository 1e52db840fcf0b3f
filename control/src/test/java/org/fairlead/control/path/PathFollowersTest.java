// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class PathFollowersTest {
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 1e6, 1).build();
    private static final Set<TrafficClass> SHUFFLES = Set.of(TrafficClass.SHUFFLE);
    private static final int H1 = TREE.host("h1").index();

    private final PathFollowers followers = new PathFollowers();

    @Test
    void aHostFollowsAsLongAsItAsksAgainAndAgain() {
        assertThat(followers.in(TREE, 0).isEmpty()).isTrue();
        assertThat(followers.asked("h1", SHUFFLES, 0)).as("news").isTrue();
        assertThat(followers.asked("h1", SHUFFLES, 1)).isFalse();

        Followers now = followers.in(TREE, PathFollowers.LATELY_NANOS);
        assertThat(now.steers(H1, TrafficClass.SHUFFLE)).isTrue();
        assertThat(now.steers(H1, TrafficClass.BLOCK_READ))
                .as("nobody carries that out")
                .isFalse();
        assertThat(now.count()).isEqualTo(1);
        assertThat(followers.in(TREE, PathFollowers.LATELY_NANOS + 2).isEmpty()).isTrue();
        assertThat(followers.asked("h1", SHUFFLES, PathFollowers.LATELY_NANOS + 3))
                .isTrue();
    }

    @Test
    void whatIsNoHostOfTheTopologyDoesNotFollow() {
        followers.asked("h9", SHUFFLES, 0);
        followers.asked("e1", SHUFFLES, 0);

        assertThat(followers.in(TREE, 0).isEmpty()).isTrue();
    }

    @Test
    void agentsOfOneHostAddUp() {
        followers.asked("h1", SHUFFLES, 0);

        assertThat(followers.asked("h1", Set.of(TrafficClass.REPLICATION), 1))
                .as("news")
                .isTrue();
        Followers now = followers.in(TREE, 1);
        assertThat(now.steers(H1, TrafficClass.SHUFFLE)).isTrue();
        assertThat(now.steers(H1, TrafficClass.REPLICATION)).isTrue();
        assertThat(now.of(SHUFFLES).steers(H1, TrafficClass.REPLICATION)).isFalse();
        assertThat(now).isEqualTo(followers.in(TREE, 2));
    }
}
