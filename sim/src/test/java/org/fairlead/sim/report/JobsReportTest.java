// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.JobsOutcome.JobResult;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.junit.jupiter.api.Test;

final class JobsReportTest {
    private static final MadeUpRuns MADE_UP = new MadeUpRuns(4, 2, 5);

    /** A run of two jobs, submitted at 0 and 4, that take so long; the second never ends when its time is not a number. */
    private static JobsRun run(String policies, long seed, double first, double second, boolean complete) {
        return JobsRun.of(
                MADE_UP.cluster(),
                new JobsOutcome(
                        policies,
                        seed,
                        List.of(
                                new JobResult("a", "sort", "default", 5, 0, first, first / 2, Double.NaN),
                                new JobResult("b, \"c\"", "sort", "default", 5, 4, 4 + second, second / 2, 1)),
                        List.of(),
                        List.of(new JobsOutcome.BlockWritten(0, 1, 1, 1 + first / 10, 100)),
                        new JobsOutcome.LinkLoads(0, List.of()),
                        new JobsOutcome.Counts(List.of(9L, 2L), List.of(6L, 3L, 1L), 60, 30, 10, 4, 2, 1),
                        List.of(10L, 20L, 10L, 20L),
                        Double.isNaN(second) ? first : Math.max(first, 4 + second),
                        complete));
    }

    private static JobsReport report(int seeds, JobsRun... runs) {
        return new JobsReport(MADE_UP.setting(seeds), MadeUpRuns.policies("stock", "fairlead"), "stock", List.of(runs));
    }

    /** Mean job times of stock are 20, 40 and 80; of fairlead 10, 20 and 20: the example of Ratio. */
    private static JobsReport three() {
        return report(
                3,
                run("stock", 3, 90, 70, true),
                run("stock", 1, 25, 15, true),
                run("stock", 2, 30, 50, true),
                run("fairlead", 1, 10, 10, true),
                run("fairlead", 2, 25, 15, true),
                run("fairlead", 3, 20, 20, true));
    }

    private static JsonNode json(JobsReport report) throws IOException {
        return new ObjectMapper().readTree(JobsJson.bytes(report));
    }

    private static JsonNode comparison(JsonNode json, String metric) {
        return StreamSupport.stream(json.path("comparisons").spliterator(), false)
                .filter(each -> each.path("metric").asText().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void contendersAreComparedPairedBySeed() throws IOException {
        JsonNode comparison = comparison(json(three()), "job_time");

        assertThat(comparison.path("unit").asText()).isEqualTo("s");
        assertThat(comparison.path("baseline").asText()).isEqualTo("stock");
        assertThat(comparison.path("contender").asText()).isEqualTo("fairlead");
        assertThat(comparison.path("n").asInt()).isEqualTo(3);
        assertThat(comparison.path("baseline_mean").asDouble()).isCloseTo(140 / 3.0, within(1e-9));
        assertThat(comparison.path("contender_mean").asDouble()).isCloseTo(50 / 3.0, within(1e-9));
        assertThat(comparison.path("ratio").asDouble()).isCloseTo(Math.pow(2, 4 / 3.0), within(1e-9));
        assertThat(comparison.path("ci_low").asDouble()).isCloseTo(Math.pow(2, (4 - 4.3026527) / 3), within(1e-9));
        assertThat(comparison.path("ci_high").asDouble()).isCloseTo(Math.pow(2, (4 + 4.3026527) / 3), within(1e-9));
    }

    @Test
    void everyMetricIsComparedAndHasItsQuantiles() throws IOException {
        JsonNode json = json(three());

        assertThat(json.path("comparisons"))
                .extracting(each -> each.path("metric").asText())
                .containsExactly("job_time", "map_time", "reduce_time", "block_write_time", "makespan");
        JsonNode stock = json.path("policies").path("stock");
        assertThat(stock.path("job_time").path("mean_s").asDouble()).isCloseTo(140 / 3.0, within(1e-9));
        assertThat(stock.path("job_time").path("p50_s").asDouble()).isEqualTo(40); // between 30 and 50
        assertThat(stock.path("job_time").path("max_s").asDouble()).isEqualTo(90);
        assertThat(stock.path("makespan").path("max_s").asDouble()).isEqualTo(90);
        assertThat(stock.path("block_write_time").path("max_s").asDouble()).isCloseTo(9, within(1e-9));
        assertThat(stock.path("map_time").path("max_s").asDouble()).isEqualTo(45);
        assertThat(stock.path("reduce_time").path("mean_s").asDouble()).isEqualTo(1);
    }

    @Test
    void theJsonSaysWhatWasRunAndWhatPoliciesDid() throws IOException {
        JsonNode json = json(three());

        assertThat(json.path("schema").asInt()).isEqualTo(1);
        assertThat(json.path("status").asText()).isEqualTo("complete");
        assertThat(json.path("contenders")).extracting(JsonNode::asText).containsExactly("stock", "fairlead");
        assertThat(json.path("cluster").path("framework").asText()).isEqualTo("hadoop");
        assertThat(json.path("workload").path("jobs").asInt()).isEqualTo(2);
        JsonNode stock = json.path("policies").path("stock");
        assertThat(stock.path("components").path("assigner").asText()).isEqualTo("stock-hadoop");
        assertThat(stock.path("counts")
                        .path("declines")
                        .path("waits_for_locality")
                        .asInt())
                .isEqualTo(6);
        assertThat(stock.path("counts").path("declines").path("disk_busy").asInt())
                .isZero();
        assertThat(stock.path("counts").path("speculative_first").asInt()).isEqualTo(6);
        assertThat(stock.path("launch_share").path("rack").asDouble()).isEqualTo(0.3);
        // 10 and 20 lie 5 from their mean of 15.
        assertThat(stock.path("storage_imbalance").asDouble()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(stock.path("seeds"))
                .extracting(seed -> seed.path("seed").asInt(), seed -> seed.path("job_time")
                        .asDouble())
                .containsExactly(tuple(1, 20.0), tuple(2, 40.0), tuple(3, 80.0));
    }

    @Test
    void whatCouldBeFetchedAheadIsShownAsSharesOfWhatWasReadFromAfar() throws IOException {
        // By cause: later wave, queue, parents, offer, none.
        LeadBytes leads = new LeadBytes(List.of(30e6, 20e6, 10e6, 0.0, 0.0), List.of(15e6, 0.0, 0.0, 5e6, 20e6));
        JobsOutcome one = MADE_UP.outcome("stock", 1, 1, false);
        JobsOutcome with = new JobsOutcome(
                one.policies(),
                1,
                one.jobs(),
                one.tasks(),
                one.blocks(),
                one.links(),
                one.counts(),
                one.storedReplicas(),
                one.endSeconds(),
                true,
                one.paths(),
                leads,
                new FetchedBytes(40e6, 10e6, 5e6, 15e6, 2e6),
                // read, not begun, killed, elsewhere, changed, regretted, never, too large
                new RequestCounts(
                        List.of(10L, 2L, 0L, 3L, 4L, 1L, 0L, 0L), List.of(0.0, 0.0, 0.0, 2e6, 3e6, 0.0, 0.0, 0.0), 9),
                ExchangeCounts.NONE);

        JobsReport report = report(1, JobsRun.of(MADE_UP.cluster(), with), run("fairlead", 1, 10, 10, true));

        JsonNode ahead = json(report).path("policies").path("stock").path("fetch_ahead");
        assertThat(ahead.path("bytes").asDouble()).isEqualTo(100e6);
        assertThat(ahead.path("bytes_in_time").asDouble()).isEqualTo(60e6);
        assertThat(ahead.path("in_time").path("queue").asDouble()).isEqualTo(20e6);
        assertThat(ahead.path("too_short").path("later_wave").asDouble()).isEqualTo(15e6);
        assertThat(ahead.path("no_lead").asDouble()).isEqualTo(20e6);
        assertThat(JobsTable.text(report))
                .containsPattern("stock +100 MB +60 % +30 % +20 % +10 % +0 % +20 % +20 %")
                .containsPattern("fairlead +0 B +- +- +- +- +- +- +-");
        assertThat(JobsTable.text(three())).doesNotContain("fetched ahead");
        JsonNode fetched = json(report).path("policies").path("stock").path("fetched");
        assertThat(fetched.path("bytes").asDouble()).isEqualTo(55e6);
        assertThat(fetched.path("in_time").asDouble()).isEqualTo(40e6);
        assertThat(fetched.path("cancelled").asDouble()).isEqualTo(15e6);
        assertThat(JobsTable.text(report))
                .containsPattern("stock +55.0 MB +40.0 MB +10.0 MB +5.00 MB +15.0 MB +2.00 MB");
        assertThat(fetched.path("right_executor").asDouble()).isEqualTo(0.6);
        assertThat(fetched.path("right_time").asDouble()).isEqualTo(0.75);
        assertThat(fetched.path("requests").path("not_begun").asInt()).isEqualTo(2);
        assertThat(fetched.path("wasted_by").path("changed").asDouble()).isEqualTo(3e6);
        assertThat(JobsTable.text(report))
                .containsPattern("stock +20(.0)? +60 % +10(.0)? +3(.00)? +4(.00)? +1(.00)? +2");
    }

    @Test
    void theSameRunsGiveTheSameBytesInWhateverOrderTheyEnded() {
        List<JobsRun> runs = new ArrayList<>();
        Stream.of("stock", "fairlead").forEach(name -> {
            for (long seed = 1; seed <= 3; seed++) {
                runs.add(JobsRun.of(MADE_UP.cluster(), MADE_UP.outcome(name, seed, name.length() / 5.0, true)));
            }
        });
        JobsReport one = report(3, runs.toArray(JobsRun[]::new));
        Collections.reverse(runs);
        JobsReport other = report(3, runs.toArray(JobsRun[]::new));

        assertThat(JobsJson.bytes(one)).isEqualTo(JobsJson.bytes(other));
        assertThat(JobsPage.render(one)).isEqualTo(JobsPage.render(other));
        assertThat(JobsTable.text(one)).isEqualTo(JobsTable.text(other));
    }

    @Test
    void onlySeedsInWhichBothRanEveryJobToItsEndArePaired() throws IOException {
        JobsReport report = report(
                3,
                run("stock", 1, 20, 20, true),
                run("stock", 2, 20, 20, true),
                run("stock", 3, 20, 20, true),
                run("fairlead", 1, 10, 10, true),
                run("fairlead", 2, 10, Double.NaN, true),
                run("fairlead", 3, 10, Double.NaN, false));

        JsonNode json = json(report);

        JsonNode comparison = comparison(json, "job_time");
        assertThat(comparison.path("n").asInt()).isEqualTo(1);
        assertThat(comparison.path("ratio").asDouble()).isEqualTo(2);
        assertThat(comparison.path("ci_low").isNull()).isTrue();
        assertThat(json.path("status").asText()).isEqualTo("partial");
        JsonNode seeds = json.path("policies").path("fairlead").path("seeds");
        assertThat(seeds.get(1).path("complete").asBoolean()).isTrue();
        assertThat(seeds.get(1).path("counts_for_comparisons").asBoolean()).isFalse();
        assertThat(seeds.get(2).path("complete").asBoolean()).isFalse();
        assertThat(report.neverEnded()).isEqualTo(1);
        assertThat(JobsTable.text(report))
                .contains("* fairlead: every job ended in 1 of 3 runs; the figures are of these");
    }

    @Test
    void runsThatWereNeverBegunMakeAPartialReport() throws IOException {
        JobsReport report = report(2, run("stock", 1, 20, 20, true));

        assertThat(report.complete()).isFalse();
        assertThat(json(report).path("comparisons")).isEmpty();
        assertThat(JobsTable.text(report)).contains("fairlead *").contains("in none of 2 runs every job ended");
    }

    @Test
    void theTableHasTheRatioWithItsInterval() {
        String text = JobsTable.text(three());

        assertThat(text).containsPattern("stock +46\\.7 +40\\.0 +[0-9.]+ +[0-9.]+ +baseline");
        assertThat(text).containsPattern("fairlead +16\\.7 .* 2\\.52× +0\\.93–6\\.81");
        assertThat(text).containsPattern("fairlead +60 % +30 % +2 +4 +2 ");
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void theCsvHasARowForEachContenderSeedAndJob() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        JobsCsv.writeJobs(report(1, run("stock", 1, 25, Double.NaN, true)), out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("""
                policies,seed,job,name,kind,pool,tasks,submit_s,finish_s,job_time_s,map_time_s,reduce_time_s,bytes_from_afar,bytes_in_time
                stock,1,0,a,sort,default,5,0,25,25,12.5,,0,0
                stock,1,1,"b, ""c""\",sort,default,5,4,,,,1,0,0
                """);
    }

    @Test
    void theCsvOfTasksHasEveryAttemptThatWasKept() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        JobsCsv.writeTasks(MADE_UP.report(1, "stock"), out);

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(1 + 2 * 5);
        assertThat(lines.get(0)).startsWith("policies,seed,job,stage,task,host,slot,reads_blocks,locality,launch_s");
        assertThat(lines.get(1)).startsWith("stock,1,0,1,0,h0,0,false,host,");
        assertThat(lines).anyMatch(line -> line.endsWith("true,false")).anyMatch(line -> line.endsWith("false,true"));
    }
}
