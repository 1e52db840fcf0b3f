// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ProgressModelTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MB = 1_000_000L;

    private final ProgressModel model = new ProgressModel(64 * MB);

    @Test
    void aTaskThatReadsEvenlyIsKnownAfterThreeSamples() {
        model.sample(16 * MB, 3 * SECOND);
        assertThat(model.predictedNanos()).hasValue(12e9);
        assertThat(model.isStable()).isFalse();

        model.sample(32 * MB, 5 * SECOND);
        assertThat(model.predictedNanos().getAsDouble()).isCloseTo(9e9, within(1.0));
        assertThat(model.isStable()).isFalse();

        model.sample(48 * MB, 7 * SECOND);
        assertThat(model.predictedNanos().getAsDouble()).isCloseTo(9e9, within(1.0));
        assertThat(model.isStable()).isTrue();
        assertThat(model.nanosPerByte()).isCloseTo(125, within(1e-6));
        assertThat(model.overheadNanos()).isCloseTo(1e9, within(1.0));
    }

    @Test
    void nothingReadSaysNothing() {
        assertThat(model.predictedNanos()).isEmpty();
        model.sample(0, SECOND);
        assertThat(model.predictedNanos()).isEmpty();
        assertThat(model.isStable()).isFalse();
        assertThat(model.nanosPerByte()).isZero();
    }

    @Test
    void inputOfNoBytesSaysNothing() {
        ProgressModel empty = new ProgressModel(0);
        empty.sample(0, SECOND);
        empty.sample(0, 2 * SECOND);

        assertThat(empty.predictedNanos()).isEmpty();
        assertThat(empty.isStable()).isFalse();
    }

    @Test
    void aTaskThatStandsStillTakesLongerFromSampleToSample() {
        model.sample(32 * MB, 4 * SECOND);
        model.sample(32 * MB, 8 * SECOND);

        assertThat(model.predictedNanos()).hasValue(16e9);
        assertThat(model.isStable()).isFalse();
    }

    @Test
    void timesThatFallDrawNoLine() {
        model.sample(16 * MB, 8 * SECOND);
        model.sample(32 * MB, 4 * SECOND);

        assertThat(model.nanosPerByte()).isEqualTo(125);
        assertThat(model.overheadNanos()).isZero();
        assertThat(model.predictedNanos()).hasValue(8e9);
    }

    @Property(tries = 300)
    void whateverIsReadNoPredictionLiesInThePast(@ForAll long seed) {
        Random random = new Random(seed);
        ProgressModel any = new ProgressModel(random.nextInt(1000));
        for (int sample = 0; sample < 20; sample++) {
            int elapsed = random.nextInt(1000) - 10;
            any.sample(random.nextInt(1200) - 100, elapsed);

            any.predictedNanos()
                    .ifPresent(nanos -> assertThat(nanos).isFinite().isGreaterThanOrEqualTo((double) elapsed));
        }
    }
}
