// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskSet;
import org.junit.jupiter.api.Test;

/** For how long tasks are kept from each level, as Spark counts it: by the levels at which somebody can run them. */
class LocalityWaitTest {
    private static final AssignerOptions.Waits WAITS = new AssignerOptions.Waits(3, 2, true, true);

    private final OfferingCluster cluster = OfferingCluster.ofRacks(2, 2);
    private final TaskSet tasks = cluster.maps();

    private double seconds(AssignerOptions.Waits waits, Locality locality) {
        return new LocalityWait("stock", waits).nanosBefore(tasks, locality, cluster) / 1e9;
    }

    @Test
    void countsTheHostsAndTheRacks() {
        cluster.add(tasks, 1, 1e6, "h1");

        assertThat(seconds(WAITS, Locality.HOST)).isZero();
        assertThat(seconds(WAITS, Locality.RACK)).isEqualTo(3);
        assertThat(seconds(WAITS, Locality.ANY)).isEqualTo(5);
        assertThat(seconds(WAITS.withoutRacks(), Locality.ANY)).isEqualTo(3);
    }

    @Test
    void countsNoLevelAtWhichNobodyHasSlots() {
        cluster.add(tasks, 1, 1e6, "h1");
        cluster.slots = 0;

        assertThat(seconds(WAITS, Locality.RACK)).isZero();
        assertThat(seconds(WAITS, Locality.ANY)).isEqualTo(2);
    }

    @Test
    void isNothingForTasksThatPreferNoHost() {
        cluster.add(tasks, 1, 1e6);

        assertThat(seconds(WAITS, Locality.ANY)).isZero();
    }
}
