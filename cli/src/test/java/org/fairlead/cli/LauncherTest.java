// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, on machines that lack something: a copy of it, with a PATH on which only what is put there is found. */
final class LauncherTest {
    private static final List<String> TOOLS = List.of(
            "bash",
            "cat",
            "cksum",
            "cut",
            "dirname",
            "env",
            "find",
            "flock",
            "grep",
            "head",
            "mktemp",
            "readlink",
            "rm",
            "sed",
            "sort",
            "tail",
            "tee",
            "xargs",
            "ip",
            "tc",
            "nft",
            "unshare",
            "nsenter");

    @TempDir
    private Path directory;

    private Path programs;
    private Path launcher;

    @BeforeEach
    void aMachineOfARootUserWithoutJava() throws IOException {
        programs = Files.createDirectory(directory.resolve("bin"));
        Path home = Files.createDirectory(directory.resolve("home"));
        // The directories that it adds itself are those of the real machine.
        String text = Files.readString(Path.of("..", "fairlead")).replace("PATH=$PATH:/usr/sbin:/sbin", "");
        launcher = Files.writeString(home.resolve("fairlead"), text);
        Files.createDirectories(home.resolve("cli/src/main"));
        Files.createDirectory(home.resolve(".mvn"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(home.resolve("cli/pom.xml"), "");
        for (String tool : TOOLS) {
            Path real = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin").stream()
                    .map(bin -> Path.of(bin, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(Path.of("/bin/true"));
            program(tool, "exec " + real + " \"$@\"");
        }
        program("id", "echo 0");
        program("apt-get", "echo \"called: apt-get $*\" >&2");
        program("apt-cache", "echo openjdk-17-jdk-headless");
        program("mvn", "echo \"called: mvn\"; exit 1");
    }

    private Path program(String name, String script) throws IOException {
        Path file = programs.resolve(name);
        Files.deleteIfExists(file);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Outcome(int exitCode, String output) {}

    private Outcome launch(Map<String, String> environment) throws IOException, InterruptedException {
        return launch("--version", environment);
    }

    private Outcome launch(String what, Map<String, String> environment) throws IOException, InterruptedException {
        return launch(List.of(what), environment);
    }

    private Outcome launch(List<String> arguments, Map<String, String> environment)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/bash", launcher.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("PATH", programs.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    @Test
    void javaThatFailsForWantOfMemoryIsNotAMissingOne() throws Exception {
        program("java", "echo 'Error: Could not reserve enough space for code cache' >&2; exit 1");

        Outcome outcome = launch(Map.of());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("'java -version' failed with exit code 1; nothing was installed")
                .contains("Could not reserve enough space")
                .doesNotContain("called: ");
    }

    @Test
    void theJavaOfThisTestWithAWrongOptionIsNotAMissingOne() throws Exception {
        program("java", "exec " + Path.of(System.getProperty("java.home"), "bin", "java") + " \"$@\"");

        Outcome outcome = launch(Map.of("JAVA_TOOL_OPTIONS", "-XX:NoSuchOption"));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("NoSuchOption")
                .contains("nothing was installed")
                .doesNotContain("called: ");
    }

    @Test
    void aWrongJavaHomeIsNamed() throws Exception {
        Outcome none = launch(Map.of("JAVA_HOME", "/nowhere"));
        program("../old/bin/java", "echo 'openjdk version \"11.0.2\"' >&2");
        Outcome old = launch(Map.of("JAVA_HOME", programs.resolveSibling("old").toString()));

        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.output())
                .contains("JAVA_HOME is /nowhere, which has no program bin/java")
                .doesNotContain("called: ");
        assertThat(old.exitCode()).isEqualTo(1);
        assertThat(old.output()).contains("is not a JDK of version 17 or newer").doesNotContain("called: ");
    }

    @Test
    void aJarOfOthersThatIsNotThereIsNamed() throws Exception {
        Outcome outcome = launch(Map.of("FAIRLEAD_CLASSPATH", programs + "/*:/nowhere/policies.jar"));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.output())
                .contains("FAIRLEAD_CLASSPATH has /nowhere/policies.jar, which cannot be read")
                .doesNotContain("called: ");
    }

    @Test
    void whatIsAbsentIsInstalledByRootAndTriedAfterwards() throws Exception {
        Outcome outcome = launch(Map.of());

        assertThat(outcome.output())
                .contains("called: apt-get update")
                .contains("openjdk-17-jdk-headless")
                .contains("is still not of a JDK of version 17 or newer");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void whatIsAbsentIsNamedToOtherUsers() throws Exception {
        program("id", "echo 1000");
        Files.delete(programs.resolve("nft"));

        Outcome outcome = launch(Map.of());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("sudo apt-get install -y openjdk-17-jdk-headless nftables")
                .doesNotContain("called: ");
    }

    @Test
    void whatOnlyTestsNeedIsNamedForThemAlone() throws Exception {
        program("id", "echo 1000");

        assertThat(launch("test", Map.of()).output())
                .contains("sudo apt-get install -y openjdk-17-jdk-headless openvswitch-switch");
        assertThat(launch(Map.of()).output()).doesNotContain("openvswitch");
    }

    @Test
    void anInstallationThatFailsIsSaid() throws Exception {
        program("apt-get", "echo 'E: no network' >&2; exit 100");

        Outcome outcome = launch(Map.of());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).contains("E: no network").contains("apt-get could not install jdk");
    }

    /** A JDK and a Maven that say how they were called, and build. */
    private void aMachineThatBuilds() throws IOException {
        program(
                "java",
                "case $1 in -version) echo 'openjdk version \"17.0.1\"' ;; *) echo \"called: java $*\" ;; esac");
        program("javac", "");
        program("mvn", "echo \"called: mvn\"");
        Files.createDirectory(launcher.resolveSibling("cli/target"));
    }

    @Test
    void longCommandsAreGivenMostOfTheMemoryAndBothCompilers() throws Exception {
        aMachineThatBuilds();

        for (List<String> command : List.of(
                List.of("why", "log"), List.of("what-if", "log"), List.of("testbed", "causes", "--score", "results"))) {
            assertThat(launch(command, Map.of()).output())
                    .contains("called: java ", "-XX:MaxRAMPercentage=60", String.join(" ", command))
                    .doesNotContain("-XX:TieredStopAtLevel=1");
        }
        for (List<String> command : List.of(List.of("--version"), List.of("testbed", "causes", "--runs", "4"))) {
            assertThat(launch(command, Map.of()).output())
                    .contains("called: java ", "-XX:TieredStopAtLevel=1", String.join(" ", command))
                    .doesNotContain("-XX:MaxRAMPercentage");
        }
    }

    @Test
    void whatIsBuiltRunsForWhomMayNotWriteTheInstallation() throws Exception {
        aMachineThatBuilds();
        Path lock = launcher.resolveSibling(".build-lock");

        assertThat(launch(Map.of()).output()).contains("building", "called: java ");
        // Nobody may write a directory as a file, not even root.
        Files.delete(lock);
        Files.createDirectory(lock);
        Outcome built = launch(Map.of());
        Files.writeString(launcher.resolveSibling("pom.xml"), "changed");
        Outcome changed = launch(Map.of());

        assertThat(built.exitCode()).isZero();
        assertThat(built.output()).contains("called: java ").doesNotContain("building");
        assertThat(changed.exitCode()).isEqualTo(1);
        assertThat(changed.output())
                .contains(lock + " cannot be written; let a user who may write to ", "fairlead --version once")
                .doesNotContain("called: ");
    }

    @Test
    void whatWasHalfBuiltIsBuiltAgain() throws Exception {
        aMachineThatBuilds();
        Path pom = launcher.resolveSibling("pom.xml");
        FileTime before = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(pom, before);
        assertThat(launch(Map.of()).exitCode()).isZero();

        Files.writeString(pom, "changed");
        program("mvn", "exit 1");
        assertThat(launch(Map.of()).output()).contains("the build failed");
        Files.writeString(pom, "");
        Files.setLastModifiedTime(pom, before);
        program("mvn", "");

        assertThat(launch(Map.of()).output()).contains("building", "called: java ");
    }

    @Test
    void aMachineThatHasAllIsBuiltOn() throws Exception {
        Path jdk = Path.of(System.getProperty("java.home"));
        Outcome outcome = launch(Map.of("JAVA_HOME", jdk.toString()));

        assertThat(outcome.output())
                .contains("building")
                .contains("the build failed")
                .doesNotContain("apt-get");
    }
}
