// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class HostNamesTest {
    private static final long MINUTE = 61_000_000_000L;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 1, 3, 1e6, 1).build();
    private final Map<String, String> addresses =
            new HashMap<>(Map.of("h1", "10.0.0.1", "h2", "10.0.0.2", "10.0.0.2", "10.0.0.2", "worker-1", "10.0.0.1"));
    private final AtomicInteger questions = new AtomicInteger();
    private final HostNames names = new HostNames(topology, this::addresses);

    private List<InetAddress> addresses(String name) throws IOException {
        questions.incrementAndGet();
        if (!addresses.containsKey(name)) {
            throw new UnknownHostException(name);
        }
        return List.of(InetAddress.getByName(addresses.get(name)));
    }

    private int index(String host) {
        return topology.host(host).index();
    }

    @Test
    void aHostIsFoundByItsNameAndByTheFirstLabelOfIt() {
        assertThat(names.host("h1")).isEqualTo(index("h1"));
        assertThat(names.host("h2.cluster.example")).isEqualTo(index("h2"));
        assertThat(names.host("H3")).isEqualTo(index("h3"));
        assertThat(questions).as("nobody was asked").hasValue(0);
    }

    @Test
    void anAddressOrAnotherNameIsLookedUpInTheBackground() {
        assertThat(names.host("10.0.0.2")).isEqualTo(-1);
        assertThat(names.host("worker-1")).isEqualTo(-1);
        names.lookUp(1);
        assertThat(names.host("10.0.0.2")).isEqualTo(index("h2"));
        assertThat(names.host("worker-1")).isEqualTo(index("h1"));
    }

    @Test
    void whatIsUnknownIsAskedForAgainButNotAtOnce() {
        assertThat(names.host("late")).isEqualTo(-1);
        names.lookUp(1);
        int asked = questions.get();
        names.lookUp(2);
        assertThat(questions).hasValue(asked);
        addresses.put("late", "10.0.0.2");
        names.lookUp(MINUTE);
        assertThat(names.host("late")).isEqualTo(index("h2"));
    }

    @Test
    void anAddressThatSeveralHostsHaveMeansNoneOfThem() {
        addresses.put("h2", "10.0.0.1");
        names.host("worker-1");
        names.lookUp(1);
        assertThat(names.host("worker-1")).isEqualTo(-1);
    }
}
