// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.Headroom;
import org.junit.jupiter.api.Test;

/** Cormorant's rule and the gates on status, as published. */
class StatusAssignersTest {
    private static final long SECOND = OfferingCluster.SECOND;
    private static final double MEGA = 1e6;
    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 3);
    private final TaskSet maps = cluster.maps();
    private final TaskSet reduces = cluster.reduces();

    private Choice ask(String assigner, TaskSet tasks, String host, long nowNanos) {
        return TaskAssigners.make(
                        assigner,
                        AssignerOptions.USUAL.with(AssignerOptions.Gates.LAB).with(AssignerOptions.Delay.NONE))
                .choose(cluster.offer(host), tasks, cluster, nowNanos);
    }

    private static Choice.Cause cause(Choice choice) {
        return ((Choice.Decline) choice).cause();
    }

    private static int task(Choice choice) {
        return ((Choice.Launch) choice).task();
    }

    @Test
    void cormorantTakesTheTaskWhoseInputHasTheMostBandwidth() {
        cluster.loaded(link -> switch (link.from().name()) {
            case "h4" -> 0.8;
            case "h5" -> 0.4;
            case "h6" -> 0.95;
            default -> 0;
        });
        cluster.add(maps, 0, MEGA, "h4");
        cluster.add(maps, 1, MEGA, "h6", "h5");

        assertThat(ask("cormorant", maps, "h1", 1))
                .isEqualTo(new Choice.Launch(1, Locality.ANY, cluster.h("h5"), Double.NaN));
    }

    @Test
    void cormorantAlwaysTakesWhatIsLocalHoweverBusyTheLinks() {
        cluster.loaded(link -> 1);
        cluster.add(maps, 0, MEGA, "h4");
        cluster.add(maps, 1, MEGA, "h1");
        assertThat(ask("cormorant", maps, "h1", 1))
                .isEqualTo(new Choice.Launch(1, Locality.HOST, cluster.h("h1"), Double.NaN));
    }

    @Test
    void cormorantRefusesAtTheThresholdOfTheLinkAndForNoLongerThanAgreed() {
        cluster.loaded(link -> link.from().name().equals("h4") ? 0.95 : 0);
        cluster.add(maps, 0, MEGA, "h4");
        assertThat(ask("cormorant", maps, "h1", 1))
                .isEqualTo(new Choice.Decline(Choice.Cause.LITTLE_BANDWIDTH, 1 + 30 * SECOND));
        cluster.report(30 * SECOND);
        assertThat(cause(ask("cormorant", maps, "h1", 30 * SECOND))).isEqualTo(Choice.Cause.LITTLE_BANDWIDTH);
        assertThat(task(ask("cormorant", maps, "h1", 30 * SECOND + 1))).isZero();

        AssignerOptions lower = AssignerOptions.USUAL.with(new AssignerOptions.Bandwidth(0.04, 30, 99));
        cluster.report(0);
        assertThat(task(TaskAssigners.make("cormorant", lower).choose(cluster.offer("h1"), maps, cluster, 2)))
                .isZero();
    }

    @Property(tries = 100)
    void cormorantsTaskHasTheMaximumOverAllTasksAndReplicas(@ForAll long seed) {
        Random random = new Random(seed);
        OfferingCluster drawn = OfferingCluster.ofRacks(2 + random.nextInt(3), 1 + random.nextInt(4))
                .loaded(link -> random.nextInt(10) / 10.0);
        TaskSet tasks = drawn.maps();
        int hosts = drawn.topology.hosts().size();
        for (int task = 0; task < 12; task++) {
            tasks.add(
                    task,
                    random.ints(1 + random.nextInt(3), 1, hosts)
                            .map(i -> host(drawn, i))
                            .toArray(),
                    MEGA);
        }
        AssignerOptions open = AssignerOptions.USUAL.with(new AssignerOptions.Bandwidth(0, 0, 99));
        Headroom headroom = new Headroom(drawn.routes(), drawn.network(), 1);
        double most = -1;
        int oldest = -1;
        for (TaskSet.Group group : tasks.anywhere(99)) {
            for (int source : group.hosts()) {
                if (headroom.between(source, host(drawn, 0)) > most) {
                    most = headroom.between(source, host(drawn, 0));
                    oldest = group.first();
                }
            }
        }

        Choice.Launch launch = (Choice.Launch) TaskAssigners.make("cormorant", open)
                .choose(new Offer(host(drawn, 0), 1, false, InputKind.BLOCKS), tasks, drawn, 1);

        assertThat(headroom.between(launch.source(), host(drawn, 0))).isEqualTo(most);
        assertThat(launch.task()).isEqualTo(oldest);
    }

    private static int host(OfferingCluster cluster, int at) {
        Host host = cluster.topology.hosts().get(at);
        return host.index();
    }

    @Test
    void aHighReceiveRateLeavesLocalMapsOnly() {
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.17 : 0);
        cluster.add(maps, 0, MEGA, "h4");
        cluster.add(reduces, 0, MEGA);
        for (String gate : new String[] {"status-aware", "status-aware:receive", "status-aware:receive+disk"}) {
            assertThat(cause(ask(gate, maps, "h1", 1))).isEqualTo(Choice.Cause.RECEIVER_BUSY);
            assertThat(cause(ask(gate, reduces, "h1", 1))).isEqualTo(Choice.Cause.RECEIVER_BUSY);
        }
        for (String gate : new String[] {"status-aware:disk", "status-aware:potential"}) {
            assertThat(task(ask(gate, maps, "h1", 1))).isZero();
            assertThat(task(ask(gate, reduces, "h1", 1))).isZero();
        }
        cluster.add(maps, 1, MEGA, "h1");
        assertThat(task(ask("status-aware", maps, "h1", 1))).isEqualTo(1);
        assertThat(task(ask("status-aware", maps, "h2", 1))).as("another host").isIn(0, 1);
    }

    @Test
    void muchToReceiveLeavesLocalMapsOnly() {
        cluster.toReceive[cluster.h("h1")] = 0.8 * OfferingCluster.LINK + 1;
        cluster.add(maps, 0, MEGA, "h4");
        cluster.add(reduces, 0, MEGA);
        assertThat(cause(ask("status-aware", maps, "h1", 1))).isEqualTo(Choice.Cause.MUCH_TO_RECEIVE);
        assertThat(cause(ask("status-aware:potential", reduces, "h1", 1))).isEqualTo(Choice.Cause.MUCH_TO_RECEIVE);
        assertThat(task(ask("status-aware:receive", reduces, "h1", 1))).isZero();
        cluster.toReceive[cluster.h("h1")] -= 2;
        assertThat(task(ask("status-aware", reduces, "h1", 1))).isZero();
    }

    @Test
    void busyDisksLeaveReducesOnly() {
        cluster.disk("h1", 0.31, 50 * MEGA);
        cluster.add(maps, 0, MEGA, "h1");
        cluster.add(reduces, 0, MEGA);
        assertThat(cause(ask("status-aware", maps, "h1", 1))).isEqualTo(Choice.Cause.DISK_BUSY);
        assertThat(cause(ask("status-aware:disk", maps, "h1", 1))).isEqualTo(Choice.Cause.DISK_BUSY);
        assertThat(task(ask("status-aware", reduces, "h1", 1))).isZero();
        cluster.disk("h1", 0.3, 50 * MEGA);
        assertThat(task(ask("status-aware", maps, "h1", 1))).isZero();
    }

    @Test
    void theGatesOpenWhenNothingRunsWhenNothingIsMeasuredAndAfterAMinuteOfDeclines() {
        cluster.disk("h1", 1, 50 * MEGA);
        cluster.add(maps, 0, MEGA, "h1");
        assertThat(ask("status-aware", maps, "h1", 1))
                .isEqualTo(new Choice.Decline(Choice.Cause.DISK_BUSY, 1 + 60 * SECOND));
        assertThat(task(ask("status-aware", maps, "h1", 5 * SECOND)))
                .as("blind")
                .isZero();
        cluster.report(60 * SECOND);
        assertThat(cause(ask("status-aware", maps, "h1", 60 * SECOND))).isEqualTo(Choice.Cause.DISK_BUSY);
        assertThat(task(ask("status-aware", maps, "h1", 60 * SECOND + 1))).isZero();
        cluster.report(0);
        cluster.running = 0;
        assertThat(task(ask("status-aware", maps, "h1", 2))).isZero();
    }
}
