// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeartbeatIntervalTest {
    @Test
    void aDataNodeSpeaksEveryThreeSecondsUnlessSomethingElseIsSaid() {
        assertThat(FairleadNameNodePlugin.heartbeatMillis(new Configuration(false)))
                .isEqualTo(3000);
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "1500ms, 1500", "1, 1000", "2s, 2000", "0, 1"})
    void partsOfASecondCount(String interval, long millis) {
        Configuration conf = new Configuration(false);
        conf.set("dfs.heartbeat.interval", interval);

        assertThat(FairleadNameNodePlugin.heartbeatMillis(conf)).isEqualTo(millis);
    }
}
