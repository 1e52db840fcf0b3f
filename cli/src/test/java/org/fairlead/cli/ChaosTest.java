// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.chaos.FaultKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults against the joined product: the same each time, others by {@code -Dchaos.seed} and {@code -Dchaos.minutes}; a failure says how to replay it. */
@Tag("testbed")
final class ChaosTest {
    private static final String STANDARD_MINUTES = "4";
    /** No other seed below 400,000 has more kinds of faults in so little time with all of these among them, which hardly any other test makes. */
    private static final String STANDARD_SEED = "269070";

    private static final Set<FaultKind> HARDLY_ELSEWHERE = EnumSet.of(
            FaultKind.KILL_NAMENODE,
            FaultKind.KILL_EXECUTOR,
            FaultKind.STOP_DRIVER,
            FaultKind.SLOW_LINK,
            FaultKind.FULL_DISK,
            FaultKind.STEP_CLOCK,
            FaultKind.LYING_AGENT,
            FaultKind.SECOND_CONTROLLER,
            FaultKind.ENFORCEMENT_OFF);

    /** Start and final checks take a few more. */
    private static final String MINUTES = System.getProperty("chaos.minutes", STANDARD_MINUTES);

    private static final String SEED = System.getProperty("chaos.seed", STANDARD_SEED);
    private static final long ENDS_WITHIN_MINUTES = 20;

    @Test
    void nothingIsLostWrongOrSlowWhateverBreaks() throws Exception {
        Path out = Path.of("target", "chaos-" + SEED).toAbsolutePath();
        Path testbeds = Path.of("target", "chaos-testbeds").toAbsolutePath();
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);
        Path output = Files.createDirectories(out).resolve("output.txt");

        Process run = fairlead.start(
                output, "testbed", "chaos", "--seed", SEED, "--minutes", MINUTES, "--out", out.toString());
        boolean ended = run.waitFor((long) Double.parseDouble(MINUTES) + ENDS_WITHIN_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            run.destroyForcibly().waitFor();
        }

        assertThat(ended).as(() -> said(output)).isTrue();
        assertThat(run.exitValue()).as(() -> said(output)).isZero();
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        assertThat(report.path("passed").asBoolean()).isTrue();
        Set<FaultKind> struck = EnumSet.noneOf(FaultKind.class);
        report.path("plan").forEach(step -> step.path("faults")
                .forEach(
                        fault -> struck.add(FaultKind.valueOf(fault.path("kind").asText()))));
        assertThat(struck).isNotEmpty();
        if (SEED.equals(STANDARD_SEED) && MINUTES.equals(STANDARD_MINUTES)) {
            // Where disks cannot be slow, the seed draws other faults.
            boolean slowDisks = !Files.readString(output).contains("left out: slow disks");
            assertThat(struck).containsAll(slowDisks ? HARDLY_ELSEWHERE : Set.of());
        }
        assertThat(fairlead.filesLeft()).isEmpty();
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    private static String said(Path output) {
        try {
            return Files.readString(output);
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
