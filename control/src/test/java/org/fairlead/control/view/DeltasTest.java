// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.CommittedLoads;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.client.ReceivedView;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.ViewMessage;

/** Whoever follows the changes, at whatever pace, knows what somebody knows who asked for the whole. */
final class DeltasTest {
    private static final long EPOCH = 77;
    private static final String ASKING = "app-1";

    @Property(tries = 200)
    void changesAddUpToTheWhole(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Topology topology = Topologies.multiRooted(new Topology.Builder("t"), 3, 2, 2, 1e6, 1e6)
                .build();
        LinkLoads loads = new LinkLoads(topology, 1_000_000_000L);
        CommittedLoads committed = new CommittedLoads(topology, 1_000_000_000L);
        long[] heard = new long[topology.nodes().size()];
        Arrays.fill(heard, ClusterView.NEVER);
        PublishedView published = PublishedView.first(
                "c", EPOCH, loads.view(0), CommittedLoads.Unseen.none(topology), true, heard.clone());
        ReceivedView follower = new ReceivedView(topology, published.topology().id());
        long now = 1_000_000_000L;
        for (int step = 0; step < 20; step++) {
            now += 1 + random.nextInt(900_000_000);
            for (int i = random.nextInt(6); i > 0; i--) {
                int link = random.nextInt(topology.links().size());
                loads.measured(
                        link, random.nextInt(1_000_000), now, random.nextBoolean() ? Origin.HOST : Origin.SWITCH);
                int host = topology.hosts().get(random.nextInt(6)).index();
                loads.status(host, new NodeStatus(random.nextInt(1000), 0, 0.5, 7));
                heard[host] = now;
            }
            if (random.nextBoolean()) {
                int from = topology.hosts().get(random.nextInt(6)).index();
                int to = topology.hosts().get(random.nextInt(6)).index();
                committed.commit(
                        "claimant",
                        "app-" + random.nextInt(3),
                        List.of(FlowRequest.of(1, from, to, TrafficClass.SHUFFLE, 1 << 20, random.nextInt(1_000_000))),
                        published.view(),
                        now);
            }
            ClusterView view = loads.view(now);
            published = published.next(view, committed.unseen(view, now), random.nextBoolean(), heard.clone());
            if (random.nextInt(3) > 0) {
                follow(published, follower, now);
            }
        }
        follow(published, follower, now);

        ReceivedView whole = new ReceivedView(topology, published.topology().id());
        whole.take(sent(published.message(0, ASKING, now)), now);
        same(follower, whole, published, topology);
    }

    private static void follow(PublishedView published, ReceivedView follower, long now) throws IOException {
        long since = published.since(follower.version(), follower.epoch());
        follower.take(sent(published.message(since, ASKING, now)), now);
    }

    private static ViewMessage sent(ViewMessage message) throws IOException {
        return Encoding.CBOR.read(Encoding.CBOR.write(message), ViewMessage.class);
    }

    private static void same(ReceivedView follower, ReceivedView whole, PublishedView published, Topology topology)
            throws IOException {
        ClusterView one = follower.view(1, published.view().staleness());
        ClusterView other = whole.view(1, published.view().staleness());
        for (int link = 0; link < topology.links().size(); link++) {
            assertThat(one.smoothed(link)).isEqualTo(other.smoothed(link));
            assertThat(one.latest(link)).isEqualTo(other.latest(link));
            assertThat(one.latest(link)).isCloseTo(published.view().latest(link), within(0.5));
            assertThat(one.origin(link)).isEqualTo(other.origin(link));
            assertThat(one.committed(link)).isEqualTo(other.committed(link));
            assertThat(one.committed(link))
                    .as("not told of itself")
                    .isLessThanOrEqualTo(published.view().committed(link) + 0.5);
            boolean never = other.measuredAtNanos(link) == ClusterView.NEVER;
            assertThat(one.measuredAtNanos(link) == ClusterView.NEVER).isEqualTo(never);
            if (!never) {
                assertThat(one.measuredAtNanos(link)).isCloseTo(other.measuredAtNanos(link), within(1000L));
            }
        }
        for (int node = 0; node < topology.nodes().size(); node++) {
            assertThat(one.status(node)).isEqualTo(other.status(node));
        }
    }
}
