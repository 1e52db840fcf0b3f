// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class PathFollowersTest {
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 1e6, 1).build();
    private static final int H1 = TREE.host("h1").index();

    private final PathFollowers followers = new PathFollowers();

    @Test
    void aHostFollowsAsLongAsItAsksAgainAndAgain() {
        assertThat(followers.in(TREE, 0).isEmpty()).isTrue();
        assertThat(followers.asked("h1", 0)).as("news").isTrue();
        assertThat(followers.asked("h1", 1)).isFalse();

        assertThat(followers.in(TREE, PathFollowers.LATELY_NANOS).stream()).containsExactly(H1);
        assertThat(followers.in(TREE, PathFollowers.LATELY_NANOS + 2).isEmpty()).isTrue();
        assertThat(followers.asked("h1", PathFollowers.LATELY_NANOS + 3)).isTrue();
    }

    @Test
    void whatIsNoHostOfTheTopologyDoesNotFollow() {
        followers.asked("h9", 0);
        followers.asked("e1", 0);

        assertThat(followers.in(TREE, 0).isEmpty()).isTrue();
    }
}
