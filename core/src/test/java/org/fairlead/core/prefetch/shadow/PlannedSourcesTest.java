// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.junit.jupiter.api.Test;

/** Which tasks of plans are told from where to read. */
class PlannedSourcesTest {
    private static String plans(String policy) {
        PlannedApplication application = new PlannedApplication(TaskAssigners.named(policy), new Random(1));
        for (int step = 0; step < 30; step++) {
            application.step();
            application.plan();
        }
        return String.join("\n", application.said);
    }

    @Test
    void aSourceIsToldWhereThePolicyChoseOne() {
        assertThat(plans("fairlead")).contains("Launch[").containsPattern("sourceNames=\\[h\\d+]");
    }

    @Test
    void whereItChoseNoneNoneIsTold() {
        assertThat(plans("stock-spark")).contains("Launch[").doesNotContainPattern("sourceNames=\\[h\\d+]");
    }
}
