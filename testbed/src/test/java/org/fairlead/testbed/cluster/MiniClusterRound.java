// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.network.SandboxedTest;
import org.fairlead.testbed.workload.step.StepList;

/** What a round on a {@link MiniCluster} measured. */
final class MiniClusterRound {
    static final Path STOCK = Path.of("..", "contenders", "stock.yaml").toAbsolutePath();

    private static final Path CACHE = RuntimeClasspath.userCache();
    private static final int RACKS = 2;
    private static final int MOST_SECONDS = 360;

    private MiniClusterRound() {}

    /**
     * Starts a cluster and runs one round, whose own checks have to pass.
     *
     * @param directory of the cluster, with its logs
     */
    static JsonNode run(Path directory, String hadoop, int workers, Path contender, String workload) throws Exception {
        // Outside the sandbox, which has no way to the network.
        MiniCluster.classpath(hadoop, CACHE, StepList.read(Yaml.parse("workload", workload)));
        String printed = SandboxedTest.run(
                MiniCluster.class,
                MOST_SECONDS,
                hadoop,
                directory.toString(),
                CACHE.toString(),
                "" + RACKS,
                "" + workers,
                "1",
                contender.toString(),
                workload);
        List<JsonNode> rounds = new ArrayList<>();
        for (String line : printed.lines().filter(text -> text.startsWith("{")).toList()) {
            rounds.add(new ObjectMapper().readTree(line));
        }
        assertThat(rounds).isNotEmpty();
        for (JsonNode check : rounds.get(0).path("checks")) {
            assertThat(check.path("passed").asBoolean()).as(check.toString()).isTrue();
        }
        return rounds.get(0);
    }

    static Stream<JsonNode> samples(JsonNode round, String metric) {
        return Stream.of(round.path("samples"))
                .flatMap(list ->
                        Stream.iterate(0, i -> i < list.size(), i -> i + 1).map(list::get))
                .filter(sample -> sample.path("metric").asText().equals(metric));
    }
}
