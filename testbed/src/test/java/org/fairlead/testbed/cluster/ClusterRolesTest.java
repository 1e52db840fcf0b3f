// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

final class ClusterRolesTest {
    private static Topology.Builder tree() {
        return Topologies.tree(new Topology.Builder("t"), 4, 3, 1e7, 2);
    }

    @Test
    void aTopologyWithoutRolesGetsHostsForTheServices() {
        Topology topology = ClusterRoles.withServiceHosts(tree().build());

        ClusterLayout layout = ClusterRoles.layout(topology, 6);

        assertThat(layout.nameNode()).isEqualTo("master");
        assertThat(layout.sparkMaster()).isEqualTo("master");
        assertThat(layout.driver()).isEqualTo("driver");
        assertThat(layout.dataNodes()).hasSize(12).doesNotContain("master", "driver");
        assertThat(layout.workers()).containsExactly("h1", "h2", "h4", "h5", "h7", "h10");
        assertThat(layout.objectStore()).isEmpty();
        assertThat(topology.paths(topology.host("master"), topology.host("h1"))).hasSize(1);
    }

    @Test
    void rolesDecideWhereTheyAreGiven() {
        Topology topology = ClusterRoles.withServiceHosts(
                tree().host("boss", "r1", Set.of("namenode", "master", "driver"), Optional.empty())
                        .cable("boss", "e1", 1e7)
                        .host("n", "r1", Set.of("background"), Optional.empty())
                        .cable("n", "e1", 1e7)
                        .host("store", "r2", Set.of("datanode"), Optional.empty())
                        .cable("store", "e2", 1e7)
                        .host("bucket", "r2", Set.of("objects"), Optional.empty())
                        .cable("bucket", "e2", 1e7)
                        .build());

        ClusterLayout layout = ClusterRoles.layout(topology, Integer.MAX_VALUE);

        assertThat(topology.node("master")).isEmpty();
        assertThat(layout.nameNode()).isEqualTo("boss");
        assertThat(layout.dataNodes()).contains("store").doesNotContain("n", "boss", "bucket");
        assertThat(layout.workers()).hasSize(12).doesNotContain("store", "n", "bucket");
        assertThat(layout.objectStore()).contains("bucket");
        assertThat(layout.partsOf("bucket")).containsExactly("object store");
        assertThat(layout.racks()).doesNotContainKey("n");
    }

    @Test
    void anUnknownRoleAndTwoNameNodesAreRefused() {
        Topology unknown =
                tree().host("x", "r1", Set.of("datanoed"), Optional.empty()).build();
        Topology two = tree().host("x", "r1", Set.of("namenode"), Optional.empty())
                .host("y", "r1", Set.of("namenode"), Optional.empty())
                .build();

        assertThatThrownBy(() -> ClusterRoles.withServiceHosts(unknown))
                .hasMessageContaining("host 'x' has the unknown role 'datanoed'; accepted: background, datanode");
        assertThatThrownBy(() -> ClusterRoles.withServiceHosts(two)).hasMessageContaining("'x' and 'y' both");
        Topology stores = tree().host("x", "r1", Set.of("objects"), Optional.empty())
                .host("y", "r1", Set.of("objects"), Optional.empty())
                .build();
        assertThatThrownBy(() -> ClusterRoles.withServiceHosts(stores))
                .hasMessageContaining("'x' and 'y' both have the role 'objects'");
    }
}
