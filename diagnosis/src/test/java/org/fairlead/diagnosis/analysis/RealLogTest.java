// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.fairlead.diagnosis.log.ApplicationReader;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;

/** A log of a real Spark. */
final class RealLogTest {
    private static final Path LOG = Path.of("..", "sim/src/test/resources/spark/application-4.2");

    @Test
    void isAnswered() {
        Diagnosis diagnosis =
                Analyst.diagnose(ApplicationReader.read(LOG, RunObserver.NONE), ZoneTraffic.NONE, RunObserver.NONE);

        assertThat(diagnosis.subject().id()).isEqualTo("local-1795281752848");
        assertThat(diagnosis.subject().version()).isEqualTo("4.2.0");
        assertThat(diagnosis.subject().tasks()).isEqualTo(23);
        assertThat(diagnosis.untold()).extracting(Untold::kind).contains(Untold.Kind.STORAGE);
        assertThat(diagnosis.split().total()).isPositive();
        assertThat(diagnosis.times().replayed())
                .isCloseTo(
                        diagnosis.times().logged(),
                        within(0.1 * diagnosis.times().logged()));
        assertThat(diagnosis.bounds()).hasSameSizeAs(Cause.values()).allSatisfy(bound -> assertThat(bound.atMost())
                .isBetween(Double.isFinite(bound.measured()) ? bound.measured() : 0.0, 1.0));
    }
}
