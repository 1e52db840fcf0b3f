// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code ./fairlead test} leaves no test on a real testbed out: its profile skips the tests of modules that do not ask for them. */
final class TestbedTestsTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final String TAG = "@Tag(\"testbed\")";
    private static final String RUNS_THEM = "<id>testbed</id>\\s*<properties><skipTests>false</skipTests></properties>";

    @Test
    void everyModuleThatHasSomeRunsThem() throws IOException {
        Map<Path, Boolean> runsThem = new TreeMap<>();
        try (Stream<Path> modules = Files.list(REPOSITORY)) {
            for (Path module : modules.filter(directory -> Files.exists(directory.resolve("pom.xml")))
                    .toList()) {
                if (hasSome(module.resolve("src/test/java"))) {
                    runsThem.put(
                            module.getFileName(),
                            Files.readString(module.resolve("pom.xml")).matches("(?s).*" + RUNS_THEM + ".*"));
                }
            }
        }

        assertThat(runsThem).containsKeys(Path.of("cli"), Path.of("testbed")).doesNotContainValue(false);
    }

    private static boolean hasSome(Path tests) throws IOException {
        if (Files.notExists(tests)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
                if (Files.readString(file).contains(TAG)) {
                    return true;
                }
            }
        }
        return false;
    }
}
