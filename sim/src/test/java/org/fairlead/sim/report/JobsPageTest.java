// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JobsPageTest {
    private static String page(JobsReport report) {
        return new String(JobsPage.render(report), StandardCharsets.UTF_8);
    }

    private static JsonNode data(String page) throws IOException {
        String start = "<script type=\"application/json\" id=\"data\">";
        int from = page.indexOf(start) + start.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    }

    @Test
    void thePageAsksForNothingFromOutside() {
        String page = page(new MadeUpRuns(4, 3, 10).report(3, "stock", "fairlead"));

        assertThat(page).contains("default-src 'none'").doesNotContainPattern("\\{\\{[a-z_]+}}");
        assertThat(page)
                .doesNotContainPattern("(?i)<(script|iframe)[^>]*src=|<link")
                .doesNotContainPattern("(?i)(src|href)=\\\\?['\"]?(https?:)?//");
        assertThat(page).doesNotContainPattern("(?i)(url\\(|@import|fetch\\(|XMLHttpRequest\\()\\s*['\"]?https?:");
    }

    @Test
    void namesFromOutsideAreText() throws IOException {
        String page = page(new MadeUpRuns(4, 3, 10).report(1, "stock"));

        assertThat(page).doesNotContain("</script><b>").contains("Sorts &lt;/script&gt;&lt;b&gt;");
        assertThat(data(page).path("drawings").path("job_names").get(0).asText())
                .isEqualTo("sort0");
    }

    @Test
    void theHeadlineSaysHowMuchTheBestContenderGains() {
        assertThat(page(new MadeUpRuns(4, 3, 10).report(3, "stock", "fairlead")))
                .containsPattern(
                        "<h1>The mean job takes [0-9.]+\u00a0s under fairlead, [0-9.]+\u00a0% less than under stock")
                .doesNotContain("class=\"badge\"");
    }

    @Test
    void curvesAreBySizeOfTheJob() throws IOException {
        // Of 6 jobs of 40 tasks one has an eighth and one five times as many.
        JsonNode curves = data(page(new MadeUpRuns(8, 6, 40).report(2, "stock")))
                .path("contenders")
                .get(0)
                .path("curves")
                .path("job_time");

        assertThat(curves.path("1–10 tasks").path("n").asInt()).isEqualTo(2);
        assertThat(curves.path("11–100 tasks").path("n").asInt()).isEqualTo(8);
        assertThat(curves.path("101–1000 tasks").path("n").asInt()).isEqualTo(2);
        assertThat(curves.has("more than 1000 tasks")).isFalse();
    }

    @Test
    void aLargeRunIsDrawnInPartAndThePageSaysOfWhat() throws IOException {
        JobsReport report = new MadeUpRuns(64, 30, 150).report(1, "stock");

        JsonNode drawings = data(page(report)).path("drawings");

        JsonNode run = drawings.path("runs").get(0);
        assertThat(run.path("attempts").size()).isBetween(1000, 3000);
        assertThat(run.path("attempts_of").asInt())
                .isEqualTo(report.contenders().get(0).runs().get(0).tasks().size())
                .isGreaterThan(3000);
        assertThat(drawings.path("hosts").size()).isLessThan(64);
        assertThat(drawings.path("hosts_of").asInt()).isEqualTo(64);
        assertThat(drawings.path("links").size()).isEqualTo(60);
        assertThat(drawings.path("links_of").asInt()).isEqualTo(2 * (64 + 8));
        assertThat(run.path("loads").get(0).size()).isLessThanOrEqualTo(160);
        double[] means = new double[60];
        for (int link = 0; link < 60; link++) {
            for (JsonNode load : run.path("loads").get(link)) {
                means[link] += load.asDouble();
            }
        }
        assertThat(means[0]).isGreaterThan(means[30]);
        assertThat(means[30]).isGreaterThan(means[59]);
    }

    @Test
    void aRunThatKeptNothingIsNotDrawn() throws IOException {
        MadeUpRuns madeUp = new MadeUpRuns(4, 3, 10);
        JobsReport report = new JobsReport(
                madeUp.setting(1),
                MadeUpRuns.policies("stock"),
                "stock",
                List.of(JobsRun.of(madeUp.cluster(), madeUp.outcome("stock", 1, 1, false))));

        assertThat(data(page(report)).path("drawings").path("runs")).isEmpty();
    }
}
