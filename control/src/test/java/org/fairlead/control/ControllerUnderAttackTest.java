// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks in small; {@link ControllerUnderAttack} makes them in full and prints figures. Bounds are generous: other work may share
 * the machine's processors.
 */
@Tag("long")
final class ControllerUnderAttackTest {
    private static final double MOST_MEDIAN_MILLIS = 500;
    private static final long MOST_RESIDENT_MIB = 600;

    @TempDir
    private Path directory;

    @Test
    void strangersHurtNobody() throws Exception {
        try (ControllerUnderAttack controller = ControllerUnderAttack.start(directory, false)) {
            for (Attack attack :
                    List.of(new Attack.LargeBodies(120, 1), new Attack.Crowd(300), new Attack.OneAfterAnother(2000))) {
                harmless(controller, attack);
            }
            assertThat(controller.restarts()).contains("\"status\":\"serving\"").contains("\"thread_restarts\":{}");
        }
    }

    @Test
    void slowPeersHurtNobody() throws Exception {
        try (ControllerUnderAttack controller = ControllerUnderAttack.start(directory, false)) {
            harmless(controller, new Attack.SlowBodies(60, ControllerUnderAttack.TOKEN));
            harmless(controller, new Attack.SlowReaders(60, ControllerUnderAttack.TOKEN));
            assertThat(controller.restarts()).contains("\"thread_restarts\":{}");
        }
    }

    @Test
    void halfOpenHandshakesHurtNobody() throws Exception {
        try (ControllerUnderAttack controller = ControllerUnderAttack.start(directory, true)) {
            harmless(controller, new Attack.HalfOpenHandshakes(40));
            assertThat(controller.restarts()).contains("\"thread_restarts\":{}");
        }
    }

    private static void harmless(ControllerUnderAttack controller, Attack attack) throws Exception {
        ControllerUnderAttack.Seen seen = controller.during(attack);
        assertThat(controller.isAlive()).isTrue();
        assertThat(seen.failed()).as(seen.json()).isZero();
        assertThat(seen.highestResidentMiB()).as(seen.json()).isLessThan(MOST_RESIDENT_MIB);
        assertThat(seen.reports()).as(seen.json()).isPositive();
        assertThat(seen.medianMillis()).as(seen.json()).isLessThan(MOST_MEDIAN_MILLIS);
    }
}
