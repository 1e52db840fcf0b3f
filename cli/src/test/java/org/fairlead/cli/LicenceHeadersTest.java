// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every source says its licence in its first lines; {@code mvn spotless:apply} adds it to Java's. */
class LicenceHeadersTest {
    private static final String HEADER = "SPDX-License-Identifier: Apache-2.0";
    private static final Set<String> KINDS = Set.of("java", "js", "css", "sh", "py", "scala");
    private static final int FIRST_LINES = 3;

    @Test
    void everySourceBearsTheHeader() throws IOException {
        Path repository = Path.of("..").toRealPath();
        try (Stream<Path> modules = Files.list(repository)) {
            List<Path> sources = modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(LicenceHeadersTest::filesUnder)
                    .filter(file -> KINDS.contains(kind(file)))
                    .toList();

            assertThat(sources).hasSizeGreaterThan(1000);
            assertThat(Stream.concat(sources.stream(), Stream.of(repository.resolve("fairlead"))))
                    .allSatisfy(file -> assertThat(firstLines(file)).contains(HEADER));
        }
    }

    private static Stream<Path> filesUnder(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String kind(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String firstLines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return String.join("\n", lines.limit(FIRST_LINES).toList());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(file.toString(), e);
        }
    }
}
