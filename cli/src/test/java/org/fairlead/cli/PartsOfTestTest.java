// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./fairlead test}: its parts, with a Maven and a Java that only say how they are called, and a fuzz target that finds something or nothing. */
final class PartsOfTestTest {
    private static final String REPORT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite xmlns:xsi="x" version="3.0.2" name="org.fairlead.%s" time="%s" tests="1" errors="0">
              <testcase name="other" classname="x" time="9999"/>
            </testsuite>
            """;

    @TempDir
    private Path directory;

    private Path home;

    @BeforeEach
    void aCopyOfTheLauncher() throws IOException {
        home = Files.createDirectories(directory.resolve("home"));
        Path repository = Path.of("").toAbsolutePath().getParent();
        Files.createDirectory(home.resolve(".ci"));
        for (String file : List.of("fairlead", ".ci/test.sh")) {
            Files.copy(repository.resolve(file), home.resolve(file));
        }
        Path targets = Files.createDirectories(home.resolve("sim/src/test/java/org/fairlead/sim/fuzz"));
        Files.createFile(targets.resolve("SoundTarget.java"));
        Files.createFile(targets.resolve("WeakTarget.java"));
        Path reports = Files.createDirectories(home.resolve("core/target/surefire-reports"));
        Files.writeString(directory.resolve("quick.xml"), REPORT.formatted("QuickTest", "0.25"));
        Files.writeString(directory.resolve("slow.xml"), REPORT.formatted("SlowTest", "1,075.5"));
        program("mvn", """
                echo "mvn $*"
                case "$*" in
                    *build-classpath*) mkdir -p sim/target && echo libraries.jar > sim/target/fuzz-classpath ;;
                    *verify*) sleep 0.1; cp %1$s/quick.xml %2$s/TEST-quick.xml && cp %1$s/slow.xml %2$s/TEST-slow.xml ;;
                    *"${FAILS:-no part}"*) exit 1 ;;
                esac
                """.formatted(directory, reports));
        program("java", """
                case "$*" in
                    *-version*) echo 'openjdk version "99.0.1"' >&2; echo '    java.specification.version = 99' >&2 ;;
                    *"${BREAKS:-no target}"*) echo '== Java Exception: of a reader'; exit 77 ;;
                    *) echo 'stat::number_of_executed_units: 42' ;;
                esac
                """);
        for (String other : List.of("javac", "ip", "tc", "nft", "unshare", "nsenter")) {
            program(other, "");
        }
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.createDirectories(directory.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/bash\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Outcome(int exitCode, String output) {}

    private Outcome test(String variable, String value) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/bash", home.resolve("fairlead").toString(), "test", "-Dof=mine");
        builder.redirectErrorStream(true);
        builder.environment().merge("PATH", directory.resolve("bin") + ":", (path, first) -> first + path);
        builder.environment().remove("JAVA_HOME");
        builder.environment().put(variable, value);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    @Test
    void itRunsAllAndSaysWhereTheTimeWent() throws Exception {
        Outcome outcome = test("FAILS", "");

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .containsSubsequence(
                        "verify -Dof=mine",
                        "-P testbed,compiled test",
                        "-Dof=mine",
                        "inputs tried: 42",
                        "inputs tried: 42",
                        "minutes and seconds that each part took",
                        "unit tests, format and static checks",
                        "tests on a real testbed",
                        "the fuzzer",
                        "all")
                .containsPattern("17:55  org.fairlead.SlowTest\\n +0:00  org.fairlead.QuickTest")
                .doesNotContain("not passed");
    }

    @Test
    void aTestThatFailsOnTheTestbedIsTheEnd() throws Exception {
        Outcome outcome = test("FAILS", "testbed");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("not passed: tests on a real testbed", "org.fairlead.SlowTest")
                .doesNotContain("fuzzing");
    }

    @Test
    void whatTheFuzzerFindsIsTheEndAfterAllTargetsWereTried() throws Exception {
        Outcome outcome = test("BREAKS", "WeakTarget");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("broken: WeakTarget", "== Java Exception: of a reader", "inputs tried: 42, SoundTarget")
                .contains("not passed: the fuzzer");
    }
}
