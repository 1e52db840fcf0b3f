// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fairlead.diagnosis.MadeUpLog;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of every version, however they are packed, rolled or cut off. */
final class ApplicationReaderTest {
    private static final String VENDORS =
            "{\"Event\":\"DBCEventLoggingListenerMetadata\",\"Rollover Number\":0,\"SparkContext Id\":17}";
    private static final int CHANGES = 600;

    @TempDir
    private Path directory;

    private ApplicationLog read(byte[] log) throws IOException {
        return ApplicationReader.read(Files.write(directory.resolve("log"), log), RunObserver.NONE);
    }

    private static Diagnosis diagnosis(ApplicationLog log) {
        return Analyst.diagnose(log, ZoneTraffic.NONE, RunObserver.NONE);
    }

    private static List<Task> tasks(StageLog stage) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < stage.tasks().size(); i++) {
            tasks.add(stage.tasks().get(i));
        }
        return tasks;
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.4", "3.1", "3.5", "4.0", "4.2"})
    void aLogOfEachVersionTellsTheSame(String version) throws IOException {
        ApplicationLog log = read(MadeUpLog.bytes(MadeUpLog.lines(version)));

        assertThat(log.id()).isEqualTo("app-7");
        assertThat(log.name()).isEqualTo("nightly");
        assertThat(log.version()).isEqualTo(version + ".1");
        assertThat(log.whole()).isTrue();
        assertThat(log.endedMillis() - log.beganMillis()).isEqualTo(7000);
        assertThat(log.executors()).extracting(ExecutorLog::host).containsExactly("w1", "w2");
        assertThat(log.jobs())
                .containsExactly(new JobLog(0, new Span(MadeUpLog.START + 90, MadeUpLog.START + 6000), List.of(0, 1)));
        assertThat(log.damage().lines()).isZero();
        assertThat(log.stages()).extracting(StageLog::id).containsExactly(0, 1);
        StageLog maps = log.stages().get(0);
        assertThat(maps.name()).isEqualTo("map at Job.scala:7");
        assertThat(tasks(maps).get(1))
                .isEqualTo(new Task(
                        1,
                        1,
                        Outcome.ENDED_WELL,
                        true,
                        true,
                        MadeUpLog.START + 200,
                        new Task.Times(3000, 2900, 400, 50, 0, 100, 0, 700),
                        new Task.Volumes(64_000_000, 0, 0, 1_000_000, 0, 0)));
        StageLog reduces = log.stages().get(1);
        assertThat(reduces.parents()).containsExactly(0);
        assertThat(tasks(reduces))
                .extracting(Task::outcome)
                .containsExactly(Outcome.THROWN_AWAY, Outcome.ENDED_WELL, Outcome.ENDED_WELL);
        assertThat(tasks(reduces).get(2).volumes()).isEqualTo(new Task.Volumes(0, 500_000, 500_000, 0, 0, 0));
    }

    @Test
    void howLongRequestsTookIsReadWhereTheLogHasIt() throws IOException {
        ApplicationLog has = read(MadeUpLog.bytes(MadeUpLog.lines("4.2")));
        ApplicationLog lacks = read(MadeUpLog.bytes(MadeUpLog.lines("3.1")));

        assertThat(tasks(has.stages().get(1)).get(2).times().requests()).isEqualTo(420);
        assertThat(tasks(lacks.stages().get(1)).get(2).times().requests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "snappy", "gzip"})
    void aPackedLogIsReadAsThePlainOne(String codec) throws IOException {
        byte[] plain = MadeUpLog.bytes(MadeUpLog.lines("3.5"));

        assertThat(diagnosis(read(MadeUpLog.packed(codec, plain)))).isEqualTo(diagnosis(read(plain)));
    }

    /** Behind the last task; what its end tells is not there. */
    @ParameterizedTest
    @CsvSource({"plain, 40", "zstd, 30", "lz4, 30", "snappy, 30", "gzip, 30"})
    void aLogThatIsCutOffIsReadAsFarAsItGoes(String codec, int cut) throws IOException {
        byte[] packed = MadeUpLog.packed(codec, MadeUpLog.bytes(MadeUpLog.lines("3.5")));

        ApplicationLog log = read(Arrays.copyOf(packed, packed.length - cut));

        assertThat(log.whole()).isFalse();
        assertThat(log.tasks()).isPositive();
        assertThat(diagnosis(log).split().total()).isPositive();
    }

    @Test
    void aStageThatStillRunsIsThereWithTheTasksThatEnded() throws IOException {
        List<String> lines = MadeUpLog.lines("4.0");
        int last = lines.size() - 4;
        assertThat(lines.get(last)).contains("SparkListenerTaskEnd");

        Diagnosis diagnosis = diagnosis(read(MadeUpLog.bytes(lines.subList(0, last))));

        assertThat(diagnosis.subject().whole()).isFalse();
        assertThat(diagnosis.stages()).hasSize(2);
        assertThat(diagnosis.times().jobs()).isGreaterThan(5000);
    }

    @Test
    void aVendorsLinesAndOneThatCannotBeReadDoNotMatter() throws IOException {
        List<String> lines = new ArrayList<>(MadeUpLog.lines("3.1"));
        Diagnosis whole = diagnosis(read(MadeUpLog.bytes(lines)));
        lines.add(0, VENDORS);
        lines.add(5, "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":0,\"Task Info\":{");
        lines.add(
                9,
                "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":0,\"Task Info\":{\"Index\":-3,\"Launch Time\":5}}");

        ApplicationLog log = read(MadeUpLog.bytes(lines));

        assertThat(log.damage().lines()).isEqualTo(2);
        assertThat(log.damage().first()).contains("log:6: not valid JSON");
        assertThat(diagnosis(log).split()).isEqualTo(whole.split());
    }

    @Test
    void aMetricBelowZeroIsZeroAndItsTaskCounts() throws IOException {
        List<String> lines = new ArrayList<>(MadeUpLog.lines("3.5"));
        int end = lines.size() - 4;
        lines.set(end, lines.get(end).replaceFirst("\"JVM GC Time\":\\d+", "\"JVM GC Time\":-4"));
        assertThat(lines.get(end)).contains("SparkListenerTaskEnd", "\"JVM GC Time\":-4");

        ApplicationLog log = read(MadeUpLog.bytes(lines));

        assertThat(log.damage().lines()).isZero();
        assertThat(log.tasks()).isEqualTo(5);
        assertThat(tasks(log.stages().get(1)).get(2).times().garbage()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "Launch Time, -4",
        "Finish Time, -4",
        "JVM GC Time, 1000000000000000001",
        "JVM GC Time, 99999999999999999999"
    })
    void aTimeBelowZeroAndAMetricThatCannotBeAreDamage(String key, String value) throws IOException {
        List<String> lines = new ArrayList<>(MadeUpLog.lines("3.5"));
        int end = lines.size() - 4;
        lines.set(end, lines.get(end).replaceFirst("\"" + key + "\":\\d+", "\"" + key + "\":" + value));
        assertThat(lines.get(end)).contains("SparkListenerTaskEnd", "\"" + key + "\":" + value);

        ApplicationLog log = read(MadeUpLog.bytes(lines));

        assertThat(log.damage().lines()).isEqualTo(1);
        assertThat(log.damage().first()).contains(key + ": " + value + " is not a number from 0 to 10^18");
        assertThat(log.tasks()).isEqualTo(4);
    }

    /** Spark says so of each map task whose output was lost with its executor. */
    @Test
    void anEndThatIsToldAgainIsNoOtherAttempt() throws IOException {
        List<String> lines = new ArrayList<>(MadeUpLog.lines("3.5"));
        Diagnosis whole = diagnosis(read(MadeUpLog.bytes(lines)));
        int end = lines.size() - 4;
        assertThat(lines.get(end)).contains("SparkListenerTaskEnd", "{\"Reason\":\"Success\"}");
        lines.add(end + 1, lines.get(end).replace("{\"Reason\":\"Success\"}", "{\"Reason\":\"Resubmitted\"}"));

        ApplicationLog log = read(MadeUpLog.bytes(lines));

        assertThat(log.damage().lines()).isZero();
        assertThat(diagnosis(log)).isEqualTo(whole);
    }

    @Test
    void theLogOfAnotherApplicationIsNotReadToItsEnd() throws IOException {
        List<String> lines = new ArrayList<>(MadeUpLog.lines("3.5"));
        Path file = Files.write(directory.resolve("log"), MadeUpLog.bytes(lines));
        String id = ApplicationReader.read(file, RunObserver.NONE).id();
        Path damaged = Files.write(directory.resolve("damaged"), MadeUpLog.bytes(lines));
        Files.writeString(damaged, "no event\n", StandardOpenOption.APPEND);

        assertThat(ApplicationReader.read(file, Optional.of(id), RunObserver.NONE))
                .isPresent();
        assertThat(ApplicationReader.read(file, Optional.of("another"), RunObserver.NONE))
                .isEmpty();
        assertThat(ApplicationReader.read(damaged, Optional.of("another"), RunObserver.NONE))
                .isEmpty();
    }

    @Test
    void whatAHistoryServerHasCompactedIsSaidToBe() throws IOException {
        List<String> lines = MadeUpLog.lines("4.2");
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_app-7"));
        Files.write(rolled.resolve("events_1_app-7.compact"), MadeUpLog.bytes(lines));

        assertThat(ApplicationReader.read(rolled, RunObserver.NONE).compacted()).isTrue();
        assertThat(read(MadeUpLog.bytes(lines)).compacted()).isFalse();
    }

    @Test
    void filesThatWereRolledAreOneLog() throws IOException {
        List<String> lines = MadeUpLog.lines("4.2");
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_app-7"));
        Files.write(rolled.resolve("appstatus_app-7"), new byte[0]);
        Files.write(
                rolled.resolve("events_1_app-7.zstd"), MadeUpLog.packed("zstd", MadeUpLog.bytes(lines.subList(0, 9))));
        List<String> second = new ArrayList<>(List.of(lines.get(0)));
        second.addAll(lines.subList(9, lines.size()));
        Files.write(rolled.resolve("events_2_app-7.zstd"), MadeUpLog.packed("zstd", MadeUpLog.bytes(second)));

        assertThat(diagnosis(ApplicationReader.read(rolled, RunObserver.NONE)))
                .isEqualTo(diagnosis(read(MadeUpLog.bytes(lines))));
    }

    /** Packed with what is not read, packed data that is damaged at its start, and text that is no log. */
    @ParameterizedTest
    @ValueSource(strings = {"ZV123456", "(\u00b5/\u00fd((((", "no event\n"})
    void aLaterFileOfALogThatWasRolledIsLeftOutIfItCannotBeRead(String content) throws IOException {
        List<String> lines = MadeUpLog.lines("4.2");
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_app-7"));
        Files.write(rolled.resolve("events_1_app-7"), MadeUpLog.bytes(lines.subList(0, 9)));
        Files.writeString(rolled.resolve("events_2_app-7"), content, StandardCharsets.ISO_8859_1);
        Files.write(rolled.resolve("events_3_app-7"), MadeUpLog.bytes(lines.subList(9, lines.size())));

        ApplicationLog log = ApplicationReader.read(rolled, RunObserver.NONE);

        assertThat(log.damage().parts()).isEqualTo(1);
        assertThat(log.damage().lines() + log.damage().ends()).isZero();
        assertThat(log.damage().first()).contains("events_2_app-7");
        assertThat(log.tasks()).isEqualTo(5);
        assertThat(log.whole()).isTrue();
    }

    @Test
    void whatIsPackedBehindDamageIsLeftOutAndCountedAsAnEnd() throws IOException {
        byte[] packed = MadeUpLog.packed("lz4", MadeUpLog.bytes(MadeUpLog.lines("3.5")));
        int ofLastBlock = packed.length - 100;
        packed[ofLastBlock] = (byte) (packed[ofLastBlock] + 1);

        ApplicationLog log = read(packed);

        assertThat(log.damage().ends()).isEqualTo(1);
        assertThat(log.damage().lines() + log.damage().parts()).isZero();
        assertThat(log.damage().first()).contains("log:");
        assertThat(log.tasks()).isPositive();
        assertThat(log.whole()).isFalse();
    }

    @Test
    void aLogThatWasRolledIsRefusedIfItsFirstFileCannotBeRead() throws IOException {
        Path rolled = Files.createDirectory(directory.resolve("eventlog_v2_app-7"));
        Files.writeString(rolled.resolve("events_1_app-7"), "no event\n");
        Files.write(rolled.resolve("events_2_app-7"), MadeUpLog.bytes(MadeUpLog.lines("4.2")));

        assertThatThrownBy(() -> ApplicationReader.read(rolled, RunObserver.NONE))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("events_1_app-7:1: not an event log of Spark");
    }

    @Test
    void filesThatDatabricksRolledAreOneLog() throws IOException {
        List<String> lines = MadeUpLog.lines("3.1");
        Path rolled = Files.createDirectory(directory.resolve("5-driver"));
        Files.write(
                rolled.resolve("eventlog-2026-01-01--10-00.gz"),
                MadeUpLog.packed("gzip", MadeUpLog.bytes(lines.subList(0, 8))));
        List<String> newest = new ArrayList<>(List.of(VENDORS));
        newest.addAll(lines.subList(8, lines.size()));
        Files.write(rolled.resolve("eventlog"), MadeUpLog.bytes(newest));

        assertThat(diagnosis(ApplicationReader.read(rolled, RunObserver.NONE)))
                .isEqualTo(diagnosis(read(MadeUpLog.bytes(lines))));
    }

    @Test
    void whatIsNoLogIsRefusedWithOneLine() {
        assertThatThrownBy(() -> read("{\"job\":1}\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("log:1: not an event log of Spark");
    }

    /** Whatever stands in a file: an application of which something can be said, or one clear error. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "zstd", "lz4", "snappy", "gzip"})
    void anyBytesAreALogOrTheOneClearError(String codec) throws IOException {
        byte[] seed = MadeUpLog.packed(codec, MadeUpLog.bytes(MadeUpLog.lines("3.5")));
        Random random = new Random(42);
        for (int i = 0; i < CHANGES; i++) {
            try {
                ApplicationLog log = read(changed(seed, random));
                if (log.tasks() > 0) {
                    assertThat(diagnosis(log).split().total()).isNotNegative();
                }
            } catch (InvalidFileException e) {
                assertThat(e.getMessage()).contains("log").hasLineCount(1);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).contains("more than four years apart");
            }
        }
    }

    private static byte[] changed(byte[] seed, Random random) {
        byte[] bytes = seed.clone();
        for (int change = random.nextInt(6); change >= 0 && bytes.length > 0; change--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "0123456789,.:-{}\n\"".charAt(random.nextInt(18));
                case 2 -> bytes[at] = '9';
                default -> bytes = Arrays.copyOf(bytes, bytes.length - random.nextInt(bytes.length / 8 + 1));
            }
        }
        return bytes;
    }
}
