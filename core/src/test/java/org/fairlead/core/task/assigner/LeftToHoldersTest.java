// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Host;
import org.junit.jupiter.api.Test;

/** A task whose input another host holds is offered a slot: for how long it leaves that to others. */
class LeftToHoldersTest {
    private static final long SECOND = OfferingCluster.SECOND;
    private static final double BLOCK = 120e6;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 3);
    private final TaskSet maps = cluster.maps();
    private final TaskAssigner own = TaskAssigners.named("fairlead");

    private static final double HERE = BLOCK / OfferingCluster.LINK;
    /** Of that, by when a task has to end where all of its input is held. */
    private static final double MOST = 1 + BlockSearch.LATER_BY_SPARED;

    private int h(String host) {
        return cluster.h(host);
    }

    private Choice ask(double seconds) {
        cluster.report((long) (seconds * SECOND));
        return own.choose(cluster.offer("h1"), maps, cluster, (long) (seconds * SECOND));
    }

    /** Held on h5 as a whole, whose slot is free in so many seconds. */
    private void onlyHeld(double waits) {
        Arrays.fill(cluster.waits, 99);
        cluster.waits[h("h5")] = waits;
        cluster.add(maps, 0, BLOCK, "h4");
        maps.held(0, h("h5"), BLOCK);
    }

    @Test
    void whileOthersWantTheSlotATaskMayEndLaterWhereItIsHeld() {
        onlyHeld(1.5 * HERE);
        assertThat(ask(0)).isInstanceOf(Choice.Launch.class);

        cluster.pendingBesides = 1;

        assertThat(ask(0)).isInstanceOfSatisfying(Choice.Decline.class, decline -> {
            assertThat(decline.cause()).isEqualTo(Choice.Cause.HELD_ELSEWHERE);
            assertThat(decline.better()).isEqualTo(h("h5"));
            assertThat(decline.untilNanos() / (double) SECOND).isBetween((MOST - 1.51) * HERE, (MOST - 1.49) * HERE);
        });
    }

    @Test
    void aSlotThatIsLateIsWaitedForNoLongerThanThat() {
        onlyHeld(1.5 * HERE);
        cluster.pendingBesides = 1;
        assertThat(ask(0)).isInstanceOf(Choice.Decline.class);

        assertThat(ask((MOST - 1.6) * HERE)).isInstanceOf(Choice.Decline.class);
        assertThat(ask((MOST - 1.4) * HERE)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void aSlotThatIsFreeNoSoonerThanThatIsNotWaitedFor() {
        onlyHeld((MOST + 0.1) * HERE);
        cluster.pendingBesides = 1;

        assertThat(ask(0)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void whereNothingRunsNobodyWaits() {
        onlyHeld(0.5 * HERE);
        cluster.pendingBesides = 1;
        cluster.running = 0;

        assertThat(ask(0)).isInstanceOf(Choice.Launch.class);
    }

    /** Whatever becomes of the slots that are waited for: the last task is launched by twice the time by when it has to end. */
    @Property(tries = 500)
    void waitsAreBounded(@ForAll long seed) {
        new LeftToHoldersTest().isLaunchedInTime(seed);
    }

    private void isLaunchedInTime(long seed) {
        Random random = new Random(seed);
        double share = 0.1 + 0.9 * random.nextDouble();
        cluster.loaded(link -> link.from().name().equals("h4") ? 1 - share : 0);
        cluster.add(maps, 0, BLOCK, "h4");
        maps.held(0, h("h5"), BLOCK * random.nextInt(5) / 4);
        cluster.pendingBesides = random.nextInt(3);
        Arrays.fill(cluster.waits, Double.POSITIVE_INFINITY);
        double here = HERE / share;
        for (double now = 0; now < 2 * MOST * here; now += here / 10) {
            cluster.waits[h("h5")] = random.nextInt(4) == 0 ? 99 : MOST * here * random.nextDouble();
            if (ask(now) instanceof Choice.Launch) {
                return;
            }
        }
        throw new AssertionError("declined for longer than " + 2 * MOST * here + " s");
    }

    @Property(tries = 200)
    void aTaskIsLaunchedAtOnceWhereNoOtherSlotEverBecomesFree(@ForAll long seed) {
        new LeftToHoldersTest().isLaunchedAtOnce(seed);
    }

    private void isLaunchedAtOnce(long seed) {
        Random random = new Random(seed);
        Arrays.fill(cluster.waits, Double.POSITIVE_INFINITY);
        cluster.pendingBesides = random.nextInt(3);
        fill(maps, random);
        List<Host> hosts = cluster.topology.hosts();
        for (int task = 0; task < 12; task++) {
            Host holder = hosts.get(random.nextInt(hosts.size()));
            maps.held(task, holder.index(), BLOCK * random.nextInt(3) / 2);
        }

        assertThat(ask(0)).isInstanceOf(Choice.Launch.class);
    }

    private void fill(TaskSet tasks, Random random) {
        List<String> hosts =
                cluster.topology.hosts().stream().map(host -> host.name()).toList();
        for (int task = 0; task < 12; task++) {
            cluster.add(
                    tasks,
                    task,
                    BLOCK,
                    random.ints(1 + random.nextInt(3), 0, hosts.size())
                            .mapToObj(hosts::get)
                            .distinct()
                            .toArray(String[]::new));
        }
    }

    @Provide
    static Arbitrary<String> assigners() {
        return Arbitraries.of(TaskAssigners.names());
    }

    @Property(tries = 300)
    void whereNothingIsHeldItDoesNotMatterWhoElseWaits(@ForAll("assigners") String name, @ForAll long seed) {
        assertThat(choices(name, seed, 5)).isEqualTo(choices(name, seed, 0));
    }

    private String choices(String name, long seed, int pendingBesides) {
        Random random = new Random(seed);
        OfferingCluster some = OfferingCluster.ofRacks(3, 3);
        for (int host = 0; host < some.waits.length; host++) {
            some.waits[host] = random.nextInt(4);
        }
        int[] busy = random.ints(some.topology.links().size(), 0, 11).toArray();
        some.loaded(link -> busy[link.index()] / 10.0);
        some.pendingBesides = pendingBesides;
        TaskSet tasks = some.maps();
        fill(tasks, random);
        TaskAssigner assigner = TaskAssigners.named(name);
        StringBuilder said = new StringBuilder();
        for (int step = 0; step < 12; step++) {
            some.report(step * SECOND / 4);
            Offer offer = some.offer("h" + (1 + random.nextInt(9)));
            Choice choice = assigner.choose(offer, tasks, some, step * SECOND / 4);
            said.append(choice).append('\n');
            if (choice instanceof Choice.Launch launch) {
                tasks.launched(launch.task());
            }
        }
        return said.toString();
    }
}
