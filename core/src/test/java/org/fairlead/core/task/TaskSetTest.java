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
