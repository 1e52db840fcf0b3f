// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Faults on a real HDFS of six DataNodes with two controllers beside it: writes and reads go on, nothing is lost. */
@Tag("testbed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DrillsTest {
    private static final Path CONTENDERS = Path.of("..", "contenders").toAbsolutePath();

    /** Share of a drill's time; a machine that stood still for longer may have missed reports of agents. */
    private static final double NOTICEABLE_STALL = 0.002;

    private Path directory = Path.of("");

    private final Map<String, JsonNode> drills = new LinkedHashMap<>();

    @BeforeAll
    void breakThings(@TempDir Path testbed) throws Exception {
        directory = testbed;
        RuntimeClasspath.resolve(Versions.standard(), RuntimeClasspath.userCache(), System.err::println);
        String printed = SandboxedTest.run(
                Drills.class,
                540,
                directory.toString(),
                RuntimeClasspath.userCache().toString(),
                CONTENDERS.toString());
        for (String line : printed.lines().filter(text -> text.startsWith("{")).toList()) {
            JsonNode drill = new ObjectMapper().readTree(line);
            drills.put(drill.path("drill").asText(), drill);
        }
    }

    private JsonNode drill(String name) {
        assertThat(drills).containsKey(name);
        return drills.get(name);
    }

    @Test
    void whatIsWrittenIsReadWhateverBreaks() {
        assertThat(drills.values()).isNotEmpty().allSatisfy(drill -> assertThat(drill.path("failed"))
                .as(drill.toString())
                .isEmpty());
    }

    @Test
    void twoControllersAtOnceDoNoHarm() {
        assertThat(drill("two controllers at once").path("enforced").asInt()).isPositive();
    }

    @Test
    void theStandbyTakesOverWithinTwoSeconds() {
        JsonNode drill = drill("the first controller killed");

        int enforced = drill.path("enforced").asInt();
        assertThat(enforced).as(drill.toString()).isPositive();
        // reports that a stopped machine did not send are missing to everybody: stock decides then, as it should
        boolean stoodStill = drill.path("stalled_share").asDouble() > NOTICEABLE_STALL;
        assertThat(drill.path("left_to_stock").asInt())
                .as(drill.toString())
                .isLessThanOrEqualTo(stoodStill ? enforced : 0);
    }

    @Test
    void withoutAControllerStockDecidesWithinTwoSeconds() {
        JsonNode drill = drill("decided while blind");

        assertThat(drill.path("left_to_stock").asInt()).as(drill.toString()).isPositive();
        assertThat(drill.path("enforced").asInt()).as(drill.toString()).isZero();
    }

    @Test
    void aRestartedControllerKnowsEverythingAgain() {
        assertThat(drill("the first controller restarted").path("enforced").asInt())
                .isPositive();
    }

    @Test
    void theKillSwitchLeavesEveryDecisionToStock() {
        JsonNode drill = drill("enforcement switched off");

        assertThat(drill.path("left_to_stock").asInt()).as(drill.toString()).isPositive();
        assertThat(drill.path("enforced").asInt()).as(drill.toString()).isZero();
    }

    @Test
    void aRestartedNameNodeDecidesAgain() throws Exception {
        assertThat(drill("after an agent fell silent").path("enforced").asInt()).isPositive();
        assertThat(Files.readString(directory.resolve("hdfs-0/logs/namenode-again.log")))
                .doesNotContain("FATAL");
    }
}
