// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured on a small testbed is near what the simulator says: as near as a machine with other work lets it be. */
@Tag("testbed")
final class ValidateTest {
    private static final double NEAR = 0.6;

    private static final String SCENARIO = """
            name: predict-small
            topology: small-topology.yaml
            queueing: fair
            workload:
              - write: {on: all, size: 8MiB, block-size: 4MiB}
              - read: {on: all, from: write, files: 2}
            contenders: [stock]
            repetitions: 1
            settle: 500ms
            cpu-limit: 100%
            """;

    @TempDir
    private Path directory;

    @Test
    void whatIsMeasuredIsNearWhatIsPredicted() throws Exception {
        Files.writeString(
                directory.resolve("small-topology.yaml"),
                "tree: {racks: 2, hosts-per-rack: 2, host-link: 50mbit, oversubscription: 2}");
        Path scenario = Files.writeString(directory.resolve("predict-small.yaml"), SCENARIO);
        Path out = directory.resolve("out");

        CommandUnderTest.Outcome outcome = new CommandUnderTest(directory.resolve("testbeds"))
                .run("validate", scenario.toString(), "--seeds", "4", "--out", out.toString());

        // 1: errors above the bounds of a quiet machine
        assertThat(outcome.exitCode()).as(outcome.output()).isIn(0, 1);
        JsonNode validation =
                new ObjectMapper().readTree(out.resolve("validation.json").toFile());
        List<String> metrics = new ArrayList<>();
        for (JsonNode each : validation.path("comparisons")) {
            metrics.add(each.path("metric").asText());
            assertThat(Math.abs(each.path("error").asDouble()))
                    .as(each.toString())
                    .isLessThan(NEAR);
        }
        assertThat(metrics).containsExactlyInAnyOrder("file_write_time", "block_write_time", "file_read_time");
        assertThat(out.resolve("validation.html")).isNotEmptyFile();
    }
}
