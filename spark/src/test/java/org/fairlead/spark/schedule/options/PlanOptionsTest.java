// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.spark.plugin.SparkPluginSettings;
import org.junit.jupiter.api.Test;

class PlanOptionsTest {
    @Test
    void whereNobodySaysOtherwisePlansAreAwaitedAndCountForAsLongAsInTheSimulator() {
        assertThat(SparkPluginSettings.from(new SparkConf(false)).plan().limits())
                .isEqualTo(PlanLimits.USUAL);
    }
}
