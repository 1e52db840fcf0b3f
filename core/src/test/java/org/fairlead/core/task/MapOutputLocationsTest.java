// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.junit.jupiter.api.Test;

class MapOutputLocationsTest {
    private static final double TASK = 100e6;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(1, 4);
    private final TaskAssigner policy = TaskAssigners.named("fairlead");

    private TaskSet reduces(Map<String, Double> bytes) {
        TaskSet tasks = cluster.reduces();
        Map<Integer, Double> byIndex = new HashMap<>();
        bytes.forEach((host, sent) -> byIndex.put(cluster.h(host), sent));
        tasks.sentBy(MapOutputMatrix.alike(byIndex));
        IntStream.range(0, 8).forEach(task -> cluster.add(tasks, task, TASK));
        return tasks;
    }

    private Choice choose(String host, TaskSet tasks) {
        return policy.choose(cluster.offer(host), tasks, cluster, 0);
    }

    @Test
    void sharesAreOfTheWhole() {
        MapOutputLocations senders = new MapOutputLocations(Map.of(7, 30.0, 3, 10.0, 5, 0.0));

        assertThat(senders.count()).isEqualTo(2);
        assertThat(senders.host(0)).isEqualTo(3);
        assertThat(senders.share(7)).isEqualTo(0.75);
        assertThat(senders.share(5)).isZero();
        assertThat(MapOutputLocations.UNKNOWN.areUnknown()).isTrue();
    }

    @Test
    void aTaskWaitsForTheHostWhoseOutputTakesLongToSend() {
        cluster.loaded(link -> link.from().name().equals("h1") ? 0.9 : 0);
        TaskSet tasks = reduces(Map.of("h1", 1e9, "h2", 1e9, "h3", 1e9, "h4", 1e9));

        assertThat(choose("h2", tasks)).isInstanceOf(Choice.Decline.class);
        // 75 MB to receive over 125 MB/s, and a fifth of the 25 MB that each other sends; from h2, 25 of 100 MB of this
        // task alone would come over 12.5 MB/s.
        assertThat(choose("h1", tasks))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.expectedSeconds())
                        .isCloseTo(0.64, within(1e-9)));
    }

    @Test
    void butNotForLongerThanTheOthersTakeToFetchIt() {
        cluster.loaded(link -> link.from().name().equals("h1") ? 0.9 : 0);
        cluster.toReceive[cluster.h("h1")] = 3 * TASK; // of 4 tasks 75 MB each over 125 MB/s: 2.4 s
        cluster.toSend[cluster.h("h1")] =
                0; // 25 MB of this task over 12.5 MB/s: 2 s, and a fifth of 75 MB over 125 MB/s
        TaskSet tasks = reduces(Map.of("h1", 1e9, "h2", 1e9, "h3", 1e9, "h4", 1e9));

        assertThat(choose("h2", tasks))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.expectedSeconds())
                        .isCloseTo(2.12, within(1e-9)));
    }

    @Test
    void aBusyReceiverGetsNothingWhileOthersAreFree() {
        cluster.loaded(link -> link.to().name().equals("h3") ? 0.8 : 0);
        TaskSet tasks = reduces(Map.of("h1", 1e9, "h2", 1e9));

        assertThat(choose("h3", tasks)).isInstanceOf(Choice.Decline.class);
        assertThat(choose("h4", tasks)).isInstanceOf(Choice.Decline.class); // h1 and h2 have half of it
        assertThat(choose("h2", tasks)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void aLittleSoonerElsewhereIsNotWaitedFor() {
        cluster.loaded(link -> link.to().name().equals("h3") ? 0.03 : 0);
        TaskSet tasks = reduces(Map.of("h1", 1e9, "h2", 1e9, "h3", 1e9, "h4", 1e9));

        assertThat(choose("h3", tasks)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void whatComesUntilASlotIsFreeIsNotWaitedForAgain() {
        cluster.loaded(link -> link.to().name().equals("h3") ? 0.8 : 0);
        cluster.waits[cluster.h("h1")] = 10;
        cluster.waits[cluster.h("h4")] = 10;
        cluster.waits[cluster.h("h2")] = 1.5;
        cluster.toReceive[cluster.h("h2")] = 3 * TASK;
        TaskSet tasks = reduces(Map.of("h1", 1e9, "h2", 1e9, "h3", 1e9, "h4", 1e9));

        assertThat(choose("h3", tasks)).as("one slot ends no eight tasks").isInstanceOf(Choice.Launch.class);
        IntStream.range(1, 8).forEach(tasks::launched);
        // h3: 75 MB over 25 MB/s, 3 s. h2: 225 and 75 MB over 125 MB/s, 2.4 s from now on and not from its place on.
        assertThat(choose("h3", tasks)).isInstanceOf(Choice.Decline.class);

        cluster.toReceive[cluster.h("h2")] = 5 * TASK; // 3.6 s
        assertThat(choose("h3", tasks)).isInstanceOf(Choice.Launch.class);
    }
}
