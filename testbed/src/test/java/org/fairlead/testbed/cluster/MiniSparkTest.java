// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.testbed.cluster.MiniClusterRound.samples;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real HDFS and Spark with two workers on four hosts in two racks. */
@Tag("testbed")
@Tag("untimed")
class MiniSparkTest {
    @TempDir
    Path directory;

    private JsonNode round(String workload) throws Exception {
        return MiniClusterRound.run(directory, Versions.standard().hadoop(), 2, MiniClusterRound.STOCK, workload);
    }

    @Test
    void sparkAnswersFromWhatWasWritten() throws Exception {
        JsonNode round = round("[{tpch: {scale: 0.01, queries: [q6, q14], writers: 2, block-size: 1MiB}}]");

        assertThat(samples(round, "query_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly("q6", "q14");
        assertThat(samples(round, "spark_block_read_time")).isNotEmpty();
        assertThat(round.path("digests").path("q6").asText()).startsWith("1 rows ");
        assertThat(round.path("spans").toString()).contains("\"task\"");
    }

    @Test
    void severalApplicationsWorkAtTheSameTimeInPools() throws Exception {
        JsonNode round = round("[{applications: {run: {first: [{query: q6, pool: small}, {sort: 64KiB, pool: large}],"
                + " second: [{query: q6, start: 500ms}]}, scale: 0.01, writers: 2}}]");

        assertThat(samples(round, "job_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly("first/q6", "first/sort", "second/q6");
        assertThat(round.path("digests").path("first/q6").asText())
                .startsWith("1 rows ")
                .isEqualTo(round.path("digests").path("second/q6").asText());
        assertThat(round.path("checks").toString()).contains("sort of first keeps every byte");
        assertThat(round.path("spans").toString()).contains("first stage", "second stage");
    }
}
