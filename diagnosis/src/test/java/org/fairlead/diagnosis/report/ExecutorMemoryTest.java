// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.diagnosis.MadeUpLog;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ApplicationReader;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.ExecutorMemory;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a log says of executors' memory, and how it is told. */
final class ExecutorMemoryTest {
    private static final long GIBIBYTE = 1L << 30;

    @TempDir
    private Path directory;

    private ApplicationLog read(List<String> lines) throws IOException {
        return ApplicationReader.read(Files.write(directory.resolve("log"), MadeUpLog.bytes(lines)), RunObserver.NONE);
    }

    private List<ExecutorMemory> memory(List<String> lines) throws IOException {
        return read(lines).executors().stream().map(ExecutorLog::memory).toList();
    }

    private static Answers answers(ApplicationLog log) {
        return new Answers(List.of(Analyst.diagnose(log, ZoneTraffic.NONE, RunObserver.NONE)), List.of());
    }

    private static String text(ApplicationLog log) {
        return DiagnosisText.of(answers(log), 10, Double.NaN).replaceAll("\\s+", " ");
    }

    /** Said before the executor itself is, which is as good as after. */
    private static String blockManager(String executor, long bytes) {
        return "{\"Event\":\"SparkListenerBlockManagerAdded\",\"Block Manager ID\":{\"Executor ID\":\"" + executor
                + "\",\"Host\":\"w1\",\"Port\":4},\"Maximum Memory\":" + bytes + ",\"Timestamp\":1700000000010,"
                + "\"Maximum Onheap Memory\":" + bytes + ",\"Maximum Offheap Memory\":0}";
    }

    private static String profile(int id, int mebibytes) {
        return "{\"Event\":\"SparkListenerResourceProfileAdded\",\"Resource Profile Id\":" + id
                + ",\"Executor Resource Requests\":{\"memory\":{\"Resource Name\":\"memory\",\"Amount\":" + mebibytes
                + ",\"Discovery Script\":\"\",\"Vendor\":\"\"}},\"Task Resource Requests\":{}}";
    }

    private static List<String> with(String version, String property, String size) {
        return new ArrayList<>(MadeUpLog.lines(version).stream()
                .map(line -> line.replace(
                        "\"spark.master\":\"yarn\"", "\"spark.master\":\"yarn\",\"" + property + "\":\"" + size + "\""))
                .toList());
    }

    @Test
    void aLogThatSaysNothingOfMemoryLeavesItUnknown() throws IOException {
        ApplicationLog log = read(MadeUpLog.lines("2.4"));

        assertThat(log.executors()).extracting(ExecutorLog::memory).containsOnly(ExecutorMemory.UNKNOWN);
        assertThat(text(log)).contains(" 2 hosts, 2 executors, 2 slots, 5 attempts of tasks.");
        JsonNode memory = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(answers(log), Double.NaN))
                .path("applications")
                .path(0)
                .path("executor_memory");
        assertThat(memory.path("heap_least_bytes").isNull()).isTrue();
        assertThat(memory.path("unified_most_bytes").isNull()).isTrue();
    }

    @Test
    void whatExecutorsReportAndWhatWasAskedForStandBesideHosts() throws IOException {
        List<String> lines = with("2.4", "spark.executor.memory", "4g");
        lines.add(1, blockManager("2", 2 * GIBIBYTE));
        lines.add(1, blockManager("1", 3 * GIBIBYTE / 2));
        // The driver runs no tasks here: it is no executor.
        lines.add(1, blockManager("driver", 9 * GIBIBYTE));

        ApplicationLog log = read(lines);

        assertThat(log.executors())
                .extracting(ExecutorLog::memory)
                .containsExactly(
                        new ExecutorMemory(4 * GIBIBYTE, 3 * GIBIBYTE / 2),
                        new ExecutorMemory(4 * GIBIBYTE, 2 * GIBIBYTE));
        assertThat(text(log))
                .contains(" 2 hosts, 2 executors (heap 4.00 GiB; 1.50 GiB to 2.00 GiB for kept blocks and shuffles),"
                        + " 2 slots, ");
        JsonNode application = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(answers(log), Double.NaN))
                .path("applications")
                .path(0);
        assertThat(application.path("executors").asInt()).isEqualTo(2);
        assertThat(application.path("executor_memory").path("heap_most_bytes").asLong())
                .isEqualTo(4 * GIBIBYTE);
        assertThat(application
                        .path("executor_memory")
                        .path("unified_least_bytes")
                        .asLong())
                .isEqualTo(3 * GIBIBYTE / 2);
    }

    @Test
    void anExecutorHasTheHeapOfItsResourceProfile() throws IOException {
        List<String> lines = with("3.5", "spark.executor.memory", "4g");
        lines.add(1, profile(0, 20_480));
        lines.add(1, profile(1, 6144));
        lines.replaceAll(line -> line.contains("\"Executor ID\":\"2\"")
                ? line.replace("\"Total Cores\":2", "\"Total Cores\":2,\"Resource Profile Id\":1")
                : line);

        assertThat(memory(lines))
                .containsExactly(new ExecutorMemory(20 * GIBIBYTE, 0), new ExecutorMemory(6 * GIBIBYTE, 0));
    }

    @Test
    void theHeapOfAProfileThatTheLogLacksIsUnknown() throws IOException {
        List<String> lines = with("3.5", "spark.executor.memory", "4g");
        lines.replaceAll(line -> line.replace("\"Total Cores\":2", "\"Total Cores\":2,\"Resource Profile Id\":7"));

        assertThat(memory(lines)).containsOnly(ExecutorMemory.UNKNOWN);
    }

    /** A default profile is there in local mode, too, and says nothing of the driver. */
    @Test
    void aDriverThatRunsTasksHasTheHeapThatWasAskedForIt() throws IOException {
        List<String> lines = with("3.5", "spark.driver.memory", "30g");
        lines.add(1, profile(0, 1024));
        lines.replaceAll(line -> line.replaceAll("\"Executor ID\":\"[12]\"", "\"Executor ID\":\"driver\""));

        assertThat(memory(lines)).containsExactly(new ExecutorMemory(30 * GIBIBYTE, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "40G, 42949672960",
        "47016m, 49299849216",
        "512mb, 536870912",
        "1024, 1073741824",
        "1048576k, 1073741824",
        "1073741824b, 1073741824",
        "1.5g, 0",
        "much, 0",
        "9999999p, 0"
    })
    void sizesAreAsSparkWritesThem(String size, long bytes) throws IOException {
        assertThat(memory(with("2.4", "spark.executor.memory", size))).containsOnly(new ExecutorMemory(bytes, 0));
    }
}
