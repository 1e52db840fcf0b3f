// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestbedDirectoryTest {
    private static final String NOBODY = "999999999 1";

    @TempDir
    private Path home;

    private Path directory(String name, String... keepers) throws IOException {
        Path directory = Files.createDirectories(home.resolve(name));
        Files.writeString(directory.resolve("file"), "text");
        for (String keeper : keepers) {
            Files.writeString(directory.resolve("keepers"), keeper + "\n");
        }
        return directory;
    }

    @Test
    void directoriesThatNoCommandMadeAreNoTestbeds() throws IOException {
        directory("mine");
        directory(".unsigned files");
        Path dead = directory("dead", NOBODY);
        Path unsigned = directory(".unsigned " + NOBODY);

        assertThat(TestbedDirectory.all(home))
                .extracting(TestbedDirectory::path)
                .containsExactly(unsigned, dead);
        assertThat(TestbedDirectory.all(home)).noneMatch(TestbedDirectory::alive);
    }

    @Test
    void aNewTestbedTakesThePlaceOfADeadOneAndOfNothingElse() throws IOException {
        Path mine = directory("mine");
        Path dead = directory("dead", NOBODY);

        assertThatThrownBy(() -> TestbedDirectory.create(home, "mine"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(mine + " is no testbed and is left alone");
        assertThat(mine.resolve("file")).hasContent("text");
        assertThat(TestbedDirectory.create(home, "dead")).isPresent();
        assertThat(dead.resolve("file")).doesNotExist();
        assertThat(TestbedDirectory.create(home, "dead")).as("alive").isEmpty();
    }

    @Test
    void aTestbedIsDeletedWithAllThatIsInIt() throws IOException {
        Path dead = directory("dead", NOBODY);
        Files.createDirectories(dead.resolve("a/b"));

        TestbedDirectory.at(dead).delete();

        assertThat(dead).doesNotExist();
    }
}
