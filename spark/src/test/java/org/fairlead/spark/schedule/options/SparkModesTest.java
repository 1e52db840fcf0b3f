// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkModesTest {
    @TempDir
    private Path directory;

    private final SparkModes configured = new SparkModes(Mode.OBSERVE, Map.of("etl", Mode.OFF), 0.1);

    @Test
    void aPoolWithoutAModeHasThatOfTheApplication() {
        assertThat(configured.of("etl")).isEqualTo(Mode.OFF);
        assertThat(configured.of("adhoc")).isEqualTo(Mode.OBSERVE);
    }

    @Test
    void theFileCountsOverTheConfiguration() throws IOException {
        SparkModes modes = read("mode: enforce\npools:\n  adhoc: canary\ncanary-share: 0.5\n")
                .inForce();

        assertThat(modes.of("etl")).isEqualTo(Mode.OFF);
        assertThat(modes.of("adhoc")).isEqualTo(Mode.CANARY);
        assertThat(modes.of("other")).isEqualTo(Mode.ENFORCE);
        assertThat(modes.canaryShare()).isEqualTo(0.5);
    }

    @Test
    void allCountsForEveryPool() throws IOException {
        SparkModes modes =
                read("all: off\nmode: enforce\npools: {etl: enforce}\n").inForce();

        assertThat(modes.of("etl")).isEqualTo(Mode.OFF);
        assertThat(modes.areOff()).isTrue();
    }

    @Test
    void theControllersSwitchLeavesObserving() throws IOException {
        ModeSwitch<SparkModes> modes = read("mode: enforce\n");
        modes.allowEnforcement(false);

        assertThat(modes.inForce().of("adhoc")).isEqualTo(Mode.OBSERVE);
        assertThat(modes.inForce().of("etl")).isEqualTo(Mode.OFF);
    }

    @Test
    void fetchingAheadHasAModeOfItsOwnThatNeverGoesBeyondAll() throws IOException {
        assertThat(read("mode: enforce\n").inForce().prefetch()).isEqualTo(Mode.OFF);
        assertThat(read("prefetch: canary\n").inForce().prefetch()).isEqualTo(Mode.CANARY);
        assertThat(read("all: enforce\nprefetch: canary\n").inForce().prefetch())
                .isEqualTo(Mode.CANARY);
        assertThat(read("all: observe\nprefetch: enforce\n").inForce().prefetch())
                .isEqualTo(Mode.OBSERVE);
        assertThat(read("all: off\nprefetch: enforce\n").inForce().prefetch()).isEqualTo(Mode.OFF);

        ModeSwitch<SparkModes> stopped = read("prefetch: enforce\n");
        stopped.allowEnforcement(false);
        assertThat(stopped.inForce().prefetch()).isEqualTo(Mode.OBSERVE);
    }

    @Test
    void aFileThatNobodyUnderstandsChangesNothing() throws IOException {
        assertThat(read("pools: {etl: always}\n").inForce()).isEqualTo(configured);
    }

    /** Who may read it can change without its time. */
    @Test
    void aFileThatCouldNotBeReadIsTriedAgain() throws IOException {
        ModeSwitch<SparkModes> modes = read("all: never\n");
        Path file = directory.resolve("modes.yaml");
        FileTime time = Files.getLastModifiedTime(file);
        Files.writeString(file, "all: off\n");
        Files.setLastModifiedTime(file, time);

        modes.poll();

        assertThat(modes.inForce().areOff()).isTrue();
    }

    private ModeSwitch<SparkModes> read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("modes.yaml"), text);
        ModeSwitch<SparkModes> modes = new ModeSwitch<>(configured, Optional.of(file));
        modes.poll();
        return modes;
    }
}
