// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.source.WorkloadSources;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are logs, and which are parts of one that was rolled. */
final class EventLogFilesTest {
    private static final Path LOG = Path.of("src/test/resources/spark/application-4.2");

    @TempDir
    private Path directory;

    private List<String> lines;

    @BeforeEach
    void readLog() throws IOException {
        lines = Files.readAllLines(LOG);
    }

    private static Workload read(Path file) {
        return WorkloadSources.read(file, RunObserver.NONE);
    }

    private static byte[] bytes(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> afterVendorsLine(List<String> lines) {
        List<String> all = new ArrayList<>(List.of(
                "{\"Event\":\"DBCEventLoggingListenerMetadata\",\"Rollover Number\":0,\"SparkContext Id\":17}"));
        all.addAll(lines);
        return all;
    }

    /** Every file of a log begins with the event of its start. */
    private static List<String> join(List<String> lines, int from, int to) {
        List<String> joined = new ArrayList<>(List.of(lines.get(0)));
        joined.addAll(lines.subList(from, to));
        return joined;
    }

    @Test
    void filesThatWereRolledAreReadInOrderAndThoseBeforeACompactedOneLeftOut() throws IOException {
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_local-1"));
        Files.write(rolled.resolve("appstatus_local-1"), new byte[0]);
        Files.write(rolled.resolve("events_1_local-1"), List.of("{\"Event\":\"SparkListenerNothing\"", "left out"));
        Files.write(rolled.resolve("events_2_local-1.compact"), lines.subList(0, 20));
        Files.write(rolled.resolve("events_2_local-1"), List.of("left out"));
        Files.write(rolled.resolve("events_10_local-1"), join(lines, 40, lines.size()));
        Files.write(rolled.resolve("events_9_local-1"), join(lines, 20, 40));

        assertThat(read(rolled)).isEqualTo(read(LOG));
    }

    @ParameterizedTest
    @CsvSource({
        "events_2_local-1, events_2_local-1.zstd, the same part of a log twice",
        "events_2_local-1.compact, events_2_local-1.zstd.compact, the same part of a log twice",
        "events_2_local-1, events_2_local-2, of two logs",
        "eventlog-2026-01-01--10-00, eventlog-2026-01-01--10-00.gz, the same part of a log twice",
    })
    void noPartOfALogThatWasRolledCountsTwice(String one, String other, String problem) throws IOException {
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_local-1"));
        Files.write(rolled.resolve(one), lines);
        Files.write(rolled.resolve(other), lines);

        assertThatThrownBy(() -> read(rolled))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("eventlog_v2_local-1: " + one + " and " + other + " are " + problem);
    }

    @Test
    void whatStandsBesideTheFilesOfALogThatWasRolledIsNotRead() throws IOException {
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_local-1"));
        Files.write(rolled.resolve("events_1_local-1"), lines.subList(0, 20));
        Files.write(rolled.resolve("events_2_local-1"), join(lines, 20, lines.size()));
        Files.writeString(rolled.resolve("events_2_local-1.sha256"), "a sum\n");
        Files.writeString(rolled.resolve("events_1_local-1.compact.inprogress"), "not whole\n");

        assertThat(read(rolled)).isEqualTo(read(LOG));
    }

    @Test
    void progressIsOfAllFilesOfALogThatWasRolled() throws IOException {
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_local-1"));
        String line = "{\"Event\":\"SparkListenerNothing\",\"text\":\"" + "a".repeat(1 << 16) + "\"}";
        byte[] part = bytes(Collections.nCopies(40, line));
        for (int i = 1; i <= 3; i++) {
            Files.write(rolled.resolve("events_" + i + "_local-1"), part);
        }
        List<Long> seen = new ArrayList<>();
        Set<Long> sizes = new TreeSet<>();

        EventLog.forEach(rolled, Set.of(), (name, event) -> {}, (done, of) -> {
            seen.add(done);
            sizes.add(of);
            return true;
        });

        assertThat(seen).isSorted();
        assertThat(seen.get(seen.size() - 1)).isGreaterThan(2L * part.length);
        assertThat(sizes).containsExactly(3L * part.length);
    }

    @Test
    void aVendorsLineMayBeginEachFileThatWasRolled() throws IOException {
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_local-1"));
        Files.write(rolled.resolve("events_1_local-1"), afterVendorsLine(lines.subList(0, 20)));
        Files.write(rolled.resolve("events_2_local-1"), afterVendorsLine(join(lines, 20, lines.size())));

        assertThat(read(rolled)).isEqualTo(read(LOG));
        assertThat(read(directory).jobs()).hasSameSizeAs(read(LOG).jobs());
    }

    @Test
    void whoWantsToStopIsHeardForEachFileOfADirectory() throws IOException {
        for (String name : List.of("a", "b", "c")) {
            Files.write(directory.resolve(name), lines);
        }
        List<Long> seen = new ArrayList<>();

        assertThatThrownBy(() -> EventLogFiles.find(directory, (done, of) -> {
                    seen.add(done);
                    assertThat(of).isEqualTo(3);
                    return done < 1;
                }))
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted while looking through " + directory);
        assertThat(seen).containsExactly(0L, 1L);
    }

    /** It is named with what is wrong with it by who reads it. Root may read everywhere. */
    @Test
    void aLogThatWasRolledIsOneOfADirectorysIfItCannotBeRead() throws IOException {
        Path file = Files.write(directory.resolve("application"), lines);
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_local-1"));
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.setPosixFilePermissions(rolled, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("---------"));
        try {
            boolean root = Files.isReadable(rolled);

            assertThat(EventLogFiles.find(directory, RunObserver.NONE))
                    .isEqualTo(root ? List.of(file) : List.of(file, rolled));
        } finally {
            Files.setPosixFilePermissions(rolled, PosixFilePermissions.fromString("rwx------"));
            Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static Path pipe(Path in) throws IOException, InterruptedException {
        Path pipe = in.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    /** Who opens a pipe waits for somebody who writes to it. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsRefusedWithWhatIsAccepted() throws IOException, InterruptedException {
        Path pipe = pipe(directory);

        assertThatThrownBy(() -> EventLogFiles.find(pipe, RunObserver.NONE))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(pipe + ": neither a file nor a directory; it is read twice: unpack it to a file");
        assertThatThrownBy(() -> read(pipe))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("neither a file nor a directory");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeAmongLogsIsNone() throws IOException, InterruptedException {
        Path file = Files.write(directory.resolve("log"), lines);
        pipe(directory);

        assertThat(EventLogFiles.find(directory, RunObserver.NONE)).containsExactly(file);
    }
}
