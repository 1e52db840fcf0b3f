// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class StageNamesTest {
    private final StageNames names = new StageNames();

    private static Properties properties(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        return properties;
    }

    @Test
    void aStageIsCalledByItsJobsDescriptionElseAsSparkDoes() {
        assertThat(names.of(properties("spark.job.description", "TPC-H q6"), "run at Thread.java"))
                .isEqualTo("TPC-H q6");
        assertThat(names.of(properties("spark.job.description", " "), "run at Thread.java"))
                .isEqualTo("run at Thread.java");
        assertThat(names.of(properties("spark.sql.execution.id", "4"), "run at Thread.java"))
                .isEqualTo("run at Thread.java");
        assertThat(names.of(null, "count at App.java:12")).isEqualTo("count at App.java:12");
    }

    @Test
    void aWholeQueryIsShortened() {
        assertThat(names.of(properties("spark.job.description", "select ".repeat(1000)), ""))
                .hasSize(400)
                .endsWith("…");
    }
}
