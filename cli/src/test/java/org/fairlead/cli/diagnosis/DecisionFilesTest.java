// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file of decisions is beside a log, and what becomes of those that cannot be used. */
final class DecisionFilesTest {
    @TempDir
    private Path directory;

    private static ApplicationLog log(String id, String attempt) {
        return new ApplicationLog(
                id,
                "App",
                attempt,
                "4.2.0",
                0,
                1,
                true,
                false,
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(),
                ApplicationLog.Damage.NONE);
    }

    /** So many tasks that read from a DataNode. */
    private Path decisions(String name, String application, int tasks) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application(application, "App", "fairlead"))));
        for (int task = 0; task < tasks; task++) {
            List<SourceReads> sources = List.of(new SourceReads(SourceReads.HDFS, "h1", false, 1000, 0.01, 1));
            lines.add(json(DecisionLine.of(new TaskReads(0, 0, task, task, "w1", 1000, 1, 0, sources))));
        }
        return Files.write(directory.resolve(name), lines);
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    private DecisionFiles files() throws IOException {
        return DecisionFiles.of(Optional.of(directory));
    }

    private static long tasks(DecisionFiles files, ApplicationLog log) {
        return files.of(log).orElseThrow().sources().reads().tasks();
    }

    @Test
    void eachAttemptHasItsOwnFile() throws IOException {
        decisions("application_1_0001_1.jsonl", "application_1_0001_1", 1);
        decisions("application_1_0001_2.jsonl", "application_1_0001_2", 2);
        decisions("application_1_0002.jsonl", "application_1_0002", 3);

        DecisionFiles files = files();

        assertThat(tasks(files, log("application_1_0001", "1"))).isEqualTo(1);
        assertThat(tasks(files, log("application_1_0001", "2"))).isEqualTo(2);
        assertThat(tasks(files, log("application_1_0002", "1"))).isEqualTo(3);
        assertThat(files.of(log("application_1_0001", "3"))).isEmpty();
        files.checkAnyWasAsked(List.of("logs"));
        assertThat(files.notes()).isEmpty();
    }

    @Test
    void aFileWithoutReadsIsAsNone() throws IOException {
        Path file = decisions("app-1.jsonl", "app-1", 0);

        DecisionFiles files = DecisionFiles.of(Optional.of(file));

        assertThat(files.of(log("app-1", ""))).isEmpty();
        files.checkAnyWasAsked(List.of("logs"));
        assertThat(files.notes())
                .containsExactly(file + ": no task's reads are in it; app-1 is answered by its log alone");
    }

    @Test
    void whatCannotBeUsedOfADirectoryIsLeftOutWithAWord() throws IOException {
        decisions("app-1.jsonl", "app-1", 1);
        decisions("app-1.jsonl.again", "app-1", 2);
        Files.writeString(directory.resolve("app-2.jsonl"), "{\"application\":{\"id\":\"app-");
        Path damaged = decisions("app-3.jsonl", "app-3", 1);
        Files.writeString(damaged, Files.readString(damaged) + "nothing\n");
        Files.writeString(directory.resolve("notes"), "nothing");

        DecisionFiles files = files();

        assertThat(tasks(files, log("app-1", ""))).isEqualTo(1);
        assertThat(files.of(log("app-3", ""))).isEmpty();
        assertThat(files.notes()).hasSize(3);
        assertThat(files.notes().get(0))
                .contains("app-1.jsonl.again: decisions of app-1 are in ", "app-1.jsonl, too; left out");
        assertThat(files.notes().get(1)).contains("app-2.jsonl:1: ").endsWith("; left out");
        assertThat(files.notes().get(2)).contains("app-3.jsonl:3: ").endsWith("app-3 is answered by its log alone");
    }

    @Test
    void ofManyThatCannotBeUsedTheFirstAreNamed() throws IOException {
        decisions("app-1.jsonl", "app-1", 1);
        for (int i = 0; i < 7; i++) {
            Files.writeString(directory.resolve("broken-" + i), "{\"application\":{");
        }

        assertThat(files().notes()).hasSize(6).last().isEqualTo("2 more files of decisions left out");
    }

    @Test
    void whereNoneCanBeUsedThatIsAnError() throws IOException {
        assertThatThrownBy(this::files)
                .isInstanceOf(InvalidFileException.class)
                .hasMessageEndingWith("no file of decisions in this directory");
        Files.writeString(directory.resolve("app-2.jsonl"), "{\"application\":{\"id\":\"app-");
        assertThatThrownBy(this::files)
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("no file of decisions in this directory that can be read: ");
    }

    /** It begins as one of decisions, in text that is no UTF-8. */
    @Test
    void aFileThatCannotBeReadSaysSo() throws IOException {
        byte[] latin = "{\"application\":{\"id\":\"\u00e9x\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(directory.resolve("app-1.jsonl"), latin);

        assertThatThrownBy(() -> DecisionFiles.of(Optional.of(file)))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("app-1.jsonl: it cannot be read: ");
    }
}
