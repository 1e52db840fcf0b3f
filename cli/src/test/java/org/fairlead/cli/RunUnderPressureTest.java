// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run beside another one, without room, without memory: its message is clear and it leaves nothing. RunScenarioTest ends runs early. */
@Tag("testbed")
@Tag("untimed")
final class RunUnderPressureTest {
    private static final String SCENARIO = """
            name: small
            workload:
              - write: {on: all, size: 2MiB, block-size: 1MiB}
              - read: {on: all, from: write}
            contenders: [stock]
            repetitions: %d
            warm-ups: 0
            cpu-limit: 100%%
            topology: %s
            """;
    private static final long MINUTES = 8;

    @TempDir
    private Path directory;

    private Path scenario(String tree, int repetitions) throws IOException {
        Path topology = Files.writeString(directory.resolve("topology.yaml"), "tree: " + tree);
        return Files.writeString(directory.resolve("small.yaml"), SCENARIO.formatted(repetitions, topology));
    }

    private Path small() throws IOException {
        return small(1);
    }

    private Path small(int repetitions) throws IOException {
        return scenario("{racks: 2, hosts-per-rack: 2, host-link: 100mbit, oversubscription: 2}", repetitions);
    }

    @Test
    void twoRunsAtOnceDoNotDisturbEachOther() throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(directory.resolve("testbeds"));
        String scenario = small().toString();
        Path one = directory.resolve("one");
        Path other = directory.resolve("other");

        Process first =
                fairlead.start(directory.resolve("first.log"), "testbed", "run", scenario, "--out", one.toString());
        Process second =
                fairlead.start(directory.resolve("second.log"), "testbed", "run", scenario, "--out", other.toString());

        assertThat(first.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(second.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(first.exitValue())
                .as(Files.readString(directory.resolve("first.log")))
                .isZero();
        assertThat(second.exitValue())
                .as(Files.readString(directory.resolve("second.log")))
                .isZero();
        for (Path out : List.of(one, other)) {
            JsonNode report =
                    new ObjectMapper().readTree(out.resolve("report.json").toFile());
            assertThat(report.path("status").asText()).isEqualTo("complete");
        }
        assertThat(fairlead.filesLeft()).isEmpty();
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    @Test
    void withoutRoomNothingIsStarted() throws Exception {
        Path testbeds = Files.createDirectories(directory.resolve("testbeds"));
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);
        Path said = directory.resolve("said.log");

        Process run = fairlead.startAfter(
                onFileSystemOf("1m", testbeds),
                said,
                "testbed",
                "run",
                small().toString(),
                "--out",
                directory.resolve("out").toString());

        assertThat(run.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(said))
                .contains("nothing was started")
                .contains("are free on the file system of " + testbeds)
                .contains("set FAIRLEAD_TESTBEDS");
        assertThat(run.exitValue()).isEqualTo(1);
        assertThat(directory.resolve("out")).doesNotExist();
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    @Test
    void aDiskThatIsFilledMeanwhileEndsTheRunWithAMessage() throws Exception {
        Path testbeds = Files.createDirectories(directory.resolve("testbeds"));
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);
        Path said = directory.resolve("said.log");
        Process run = fairlead.startAfter(
                onFileSystemOf("700m", testbeds),
                said,
                "testbed",
                "run",
                small().toString(),
                "--out",
                directory.resolve("out").toString());
        for (int i = 0; i < 600 && !Files.readString(said).contains("HDFS"); i++) {
            Thread.sleep(100);
        }

        // As the run itself sees it: the file system is in its own mount namespace.
        Path inside = Path.of("/proc", Long.toString(run.pid()), "root" + testbeds, "filling");
        Process filling = new ProcessBuilder("dd", "if=/dev/zero", "of=" + inside, "bs=64k")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(filling.waitFor(1, TimeUnit.MINUTES)).isTrue();

        assertThat(run.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(Files.readString(said)).isEqualTo(1);
        assertThat(Files.readString(said)).contains("fairlead: ");
        assertThat(directory.resolve("out/report.html"))
                .satisfiesAnyOf(
                        report -> assertThat(report).doesNotExist(),
                        report -> assertThat(report).content().contains("</html>"));
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    @Test
    void withoutMemoryNothingIsStarted() throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(directory.resolve("testbeds"));
        String scenario = scenario("{racks: 40, hosts-per-rack: 40, host-link: 100mbit}", 1)
                .toString();

        CommandUnderTest.Outcome outcome = fairlead.run(
                "testbed", "run", scenario, "--out", directory.resolve("out").toString());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("nothing was started")
                .contains("of memory are available")
                .contains("use fewer hosts");
        assertThat(directory.resolve("out")).doesNotExist();
        assertThat(fairlead.filesLeft()).isEmpty();
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    @Test
    void aDaemonThatTheKernelKillsForWantOfMemoryEndsTheRunByItsName() throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(directory.resolve("testbeds"));
        Path said = directory.resolve("said.log");
        Process run = fairlead.start(
                said,
                "testbed",
                "run",
                small(500).toString(),
                "--out",
                directory.resolve("out").toString());
        for (int i = 0; i < 1800 && !Files.readString(said).contains("repetition 2 of 500"); i++) {
            Thread.sleep(100);
        }

        long nameNode = fairlead.processes().entrySet().stream()
                .filter(process -> process.getValue().endsWith("server.namenode.NameNode "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no NameNode runs"))
                .getKey();
        ProcessHandle.of(nameNode).orElseThrow().destroyForcibly();

        assertThat(run.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(Files.readString(said)).isEqualTo(1);
        assertThat(Files.readString(said)).contains("namenode ended with exit code 137");
        JsonNode report =
                new ObjectMapper().readTree(directory.resolve("out/report.json").toFile());
        assertThat(report.path("status").asText()).isEqualTo("partial");
        assertThat(fairlead.filesLeft()).isEmpty();
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    /** Puts a file system of memory over a directory, for a command and what it starts alone. */
    private static List<String> onFileSystemOf(String size, Path over) {
        return List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=" + size + " tmpfs \"$0\" && exec \"$@\"",
                over.toString());
    }
}
