// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.source.WorkloadSources;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.SnappyOutputStream;

/**
 * Event logs of Spark as workloads. The log is what Spark 4.2 wrote of an application with a word count in the pool {@code etl}, a count
 * of the same words whose first stage was skipped, a job with a planted failure, a write of Parquet files, and a query with a broadcast
 * join, an aggregation and a sort, without the events and properties that tell nothing of tasks.
 */
final class EventLogTest {
    private static final Path LOG = Path.of("src/test/resources/spark/application-4.2");

    @TempDir
    private Path directory;

    private byte[] log;

    @BeforeEach
    void readLog() throws IOException {
        log = Files.readAllBytes(LOG);
    }

    private static Workload read(Path file) {
        return WorkloadSources.read(file, RunObserver.NONE);
    }

    private static Job job(Workload workload, String name) {
        return workload.jobs().stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aJobHasStagesWithTheirBytesAndItsPool() {
        Workload workload = read(LOG);
        Job words = job(workload, "job-0");

        assertThat(workload.name()).isEqualTo("made for a test");
        assertThat(workload.jobs())
                .extracting(Job::name)
                .containsExactly("job-0", "job-1", "job-2", "sql-0", "job-4", "sql-1");
        assertThat(words.pool()).isEqualTo("etl");
        assertThat(words.submitSeconds()).isZero();
        assertThat(words.stages()).hasSize(2);
        Stage maps = words.stages().get(0);
        assertThat(maps.tasks()).isEqualTo(3);
        assertThat(maps.input()).isEqualTo(new Input.Blocks(131072 + 118585 + 59293));
        assertThat(maps.output()).isEqualTo(new Output.Shuffle(1711 + 1722 + 1726));
        assertThat(maps.computeSecondsPerByte())
                .isEqualTo((0.131128174 + 0.14547941 + 0.05779197) / (131072 + 118585 + 59293), offset(1e-15));
        Stage reduces = words.stages().get(1);
        assertThat(reduces.parents()).containsExactly(0);
        assertThat(reduces.input()).isEqualTo(new Input.Shuffle(List.of(2574.0, 2585.0)));
        assertThat(reduces.output()).isEqualTo(new Output.Files(2 * 1057, 0, 0));
    }

    @Test
    void aStageThatWasSkippedLeavesItsBytesToBeReadAsBlocks() {
        Job count = job(read(LOG), "job-1");

        assertThat(count.pool()).isEqualTo("default");
        assertThat(count.stages()).hasSize(1);
        assertThat(count.stages().get(0).tasks()).isEqualTo(2);
        assertThat(count.stages().get(0).input()).isEqualTo(new Input.Blocks(2574 + 2585));
    }

    @Test
    void anAttemptThatFailedIsNotCounted() {
        Job planted = job(read(LOG), "job-2");

        assertThat(planted.tasks()).isEqualTo(4);
        assertThat(planted.stages().get(0).input()).isEqualTo(new Input.None());
    }

    @Test
    void whatIsWrittenIsAFile() {
        Job parquet = job(read(LOG), "sql-0");

        assertThat(parquet.kind()).isEqualTo("sql");
        assertThat(parquet.stages()).hasSize(1);
        assertThat(parquet.stages().get(0).output()).isEqualTo(new Output.Files(27632 + 27623 + 27630, 0, 0));
    }

    /** Spark ran five jobs for it. Broadcast, exchange, sample, exchange, result. */
    @Test
    void theJobsOfAQueryAreOne() {
        Job query = job(read(LOG), "sql-1");

        assertThat(query.stages()).extracting(Stage::tasks).containsExactly(2, 2, 1, 1, 1);
        assertThat(query.stages())
                .extracting(Stage::parents)
                .containsExactly(List.of(), List.of(0), List.of(0, 1), List.of(0, 1, 2), List.of(0, 2, 3));
        assertThat(query.stages().get(1).output()).isEqualTo(new Output.Shuffle(286 + 285));
        assertThat(query.stages().get(3).input()).isEqualTo(new Input.Shuffle(List.of(571.0)));
        assertThat(query.stages().get(4).input()).isEqualTo(new Input.Shuffle(List.of(290.0)));
    }

    private Path packed(String codec) throws IOException {
        return packed(codec, log);
    }

    private Path packed(String codec, byte[] events) throws IOException {
        Path file = directory.resolve("application." + codec);
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = packing(codec, raw)) {
            // As Spark does: what has happened can be read while the application runs.
            for (int at = 0; at < events.length; at += 5000) {
                out.write(events, at, Math.min(5000, events.length - at));
                out.flush();
            }
        }
        return file;
    }

    private static OutputStream packing(String codec, OutputStream to) throws IOException {
        return switch (codec) {
            case "zstd" -> new ZstdOutputStream(to);
            case "lz4" -> new LZ4BlockOutputStream(to, 8 << 10);
            case "gzip" -> new GZIPOutputStream(to, 512, true);
            default -> new SnappyOutputStream(to);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "snappy", "gzip"})
    void aPackedLogIsReadAsThePlainOne(String codec) throws IOException {
        assertThat(read(packed(codec))).isEqualTo(read(LOG));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "snappy", "gzip"})
    void aPackedLogThatIsStillWrittenEndsWhereItEnds(String codec) throws IOException {
        Path file = packed(codec);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 20));

        assertThat(job(read(file), "job-0")).isEqualTo(job(read(LOG), "job-0"));
    }

    /** Shorter than what is looked at to know a log. */
    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "snappy", "gzip"})
    void aShortPackedLogThatIsCutOffIsKnown(String codec) throws IOException {
        Path file = packed(codec, Arrays.copyOf(log, 30_000));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 30));

        assertThat(EventLogFiles.find(file, RunObserver.NONE)).containsExactly(file);
    }

    @Test
    void aShortPackedLogThatIsDamagedBehindItsBeginningIsKnown() throws IOException {
        Path file = packed("lz4", Arrays.copyOf(log, 30_000));
        byte[] bytes = Files.readAllBytes(file);
        int ofLastBlock = bytes.length - 100;
        bytes[ofLastBlock] = (byte) (bytes[ofLastBlock] + 1);
        Files.write(file, bytes);

        assertThat(EventLogFiles.find(file, RunObserver.NONE)).containsExactly(file);
    }

    @Test
    void aWorkloadOfWhichOnlyAPartIsThereIsAnError() throws IOException {
        Path file = packed("gzip", bytes(List.of("{\"fairlead-workload\":1,\"name\":\"w\"}")));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 4));

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("the file ends inside its compressed data");
    }

    @Test
    void aLineThatIsCutOffAtTheEndIsLeftOut() throws IOException {
        Path running = directory.resolve("application.inprogress");
        Files.write(running, Arrays.copyOf(log, log.length - 150));

        assertThat(job(read(running), "sql-1").stages()).isNotEmpty();
        assertThat(job(read(running), "job-0")).isEqualTo(job(read(LOG), "job-0"));
    }

    @Test
    void aLineThatIsCutOffElsewhereIsAnError() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(LOG));
        int at = 3;
        assertThat(lines.get(at)).startsWith("{\"Event\":\"SparkListenerJobStart\"");
        lines.set(at, lines.get(at).substring(0, 300));
        Path broken = directory.resolve("broken");
        Files.write(broken, lines);

        assertThatThrownBy(() -> read(broken))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("broken:4: not valid JSON: ");
    }

    private static final int LZ4_PACKED_LENGTH_AT = 9; // after the magic number and a token
    private static final int SNAPPY_HEADER = 16; // magic number, version, compatible version

    private static final String VENDORS =
            "{\"Event\":\"DBCEventLoggingListenerMetadata\",\"Rollover Number\":0,\"SparkContext Id\":17}\n";

    private byte[] afterVendorsLine(byte[] events) {
        byte[] line = VENDORS.getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(line, line.length + events.length);
        System.arraycopy(events, 0, all, line.length, events.length);
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zstd", "lz4", "snappy"})
    void aVendorsLinesBeforeTheFirstEventAreLeftOut(String codec) throws IOException {
        byte[] whole = afterVendorsLine(afterVendorsLine(log));
        Path file = codec.isEmpty() ? Files.write(directory.resolve("vendors"), whole) : packed(codec, whole);

        assertThat(read(file)).isEqualTo(read(LOG));
    }

    private static byte[] bytes(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aFileOfVendorsLinesAloneIsNoEventLog() throws IOException {
        Path file = Files.writeString(directory.resolve("other"), VENDORS + "{\"job\":1}\n");

        assertThatThrownBy(() -> read(file)).isInstanceOf(InvalidFileException.class);
    }

    @Test
    void aDirectoryOfLogsIsOneWorkload() throws IOException {
        Path logs = Files.createDirectory(directory.resolve("history"));
        Files.write(logs.resolve("first"), log);
        String later = new String(log, StandardCharsets.UTF_8)
                .replaceAll("local-\\d+", "local-2")
                .replaceAll("17952817(\\d\\d)", "17952818$1");
        Files.writeString(logs.resolve("second"), later);
        Files.writeString(logs.resolve("notes.txt"), "no log");

        Workload both = read(logs);

        assertThat(both.name()).isEqualTo("history");
        assertThat(both.jobs()).hasSize(12);
        Job again = job(both, "local-2-job-0");
        assertThat(again.submitSeconds()).isEqualTo(100);
        assertThat(again.stages()).isEqualTo(job(read(LOG), "job-0").stages());
    }

    @Test
    void aLogInWhichNothingEndedIsRefused() throws IOException {
        Path empty = directory.resolve("empty");
        Files.writeString(empty, "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.2.0\"}\n");

        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageEndingWith("empty: no task of any job ended well in this log");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 100 << 20, 805_908_489, Integer.MAX_VALUE})
    void aSnappyChunkOfALengthThatCannotBeIsDamage(int length) throws IOException {
        byte[] whole = Files.readAllBytes(packed("snappy", log));
        ByteBuffer.wrap(whole).putInt(SNAPPY_HEADER, length);
        Path file = Files.write(directory.resolve("damaged"), whole);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("its compressed data is damaged");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 33 << 10, Integer.MAX_VALUE - 8, Integer.MAX_VALUE})
    void anLz4BlockThatIsLongerPackedIsDamage(int packedLength) throws IOException {
        byte[] whole = Files.readAllBytes(packed("lz4", log));
        ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putInt(LZ4_PACKED_LENGTH_AT, packedLength);
        Path file = Files.write(directory.resolve("damaged"), whole);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("its compressed data is damaged");
    }

    @Test
    void whatIsPackedWithLzfIsRefusedByName() throws IOException {
        Path lzf = directory.resolve("application.lzf");
        Files.write(lzf, new byte[] {'Z', 'V', 1, 0, 1, 0, 1, 7});

        assertThatThrownBy(() -> read(lzf))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("packed with lzf; zstd, lz4, snappy and gzip are read");
    }
}
