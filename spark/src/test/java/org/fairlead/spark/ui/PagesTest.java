// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.record.Records;
import org.fairlead.spark.record.SampleRecords;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the pages say of an application with a canary, declines, failures and loaded links, in a real web UI. */
@Timeout(300)
class PagesTest {
    private static final Map<String, ExecutorMemory> MEMORY = Map.of(
            "1", new ExecutorMemory(400_000_000, 100_000_000, 50_000_000),
            "2", new ExecutorMemory(400_000_000, 0, 0));

    private static final PrefetchReport PREFETCH = new PrefetchReport(
            "enforce",
            Map.of("fetched", 200_000_000L, "wasted", 30_000_000L),
            Map.of("requested", 20L, "in_time", 13L, "late", 4L, "elsewhere", 3L),
            Map.of("slow_fetch", 4L, "not_counted_on", 3L),
            Map.of("at_once", 7L),
            0.21);

    private static final CopiesReport COPIES = new CopiesReport(
            "canary",
            Map.of("copied", 1L, "one_wave", 2L),
            Map.of("bytes.planned", 50_000_000L, "bytes.copied", 40_000_000L, "bytes.read", 30_000_000L),
            null,
            List.of(new CopiedShuffle(
                    7,
                    "canary",
                    "copied",
                    48,
                    0,
                    Map.of("bytes.planned", 50_000_000L, "bytes.evicted", 6_000_000L, "credits_refused", 17L),
                    4.0,
                    2.5,
                    new CopiedShuffle.FetchWait(12, 60_000_000, 5.2, 1.31))));

    private static SparkContext context;

    @BeforeAll
    static void attach() {
        context = new SparkContext(new SparkConf(false)
                .setMaster("local[1]")
                .setAppName("pages")
                .set("spark.ui.port", "0")
                .set("spark.driver.host", "127.0.0.1"));
        Records records = SampleRecords.busy();
        FairleadTab.attach(
                context.ui().get(),
                records,
                TimeSource.SYSTEM,
                () -> new Records.About("app-1", "pages", "canary", "fairlead", 0.5, MEMORY, PREFETCH, COPIES));
    }

    @AfterAll
    static void stop() {
        context.stop();
    }

    private static String get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(context.uiWebUrl().get() + path))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return response.body();
    }

    @Test
    void theOverviewHasTheCanarysResultAndALineForEachStage() throws Exception {
        String page = get("/fairlead/");

        assertThat(page)
                .contains("50 % of the stages", "time of a task, s", "95 % interval", "aria-label=\"interval\"")
                .contains("650 MB free", "of 800 MB on 2 executors");
        assertThat(page.split("/fairlead/stage/\\?id=", -1)).hasSize(102);
        assertThat(page).contains("map at &lt;Query3&gt;.scala:12").doesNotContain("<Query3>");
    }

    @Test
    void theOverviewOpensWithWhatWasGainedAndHowItIsKnown() throws Exception {
        String page = get("/fairlead/");

        assertThat(page)
                .contains("Canary: with ours a task took", "% less time than with stock (95 %", "drawn by chance");
        assertThat(page.indexOf("Canary: with ours")).isLessThan(page.indexOf("<h4>Stages"));
        assertThat(page).doesNotContain("nothing yet");
    }

    @Test
    void theOverviewSaysWhatWasFetchedAheadAndWhyNotMore() throws Exception {
        assertThat(get("/fairlead/"))
                .contains(
                        "<h4>Input fetched ahead",
                        "13 in time, 4 late, 3 elsewhere",
                        "30.0 MB wasted (15 %)",
                        "by 21 % of the lead",
                        "before plans counted on it 3",
                        "fetched too slowly 4");
        assertThat(get("/fairlead/json/")).contains("\"not_counted_on\"");
    }

    @Test
    void theOverviewSaysWhatWasCopiedByShuffle() throws Exception {
        assertThat(get("/fairlead/"))
                .contains(
                        "<h4>Map output copied",
                        "all map tasks run at once 2",
                        "50.0 MB planned: 0 B asked for, 40.0 MB copied, of these 30.0 MB read (75 %)",
                        "predicted 4.00 s without copies, 2.50 s less with them; waited 1.31 s",
                        "<td class=\"n\">6.00 MB</td>",
                        "<td class=\"n\">17</td>",
                        "<td class=\"n\">1.50 s</td>",
                        "<td class=\"n\">5.20 s</td>");
        assertThat(get("/fairlead/json/")).contains("\"credits_refused\"");
    }

    @Test
    void whereTaskTimeWentIsToldOfTheApplicationAndOfAStage() throws Exception {
        assertThat(get("/fairlead/")).contains("Where task time went", ">computing<", ">garbage collection<");
        assertThat(get("/fairlead/stage/?id=100"))
                .contains("Where task time went", ">thrown away<", "waited for a slot");
    }

    @Test
    void aStagesDecisionsHaveTheirGrounds() throws Exception {
        assertThat(get("/fairlead/stage/?id=100"))
                .contains("decided by", "link e1-&gt;h", "stock would have launched", "after its locality wait")
                .containsPattern("task \\d+: \\d.* s here \\(link e3-&gt;h\\d+\\), 5.20 s on h4");
    }

    @Test
    void aStagesTimelineHasItsHostsByNumberItsDeclinesAndItsLinks() throws Exception {
        String page = get("/fairlead/stage/?id=100");

        assertThat(page).contains("Query&lt;b&gt;9").doesNotContain("Query<b>9");
        assertThat(page.indexOf(">h2<")).isPositive().isLessThan(page.indexOf(">h10<"));
        assertThat(page)
                .contains(
                        "class=\"free\"",
                        "the host receives at a high rate",
                        "-&gt;",
                        "Gbit/s",
                        "<path class=\"line\"");
        assertThat(page).contains(" failed\"", " stock\"");
    }

    @Test
    void aStageWithoutLoadedLinksSaysSo() throws Exception {
        assertThat(get("/fairlead/stage/?id=0")).contains("No link carried more than 5 %");
    }
}
