// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.fairlead.report.Amounts;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The three forms for people: the page, the picture, the table. */
class ReportsTest {
    private static final RunRecord DEMO = SampleRun.demo(5);
    private static final RunRecord LARGE = SampleRun.large();
    private static final Pattern ID = Pattern.compile("byId\\('([a-z-]+)'\\)");

    @Test
    void thePageHasItsPartsInOrderAndAsksForNothing() {
        String page = own(page(DEMO));

        int from = 0;
        for (String part : List.of(
                "<h1>stock-tuned made ",
                "<section id=\"comparison\">",
                "<section id=\"figures\">",
                "<section id=\"distributions\">",
                "<section id=\"noise\">",
                "<section id=\"round\">",
                "id=\"timeline\"",
                "id=\"load\"",
                "<section id=\"rounds\">",
                "<section id=\"setting\">",
                "<p>Queueing: fair. ",
                "<pre><code>./fairlead demo --seed 42</code></pre>",
                "<script type=\"application/json\" id=\"data\">{")) {
            from = page.indexOf(part, from);
            assertThat(from).as(part).isNotNegative();
        }
        assertThat(page).contains("default-src 'none'").doesNotContain("<link", "src=\"", "@import", "{{");
    }

    @Test
    void everyElementThatTheScriptsLookForIsInTheTemplate() {
        String page = own(page(SampleRun.demo(1)));
        Matcher looked = ID.matcher(page);
        List<String> ids = new ArrayList<>();
        while (looked.find()) {
            ids.add(looked.group(1));
        }
        assertThat(ids).hasSizeGreaterThan(20).allSatisfy(id -> assertThat(page).contains("id=\"" + id + "\""));
    }

    @Test
    void whatARunContainsNeverBecomesMarkup() throws Exception {
        String page = own(page(HostileRun.run()));

        // The data, the (left out) library and our own script, and no other.
        assertThat(page.split("<script", -1)).hasSize(4);
        assertThat(page.split("</script", -1)).hasSize(4);
        assertThat(page).doesNotContain("<img");
        String data = page.substring(page.indexOf("id=\"data\">") + 10);
        data = data.substring(0, data.indexOf("</script>"));
        assertThat(data).doesNotContain("<", ">", "&", "\u2028", "\u2029");
        assertThat(ReportJson.MAPPER.readTree(data).at("/rounds/0/spans/0/2").asText())
                .isEqualTo(HostileRun.EVIL);

        assertThat(xml(ComparisonSvg.render(HostileRun.run()))
                        .getElementsByTagName("script")
                        .getLength())
                .isZero();
        assertThat(ConsoleTable.render(HostileRun.run()))
                .doesNotContain("\u001b")
                .doesNotContain("\u2028");
    }

    @Test
    void theLargestRunStaysSmallInThePageAndWholeInItsData() {
        RunRecord run = LARGE;
        String page = page(run);

        assertThat(page.length()).isLessThan(6_000_000);
        PageData data = PageData.of(run);
        assertThat(data.thinned()).isTrue();
        assertThat(data.rounds()).hasSameSizeAs(run.rounds());
        assertThat(data.links()).hasSize(60);
        assertThat(data.rounds().get(0).load().get(0)).hasSizeLessThanOrEqualTo(120);
    }

    @Test
    void loadsAreMeansOverTheirSeconds() {
        RoundRecord round = HostileRun.run().rounds().get(0);
        String name = HostileRun.EVIL;

        PageRound exact = PageRound.of(
                round, List.of(name, "another"), List.of(name), List.of(name), new PageRound.Limits(10, 10));
        PageRound thin = PageRound.of(round, List.of(name), List.of(name), List.of(name), new PageRound.Limits(10, 1));

        assertThat(exact.load()).containsExactly(List.of(10, 120), List.of());
        assertThat(exact.thinned()).isFalse();
        assertThat(thin.load()).containsExactly(List.of(65));
        assertThat(thin.binSeconds()).isEqualTo(2);
        assertThat(thin.thinned()).isTrue();
    }

    @Test
    void everyFormTakesARunWithNothingInIt() throws Exception {
        RoundRecord bare =
                new RoundRecord(1, 1, "stock", "stopped", 0, 0, 0, false, List.of(), List.of(), List.of(), List.of());
        for (RunRecord run : List.of(
                ReportJsonTest.partial(),
                SampleRun.of(List.of("stock"), List.of(bare), "partial"),
                SampleRun.demo(1))) {
            assertThat(page(run)).contains("</html>");
            assertThat(xml(ComparisonSvg.render(run)).getDocumentElement().getTagName())
                    .isEqualTo("svg");
            assertThat(ConsoleTable.render(run)).isNotEmpty();
        }
    }

    @Test
    void theTableHasItsSectionsAndIsAsWideAsATerminal() {
        for (RunRecord run : List.of(DEMO, LARGE, HostileRun.run(), ReportJsonTest.partial())) {
            String[] lines = ConsoleTable.render(run).split("\n", -1);
            assertThat(lines).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                    .isLessThanOrEqualTo(ConsoleTable.WIDTH));
        }
        assertThat(ConsoleTable.render(DEMO))
                .containsSubsequence(
                        "20 of 21 rounds count\n",
                        "stock-tuned made ",
                        "Traffic made stock queries 1.",
                        "block write time\n",
                        "What the traffic cost stock\n",
                        "Busiest links: bytes per round, mean utilisation\n",
                        "100 Mbit/s",
                        "Noise (A/A)\n",
                        "Checks: 84 passed, 1 failed\n",
                        "Rounds not counted: 1\n",
                        "repetition 2, stock-tuned, attempt 1: CPU 81 % busy, above 75 %\n");
        assertThat(ConsoleTable.render(ReportJsonTest.partial()))
                .contains("(partial): 0 of 0 rounds count", "nothing to compare");
    }

    @Test
    void theHeadlineSaysWhatItKnows() {
        assertThat(Headline.of(DEMO)).startsWith("stock-tuned made ").contains(" block writes (95 % interval 0.9");
        assertThat(Headline.of(SampleRun.demo(1))).contains("(1 repetition, too few for an interval)");
        assertThat(Headline.rest(DEMO))
                .singleElement()
                .asString()
                .matches("Traffic made stock queries 1\\.\\d\\d× slower: 2\\.\\d\\d s → \\d\\.\\d\\d s \\(95 % interval"
                        + " 1\\.\\d\\d–1\\.\\d\\d\\), and block writes 2\\.\\d\\d× slower: .* \\(95 % interval"
                        + " 1\\.\\d\\d–2\\.\\d\\d\\)\\.");
    }

    @Test
    void amountsAreWrittenAsPeopleWriteThem() {
        assertThat(Amounts.text(0.0123, "s")).isEqualTo("12.3 ms");
        assertThat(Amounts.text(2.3149, "s")).isEqualTo("2.31 s");
        assertThat(Amounts.text(134.4, "s")).isEqualTo("134 s");
        assertThat(Amounts.text(0, "s")).isEqualTo("0 s");
        assertThat(Amounts.text(999_700, "bytes")).isEqualTo("1.00 MB");
        assertThat(Amounts.text(12, "bytes")).isEqualTo("12 B");
        assertThat(Amounts.text(12.5e6, "bytes/s")).isEqualTo("100 Mbit/s");
        assertThat(Amounts.text(3.14159, "rows")).isEqualTo("3.14 rows");
        assertThat(new Metric("query_time", "s").things()).isEqualTo("queries");
        assertThat(new Metric("query_time[q1]", "s").things()).isEqualTo("query [q1]");
        assertThat(new Metric("block_write_time", "s").things()).isEqualTo("block writes");
        assertThat(new Metric("read_rate", "bytes/s").moreIsBetter()).isTrue();
    }

    /** The page without the million characters of the chart library, which are nobody's subject here. */
    private static String own(String page) {
        int from = page.indexOf("<script>", page.indexOf("id=\"data\"")) + 8;
        return page.substring(0, from) + page.substring(page.indexOf("</script>", from));
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }

    private static String page(RunRecord run) {
        return new String(HtmlReport.render(run), StandardCharsets.UTF_8);
    }
}
