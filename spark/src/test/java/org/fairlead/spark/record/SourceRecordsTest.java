// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRecordsTest {
    private static final Records.About ABOUT = new Records.About(
            "app", "name", "observe", "fairlead", 0.1, Map.of(), PrefetchReport.NONE, CopiesReport.NONE);

    @TempDir
    private Path directory;

    private final Records records = new Records(new LaunchJournal(), TimeSource.SYSTEM);

    private static SourceReads hdfs(String host, long bytes, double seconds) {
        return new SourceReads(SourceReads.HDFS, host, false, bytes, seconds, 1);
    }

    private static SourceReads executors(String host, long bytes, double seconds) {
        return new SourceReads(SourceReads.SHUFFLE, host, false, bytes, seconds, 0);
    }

    private static TaskReads task(int partition, long shuffleBytes, SourceReads... sources) {
        return new TaskReads(3, 0, partition, 70 + partition, "h1", 1000, 5, shuffleBytes, List.of(sources));
    }

    private List<SourceReads> sources() {
        return records.detail("app", 3, 0).orElseThrow().stage().sources();
    }

    @Test
    void aStagesSourcesAreSummedTheLongestWaitedForFirst() {
        records.recorder(3, 0);
        records.seen().read(task(0, 0, hdfs("h2", 100, 1), hdfs("h3", 100, 0.1)));
        records.seen().read(task(1, 0, hdfs("h2", 50, 2)));

        assertThat(sources())
                .containsExactly(new SourceReads(SourceReads.HDFS, "h2", false, 150, 3.0, 2), hdfs("h3", 100, 0.1));
    }

    @Test
    void whatSendersSentIsEstimatedByWhatLiesThere() {
        records.recorder(3, 0)
                .sentBy(partition -> partition == 4 ? Map.of("h1", 20e6, "h2", 30e6, "h3", 30e6) : Map.of());
        records.seen().read(task(4, 80_000_000, executors("h3", 0, 1.5)));
        assertThat(sources()).containsExactly(executors("h3", 40_000_000, 1.5), executors("h2", 40_000_000, 0));

        records.seen().read(task(5, 7, executors("h3", 0, 1)));
        assertThat(sources()).as("nothing is known of that partition").contains(executors("h3", 40_000_000, 2.5));
    }

    @Test
    void sourcesOfAStageAreBoundedAndNoByteIsLost() {
        records.recorder(3, 0);
        for (int host = 0; host < 1000; host++) {
            records.seen().read(task(host, 0, hdfs("h" + host, 10, 1)));
        }

        assertThat(sources()).hasSize(257);
        assertThat(sources().stream().mapToLong(SourceReads::bytes).sum()).isEqualTo(10_000);
        assertThat(sources().stream().mapToDouble(SourceReads::waited).sum()).isEqualTo(1000);
    }

    @Test
    void everyTasksReadsAreInTheFileAlsoOfAStageThatIsNotKept() throws IOException {
        DecisionLine.Application application = new DecisionLine.Application("app", "name", "fairlead");
        try (DecisionFile file = DecisionFile.create(directory, application, 1 << 20)) {
            records.writeTo(file);
            records.seen().read(task(0, 0, hdfs("h2", 100, 1)));
            records.seen().exceeded(new NicAllowance("h1", "ens5", "bw_in_allowance_exceeded", 1000, 9));
            records.fetchedAhead(new PrefetchReport(
                    "enforce", Map.of(), Map.of("requested", 2L), Map.of(), Map.of("at_once", 1L), 0.5));
        }

        List<DecisionLine> lines = new ArrayList<>();
        DecisionsReader.read(DecisionFile.path(directory, "app"), lines::add);
        assertThat(lines).extracting(DecisionLine::reads).contains(task(0, 0, hdfs("h2", 100, 1)));
        assertThat(lines)
                .extracting(DecisionLine::allowance)
                .contains(new NicAllowance("h1", "ens5", "bw_in_allowance_exceeded", 1000, 9));
        assertThat(lines.get(lines.size() - 1).prefetch().requests()).containsEntry("requested", 2L);
        assertThat(records.detail("app", 3, 0))
                .as("no stage is made by what executors say")
                .isEmpty();
    }

    @Test
    void sumsAreInTheMetrics() {
        records.seen()
                .read(task(
                        0,
                        80,
                        hdfs("h2", 100, 1),
                        executors("h3", 0, 0.5),
                        new SourceReads("file", "", false, 7, null, 0)));
        records.seen().missed(2, 3);
        records.seen().avoided(4, 5);
        records.seen().exceeded(new NicAllowance("h1", "ens5", "bw_in_allowance_exceeded", 2000, 12));
        records.seen().exceeded(new NicAllowance("h1", "ens5", "bw_in_allowance_exceeded", 1000, 9));
        MetricRegistry registry = new MetricRegistry();
        records.seen().register(registry);

        assertThat(registry.getGauges()).allSatisfy((name, gauge) -> assertThat(gauge.getValue())
                .as(name)
                .isEqualTo(
                        switch (name) {
                            case "reads.hdfs.bytes" -> 100L;
                            case "reads.hdfs.waited_seconds" -> 1.0;
                            case "reads.shuffle.bytes" -> 80L;
                            case "reads.shuffle.waited_seconds" -> 0.5;
                            case "reads.other.bytes" -> 7L;
                            case "reads.other.waited_seconds" -> 0.0;
                            case "reads.tasks" -> 1L;
                            case "reads.lost" -> 2L;
                            case "reads.failures" -> 3L;
                            case "reads.avoided" -> 4L;
                            case "writes.avoiding" -> 5L;
                            case "nic.allowance_exceeded" -> 12L;
                            default -> null;
                        }));
        assertThat(records.report(ABOUT, 0).allowances()).hasSize(1);
    }
}
