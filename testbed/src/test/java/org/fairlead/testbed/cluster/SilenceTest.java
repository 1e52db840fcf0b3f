// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hosts of a real cluster fall silent. {@code -Dsilence.cuts=20 -Dsilence.stock=3 -Dsilence.seed=1} sets how many cuts there are (and as many hosts that hear nothing), at
 * how many of them stock is measured beside (it waits over a minute at each that hits), and which hosts; {@code -Dsilence.jobs=20} during how many jobs a worker hears
 * nothing more, the first time after half a second, then at any moment. The lines of JSON are printed, and what the driver said during a job that took long.
 */
@Tag("testbed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SilenceTest {
    private static final Path CONTENDERS = Path.of("..", "contenders").toAbsolutePath();
    private static final int MOST_SECONDS = 6000;
    private static final int CUTS = Integer.getInteger("silence.cuts", 1);
    private static final int ONE_WAY_JOBS = Integer.getInteger("silence.jobs", 1);

    private final List<JsonNode> lines = new ArrayList<>();

    @BeforeAll
    void silenceHosts(@TempDir Path directory) throws Exception {
        RuntimeClasspath.resolve(Versions.standard(), RuntimeClasspath.userCache(), System.err::println);
        String printed = SandboxedTest.run(
                SilenceDrill.class,
                MOST_SECONDS,
                directory.toString(),
                RuntimeClasspath.userCache().toString(),
                CONTENDERS.toString(),
                Integer.toString(CUTS),
                System.getProperty("silence.stock", "0"),
                System.getProperty("silence.seed", "1"),
                Integer.toString(ONE_WAY_JOBS));
        for (String line : printed.lines().filter(text -> text.startsWith("{")).toList()) {
            System.out.println(line);
            lines.add(new ObjectMapper().readTree(line));
        }
    }

    @Test
    void noBlockAndNoReadGoesToAHostThatFellSilent() {
        List<JsonNode> writes = lines.stream()
                .filter(line ->
                        line.has("blocks_for_it") && !line.path("kind").asText().endsWith("stock"))
                .toList();

        assertThat(writes).hasSizeGreaterThan(3).allSatisfy(line -> {
            assertThat(line.path("blocks_for_it").asInt()).as(line.toString()).isZero();
            assertThat(line.path("reads_first_from_it").asInt())
                    .as(line.toString())
                    .isZero();
        });
    }

    @Test
    void noTaskGoesToAHostThatFellSilentAndThoseThereRunElsewhere() {
        List<JsonNode> jobs = lines.stream()
                .filter(line -> line.path("kind").asText().startsWith("job of fairlead"))
                .toList();

        assertThat(jobs).hasSize(1 + Math.min(CUTS, 2) + ONE_WAY_JOBS).allSatisfy(job -> {
            assertThat(job.path("tasks_begun_there_3_s_after_the_cut").asInt())
                    .as(job.toString())
                    .isZero();
            assertThat(job.path("seconds_when_cut_while_it_ran").asDouble())
                    .as("Spark alone waits for a minute: %s", job)
                    .isLessThan(60);
        });
    }
}
