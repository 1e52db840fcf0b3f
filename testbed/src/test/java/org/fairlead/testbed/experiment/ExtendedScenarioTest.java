// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.cluster.contender.Contender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExtendedScenarioTest {
    private static final Path INSTALLATION = Path.of("").toAbsolutePath().getParent();

    @TempDir
    private Path directory;

    private Path file(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name + ".yaml"), List.of(lines));
    }

    private static Scenario read(Path file) {
        return ScenarioFile.read(file, INSTALLATION, Optional.empty());
    }

    @Test
    void itsKeysWinAndTheRestIsTheOthers() throws IOException {
        file(
                "all",
                "name: all",
                "topology: four-racks",
                "traffic: half-the-racks",
                "workload: [{write: {on: [h1, h4], size: 1MiB}}]",
                "contenders: [stock, stock-no-traffic]",
                "repetitions: 7");
        file("some", "name: some", "extends: all", "contenders: [stock]", "warm-ups: 3");

        Scenario scenario = read(file("fewest", "name: fewest", "extends: some", "repetitions: 2", "traffic:"));

        assertThat(scenario.name()).isEqualTo("fewest");
        assertThat(scenario.contenders().stream().map(Contender::name)).containsExactly("stock");
        assertThat(scenario.repetitions()).isEqualTo(2);
        assertThat(scenario.warmUps()).isEqualTo(3);
        assertThat(scenario.workload()).hasSize(1);
        assertThat(scenario.points().get(0).traffic().isEmpty())
                .as("taken away")
                .isTrue();
    }

    @Test
    void aShippedOneIsExtendedFromAnywhereAndFindsWhatItNames() throws IOException {
        Path mine = file("mine", "name: mine", "extends: writes-under-traffic", "repetitions: 1");

        assertThat(read(mine).points().get(0).traffic().isEmpty()).isFalse();
    }

    @Test
    void anErrorNamesTheFileThatHasIt() throws IOException {
        file("wrong", "name: wrong", "topology: four-racks", "workload: [{write: {on: all}}]", "contenders: [nobody]");
        Path mine = file("mine", "name: mine", "extends: wrong", "workload: [{write: {on: [h1], size: 1MiB}}]");

        assertThatThrownBy(() -> read(mine))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("wrong.yaml:4: contenders[0]")
                .hasMessageContaining("no contender 'nobody'");
    }

    @Test
    void itHasANameOfItsOwnAndDoesNotExtendItself() throws IOException {
        Path nameless = file("nameless", "extends: writes-under-traffic");
        file("a", "name: a", "extends: b");
        Path circular = file("b", "name: b", "extends: a");

        assertThatThrownBy(() -> read(nameless))
                .hasMessageContaining("nameless.yaml")
                .hasMessageContaining("name");
        assertThatThrownBy(() -> read(circular))
                .hasMessageContaining("a.yaml:2: extends")
                .hasMessageContaining("extends itself through b.yaml");
        assertThatThrownBy(() -> read(file("typo", "name: typo", "extends: copies-tpch", "bond:")))
                .hasMessageContaining("typo.yaml:3: bond")
                .hasMessageContaining("did you mean 'bound'?");
        assertThatThrownBy(() -> read(file("lost", "name: lost", "extends: copies-tcph")))
                .hasMessageContaining("lost.yaml:2: extends")
                .hasMessageContaining("did you mean 'copies-tpch'?");
    }
}
