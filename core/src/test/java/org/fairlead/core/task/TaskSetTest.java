// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TaskSetTest {
    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 2);

    @Test
    void tasksOnTheSameHostsAreOneGroupWhateverTheirOrder() {
        TaskSet tasks = cluster.maps();
        cluster.add(tasks, 0, 10, "h1", "h3");
        cluster.add(tasks, 1, 20, "h3", "h1", "h1");

        assertThat(tasks.anywhere(9)).singleElement().satisfies(group -> {
            assertThat(group.size()).isEqualTo(2);
            assertThat(group.first()).isZero();
            assertThat(group.bytes()).isEqualTo(10);
        });
        tasks.launched(0);
        assertThat(tasks.anywhere(1).get(0).bytes()).isEqualTo(20);
        assertThat(tasks.pendingOn(cluster.h("h3"))).isEqualTo(1);
    }

    /** What becomes of tasks. */
    private static final class Seen implements PolicyState {
        private final List<String> changes = new ArrayList<>();

        @Override
        public void added(int task) {
            changes.add("added " + task);
        }

        @Override
        public void launched(int task) {
            changes.add("launched " + task);
        }
    }

    @Test
    void aPolicyFindsWhatItRemembersAgainAndLearnsWhatBecomesOfTasks() {
        TaskSet tasks = cluster.maps();
        Seen seen = tasks.state(Seen.class, Seen::new);
        cluster.add(tasks, 0, 10, "h1");
        tasks.launched(0);
        tasks.putBack(0, new int[] {cluster.h("h1")}, 10);

        assertThat(tasks.state(Seen.class, Seen::new)).isSameAs(seen);
        assertThat(seen.changes).containsExactly("added 0", "launched 0");
    }

    @Test
    void aTaskThatFailedIsAddedAgainAndStandsLast() {
        TaskSet tasks = cluster.maps();
        cluster.add(tasks, 0, 1, "h1");
        cluster.add(tasks, 1, 1, "h2");
        tasks.launched(0);
        cluster.add(tasks, 0, 1, "h1");

        assertThat(tasks.anywhere(9)).extracting(TaskSet.Group::first).containsExactly(1, 0);
        assertThat(tasks.onHost(cluster.h("h1"), 9)).hasSize(1);
    }

    @Test
    void whatWasTakenAndIsPutBackStandsWhereItStood() {
        TaskSet tasks = cluster.maps();
        cluster.add(tasks, 0, 1, "h1");
        cluster.add(tasks, 1, 2, "h2");
        cluster.add(tasks, 2, 3, "h2");
        cluster.add(tasks, 3, 4, "h3");
        int[] h1 = {cluster.h("h1")};
        int[] h2 = {cluster.h("h2")};
        tasks.launched(0);
        tasks.launched(1);
        tasks.launched(2);

        tasks.putBack(2, h2, 3);
        tasks.putBack(1, h2, 2);
        tasks.putBack(0, h1, 1);

        assertThat(tasks.size()).isEqualTo(4);
        assertThat(tasks.anywhere(9)).extracting(TaskSet.Group::first).containsExactly(0, 1, 3);
        assertThat(tasks.anywhere(9)).extracting(TaskSet.Group::bytes).containsExactly(1.0, 2.0, 4.0);
        assertThat(tasks.anywhere(9).get(0).number())
                .isLessThan(tasks.anywhere(9).get(1).number());
        assertThat(tasks.pendingOn(cluster.h("h2"))).isEqualTo(2);
    }

    @Test
    void whatIsNotPendingCannotBeLaunchedNorWhatIsPendingAdded() {
        TaskSet tasks = cluster.maps();
        cluster.add(tasks, 0, 1, "h1");
        assertThatThrownBy(() -> tasks.launched(7)).hasMessage("task 7 is not pending");
        assertThatThrownBy(() -> cluster.add(tasks, 0, 1, "h2")).hasMessage("task 0 is pending already");
    }

    @Test
    void whatAHostHoldsIsFoundThereAndComesLastElsewhere() {
        TaskSet tasks = cluster.maps();
        for (int task = 0; task < 3; task++) {
            cluster.add(tasks, task, 10, "h1", "h3");
        }
        int h6 = cluster.h("h6");
        tasks.held(0, h6, 4);

        assertThat(tasks.heldOn(h6, 9)).singleElement().satisfies(group -> {
            assertThat(group.first()).isZero();
            assertThat(group.size()).isEqualTo(1);
            assertThat(group.isHeldOn(h6)).as("a part").isFalse();
            assertThat(group.bytesMissingOn(h6)).isEqualTo(6);
            assertThat(group.bytesMissingOn(cluster.h("h2"))).isEqualTo(10);
            assertThat(tasks.localityOf(group, h6)).isEqualTo(Locality.ANY);
        });
        assertThat(tasks.onHost(cluster.h("h1"), 9))
                .extracting(TaskSet.Group::first)
                .containsExactly(1, 0);
        assertThat(tasks.pendingOn(cluster.h("h1"))).isEqualTo(3);

        tasks.held(0, h6, 10);
        assertThat(tasks.groupOf(0).isHeldOn(h6)).isTrue();
        assertThat(tasks.localityOf(tasks.groupOf(0), h6)).isEqualTo(Locality.HOST);

        tasks.held(0, h6, 0);
        assertThat(tasks.heldOn(h6, 9)).isEmpty();
        assertThat(tasks.anywhere(9)).singleElement().satisfies(group -> assertThat(group.size())
                .isEqualTo(3));
    }

    @Test
    void ofWhatOthersHoldTheNewestComesFirstAndOfWhatAHostHoldsTheOldest() {
        TaskSet tasks = cluster.maps();
        for (int task = 0; task < 4; task++) {
            cluster.add(tasks, task, 10, "h1");
        }
        int h6 = cluster.h("h6");
        tasks.held(0, h6, 4);
        tasks.held(1, cluster.h("h5"), 10);
        tasks.held(2, h6, 1);

        for (TaskSet each : List.of(tasks, tasks.copy(task -> true))) {
            assertThat(each.onHost(cluster.h("h1"), 9))
                    .extracting(TaskSet.Group::first)
                    .containsExactly(3, 2, 1, 0);
            assertThat(each.anywhere(9)).extracting(TaskSet.Group::first).containsExactly(3, 2, 1, 0);
            assertThat(each.heldOn(h6, 9)).extracting(TaskSet.Group::first).containsExactly(0, 2);
        }
    }

    /** As a plan does that takes them newest first and puts all of them back. */
    @Test
    void tasksThatArePutBackStandWhereTheyStoodAmongThoseThatAreHeld() {
        TaskSet tasks = cluster.maps();
        for (int task = 0; task < 4; task++) {
            cluster.add(tasks, task, 10, "h1");
        }
        int h1 = cluster.h("h1");
        int h6 = cluster.h("h6");
        tasks.held(0, h6, 4);
        tasks.held(1, cluster.h("h5"), 10);
        tasks.held(2, h6, 1);
        for (List<Integer> order : List.of(List.of(3, 2, 1), List.of(0, 1, 2), List.of(1, 2, 0), List.of(2, 0, 1))) {
            order.forEach(tasks::launched);
            order.stream().sorted().forEach(task -> tasks.putBack(task, new int[] {h1}, 10));

            assertThat(tasks.onHost(h1, 9)).extracting(TaskSet.Group::first).containsExactly(3, 2, 1, 0);
            assertThat(tasks.heldOn(h6, 9)).extracting(TaskSet.Group::first).containsExactly(0, 2);
        }
    }

    @Test
    void whatIsHeldIsKnownOfTasksThatArePutBackOrCome() {
        TaskSet tasks = cluster.maps();
        int h2 = cluster.h("h2");
        int[] h1 = {cluster.h("h1")};
        tasks.held(0, h2, 10);
        tasks.add(0, h1, 10);
        tasks.launched(0);
        assertThat(tasks.heldOn(h2, 9)).isEmpty();
        assertThat(tasks.heldBytes(0, h2)).isEqualTo(10);

        tasks.putBack(0, h1, 10);

        assertThat(tasks.groupOf(0).isHeldOn(h2)).isTrue();
        tasks.add(1, h1, 10);
        cluster.add(tasks, 2, 10, "h1", "h3");
        assertThat(tasks.onHost(h1[0], 9)).extracting(TaskSet.Group::first).containsExactly(1, 2, 0);
        tasks.launched(1);
        tasks.launched(0);
        tasks.putBack(0, h1, 10);
        tasks.putBack(1, h1, 10);
        assertThat(tasks.onHost(h1[0], 9)).extracting(TaskSet.Group::first).containsExactly(1, 2, 0);
        assertThatThrownBy(() -> tasks.held(0, h2, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    void aCopyGoesItsOwnWay() {
        TaskSet tasks = cluster.maps();
        Seen seen = tasks.state(Seen.class, Seen::new);
        for (int task = 0; task < 4; task++) {
            cluster.add(tasks, task, task, "h" + (1 + task % 2));
        }
        tasks.held(3, cluster.h("h5"), 3);
        TaskSet copy = tasks.copy(task -> task != 1);

        assertThat(copy.size()).isEqualTo(3);
        assertThat(copy.isPending(1)).isFalse();
        assertThat(copy.heldOn(cluster.h("h5"), 9)).hasSize(1);
        copy.launched(0);
        copy.held(3, cluster.h("h5"), 0);
        cluster.add(copy, 9, 1, "h6");

        assertThat(tasks.size()).isEqualTo(4);
        assertThat(tasks.isPending(9)).isFalse();
        assertThat(tasks.heldOn(cluster.h("h5"), 9)).hasSize(1);
        assertThat(seen.changes).doesNotContain("launched 0", "added 9");
        assertThat(copy.state(Seen.class, Seen::new)).as("cannot be copied").isNotSameAs(seen);
    }

    /** What is found of a set, in its order. */
    private String found(TaskSet tasks) {
        StringBuilder found = new StringBuilder();
        found.append(tasks.size())
                .append(' ')
                .append(numbers(tasks.anywhere(99)))
                .append(numbers(tasks.withoutHosts()));
        for (int host = 0; host < cluster.topology.nodes().size(); host++) {
            found.append(numbers(tasks.onHost(host, 99)))
                    .append(numbers(tasks.heldOn(host, 99)))
                    .append(tasks.pendingOn(host));
            if (cluster.routes().rackOf(host) >= 0) {
                found.append(numbers(tasks.inRack(cluster.routes().rackOf(host), 99)));
            }
        }
        for (int holder = 0; holder < tasks.holders(); holder++) {
            found.append(tasks.holder(holder).host())
                    .append(':')
                    .append(tasks.holder(holder).tasks())
                    .append(' ');
        }
        return found.toString();
    }

    private static List<String> numbers(List<TaskSet.Group> groups) {
        return groups.stream()
                .map(group -> group.number() + ":" + group.first() + "x" + group.size() + "/" + group.bytes())
                .toList();
    }

    @Property(tries = 200)
    void aCopyIsTheSameNowAndAfterTheSameChanges(@ForAll long seed) {
        Random random = new Random(seed);
        TaskSet tasks = cluster.maps();
        TaskSet copy = tasks.copy(task -> true);
        for (int step = 0; step < 80; step++) {
            if (random.nextInt(10) == 0) {
                copy = tasks.copy(task -> true);
            }
            int task = random.nextInt(30);
            int[] on = random.ints(random.nextInt(3), 0, 6)
                    .map(i -> cluster.h("h" + (i + 1)))
                    .toArray();
            int host = cluster.h("h" + (1 + random.nextInt(6)));
            double held = random.nextInt(3);
            boolean back = random.nextInt(3) == 0;
            boolean holds = random.nextInt(3) == 0;
            for (TaskSet each : List.of(tasks, copy)) {
                if (holds) {
                    each.held(task, host, held);
                } else if (each.isPending(task)) {
                    each.launched(task);
                } else if (back) {
                    each.putBack(task, on, 2);
                } else {
                    each.add(task, on, 2);
                }
            }
            assertThat(found(copy)).isEqualTo(found(tasks));
        }
    }

    /** The plain truth: a list of pending tasks, and groups made from it by looking at all. */
    @Property(tries = 200)
    void itAnswersAsAListOfAllPendingTasksWould(@ForAll long seed) {
        Random random = new Random(seed);
        TaskSet tasks = cluster.maps();
        List<List<Integer>> order = new ArrayList<>();
        Map<Integer, List<Integer>> pending = new LinkedHashMap<>();
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(5) < 3 || pending.isEmpty()) {
                List<Integer> on = random.ints(random.nextInt(4), 0, 6)
                        .mapToObj(i -> cluster.h("h" + (i + 1)))
                        .distinct()
                        .sorted()
                        .toList();
                tasks.add(step, on.stream().mapToInt(Integer::intValue).toArray(), step);
                if (!pending.containsValue(on)) {
                    order.add(on);
                }
                pending.put(step, on);
            } else {
                List<Integer> all = List.copyOf(pending.keySet());
                int task = all.get(random.nextInt(all.size()));
                tasks.launched(task);
                List<Integer> on = pending.remove(task);
                if (!pending.containsValue(on)) {
                    order.remove(on);
                }
            }
            assertThat(tasks.size()).isEqualTo(pending.size());
            assertThat(hostsOf(tasks.anywhere(99))).isEqualTo(order);
            for (int host = 0; host < cluster.topology.nodes().size(); host++) {
                int here = host;
                IntPredicate same = other -> other == here;
                IntPredicate near = other ->
                        cluster.routes().rackOf(other) == cluster.routes().rackOf(here);
                assertThat(hostsOf(tasks.onHost(host, 99))).isEqualTo(holding(order, same));
                if (cluster.routes().rackOf(host) >= 0) {
                    assertThat(hostsOf(tasks.inRack(cluster.routes().rackOf(host), 99)))
                            .isEqualTo(holding(order, near));
                }
                assertThat(tasks.pendingOn(host)).isEqualTo((int) pending.values().stream()
                        .filter(on -> on.contains(here))
                        .count());
            }
            assertThat(tasks.holders()).isEqualTo((int)
                    order.stream().flatMap(List::stream).distinct().count());
        }
    }

    private static List<List<Integer>> holding(List<List<Integer>> order, IntPredicate wanted) {
        return order.stream().filter(on -> on.stream().anyMatch(wanted::test)).toList();
    }

    private static List<List<Integer>> hostsOf(List<TaskSet.Group> groups) {
        return groups.stream()
                .map(group -> Arrays.stream(group.hosts()).boxed().toList())
                .toList();
    }
}
