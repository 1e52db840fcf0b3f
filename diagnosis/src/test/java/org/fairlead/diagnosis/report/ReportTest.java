// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.analysis.Cause;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ApplicationLog.Damage;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;
import org.fairlead.diagnosis.verdict.NamedCause;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.Question;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;

/** What people and programs are told of applications whose cause is known. */
final class ReportTest {
    private static Diagnosis diagnosis(ApplicationLog log, ZoneTraffic zones) {
        return Analyst.diagnose(log, zones, RunObserver.NONE);
    }

    private static Diagnosis diagnosis(MadeUpApplication application) {
        return diagnosis(application.log(), ZoneTraffic.NONE);
    }

    private static String text(Diagnosis... diagnoses) {
        return DiagnosisText.of(new Answers(List.of(diagnoses), List.of()), 10, Double.NaN);
    }

    /** Six stages of tasks that read and write nothing. */
    static MadeUpApplication computing(int hosts) {
        Random random = new Random(3);
        MadeUpApplication application = new MadeUpApplication(hosts, 2);
        for (int stage = 0; stage < 6; stage++) {
            application.stage(hosts * 8, (task, host) -> MadeUpApplication.computing(900 + random.nextInt(200), 0));
        }
        return application;
    }

    @Test
    void whereTasksComputeTheNetworkIsNotTheProblem() {
        Diagnosis diagnosis = diagnosis(computing(4));

        assertThat(diagnosis.bound(Cause.NETWORK).atMost()).isZero();
        assertThat(text(diagnosis).replaceAll("\\s+", " "))
                .startsWith(
                        "\"made up\" (app-1): The network is not the problem: an infinitely fast one would save at most 0 %")
                .contains("No host is slower than the others by more than chance")
                .contains("100 % was computing", "of 0 % the log does not say");
        assertThat(text(diagnosis).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void whereTasksWaitForAShuffleTheBoundIsWhatTheyWaited() {
        MadeUpApplication application = new MadeUpApplication(2, 2);
        for (int stage = 0; stage < 3; stage++) {
            application.stage(
                    16,
                    (task, host) -> new Done(
                            new Task.Times(1000, 1000, 600, 0, 400, 0, 0, 0), new Task.Volumes(0, 1e6f, 0, 0, 0, 0)));
        }

        Diagnosis diagnosis = diagnosis(application);

        assertThat(diagnosis.bound(Cause.NETWORK).measured()).isBetween(0.395, 0.4);
        assertThat(diagnosis.bound(Cause.NETWORK).atMost()).isBetween(0.395, 0.4);
        assertThat(diagnosis.times().replayed()).isEqualTo(diagnosis.times().logged());
        assertThat(Sentence.headline(diagnosis))
                .isEqualTo("An infinitely fast network would save at most 40 % of the 12.0 s in which jobs ran.");
    }

    @Test
    void aSlowHostIsNamedWithWhatItCosts() throws IOException {
        Random random = new Random(5);
        MadeUpApplication application = new MadeUpApplication(8, 2);
        for (int stage = 0; stage < 8; stage++) {
            application.stage(
                    64,
                    (task, host) -> MadeUpApplication.computing((900 + random.nextInt(200)) * (host == 5 ? 3 : 1), 0));
        }
        Diagnosis diagnosis = diagnosis(application);

        assertThat(text(diagnosis)).contains("Host h5 is slow (computing): without it −");
        JsonNode root = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(new Answers(List.of(diagnosis), List.of("x: no log")), 0.02));
        JsonNode straggler =
                root.path("applications").path(0).path("stragglers").path(0);
        assertThat(straggler.path("host").asText()).isEqualTo("h5");
        assertThat(straggler.path("factor").asDouble()).isBetween(2.5, 3.5);
        assertThat(straggler.path("without").path("low").asDouble()).isPositive();
        assertThat(root.path("unanswered").path(0).asText()).isEqualTo("x: no log");
        assertThat(root.path("applications").path(0).path("stages").size()).isEqualTo(8);
    }

    @Test
    void aNamedCauseSaysBetweenWhatItWouldSave() throws IOException {
        Diagnosis told = diagnosis(computing(4));
        NamedCause disk = new NamedCause(NamedCause.Kind.DISK, "h3", 0.34, 0.28, 0.4);
        Diagnosis diagnosis = new Diagnosis(
                told.subject(),
                told.times(),
                told.split(),
                told.blocked(),
                told.bounds(),
                told.stages(),
                told.stragglers(),
                told.compared(),
                told.skews(),
                told.untold(),
                told.zones(),
                told.causes(),
                new Verdict(List.of(disk), 0));

        assertThat(Sentence.headline(diagnosis))
                .isEqualTo(
                        "It was slow for the disk of h3: without that, jobs would have taken about 34 % less (28–40 %).");
        JsonNode cause = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(new Answers(List.of(diagnosis), List.of()), Double.NaN))
                .path("applications")
                .path(0)
                .path("verdict")
                .path("causes")
                .path(0);
        assertThat(cause.path("saves").asDouble()).isEqualTo(0.34);
        assertThat(cause.path("saves_least").asDouble()).isEqualTo(0.28);
        assertThat(cause.path("saves_most").asDouble()).isEqualTo(0.4);
    }

    @Test
    void aTaskWithMoreDataIsSkew() {
        MadeUpApplication application = new MadeUpApplication(2, 2)
                .stage(16, (task, host) -> MadeUpApplication.computing(task == 9 ? 9000 : 1000, task == 9 ? 9e6 : 1e6));

        Diagnosis diagnosis = diagnosis(application);

        assertThat(diagnosis.skews()).hasSize(1);
        assertThat(diagnosis.skews().get(0).partition()).isEqualTo(9);
        assertThat(diagnosis.skews().get(0).byData()).isTrue();
        assertThat(diagnosis.bound(Cause.SKEW).atMost()).isGreaterThan(0.3);
        assertThat(text(diagnosis)).contains("more data, h");
    }

    @Test
    void whatALogCannotTellIsAFigureWithTheLineThatWould() {
        MadeUpApplication application = new MadeUpApplication(2, 2)
                .stage(
                        8,
                        (task, host) -> new Done(
                                new Task.Times(1000, 1000, 700, 0, 0, 0, 0, 0), new Task.Volumes(1e6f, 0, 0, 0, 0, 0)));

        assertThat(text(diagnosis(application)).replaceAll("\\s+", " "))
                .contains("of 30 % the log does not say what it was spent on")
                .contains("30 % (2.40 s): tasks that read, spill or write")
                .contains(
                        "--jars fairlead-spark.jar \\ --conf spark.plugins=io.fairlead.spark.FairleadPlugin \\ --conf spark.fairlead.decisions.dir=DIR")
                .contains("'fairlead why LOG --decisions DIR'");
    }

    @Test
    void noLineIsNamedThatThisSparkDoesNotHave() throws IOException {
        MadeUpApplication application = new MadeUpApplication(2, 1)
                .on("3.5.3-vendor", "k8s://https://there:6443")
                .stage(
                        12,
                        (task, host) -> new Done(
                                new Task.Times(10_000, 10_000, 6_000, 0, 0, 0, 0, 0),
                                new Task.Volumes(1e8f, 0, 0, 0, 0, 0)));
        String needs = "the plug-in needs Spark 4.0 to 4.2 (this is 3.5.3-vendor) and a master spark://…, yarn or"
                + " local-cluster[…] (this is k8s://https://there:6443)";

        assertThat(text(diagnosis(application)).replaceAll("\\s+", " "))
                .contains("none: " + needs)
                .doesNotContain("FairleadPlugin", "--decisions");
        JsonNode untold = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(new Answers(List.of(diagnosis(application)), List.of()), Double.NaN))
                .path("applications")
                .path(0)
                .path("untold")
                .path(0);
        assertThat(untold.path("line").asText()).isEmpty();
        assertThat(untold.path("why_no_line").asText()).isEqualTo(needs);
        List<WhatIfAnswer> answers = List.of(
                WhatIf.answer(application.log(), Question.of(List.of(Change.NONE.withLinks(2))), RunObserver.NONE));
        assertThat(WhatIfText.of(answers, List.of(), 0).replaceAll("\\s+", " "))
                .contains("no line of configuration would tell: " + needs + ".")
                .doesNotContain("FairleadPlugin");
    }

    @Test
    void whatCouldNotBeReadIsSaidAsWhatItIs() throws IOException {
        ApplicationLog log = computing(2).log();
        Diagnosis part = diagnosis(log.withDamage(new Damage(0, 1, 0, "events_2_app-1: no log")), ZoneTraffic.NONE);
        Diagnosis several =
                diagnosis(log.withDamage(new Damage(2, 0, 1, "events_1_app-1:7: no JSON")), ZoneTraffic.NONE);

        assertThat(DiagnosisText.setting(part))
                .endsWith(" 1 part of the log could not be read: events_2_app-1: no log.");
        assertThat(DiagnosisText.setting(several))
                .endsWith(" 2 lines and 1 file's end could not be read, first: events_1_app-1:7: no JSON.");
        assertThat(DiagnosisText.setting(diagnosis(log, ZoneTraffic.NONE))).doesNotContain("could not be read");
        JsonNode root = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(new Answers(List.of(part, several), List.of()), Double.NaN));
        assertThat(root.path("applications").path(0).path("damaged_parts").asInt())
                .isEqualTo(1);
        assertThat(root.path("applications").path(1).path("damaged_ends").asInt())
                .isEqualTo(1);
    }

    @Test
    void zonesAreSaidWithWhatTheyCostAndWhatPlacementCouldSave() {
        ZoneTraffic even = new ZoneTraffic(List.of(new ZoneTraffic.Pair("a", "b", 5e11)), 5e11, 5e11, 0, 1e9);
        ZoneTraffic uneven = new ZoneTraffic(List.of(new ZoneTraffic.Pair("a", "b", 5e11)), 5e11, 5e11, 0, 2e11);

        assertThat(DiagnosisText.zoneSentence(even, 0.02))
                .startsWith("Across zones: 500 GB ($10.00) of 1.00 TB of shuffles. Placement could save nothing of it");
        assertThat(DiagnosisText.zoneSentence(uneven, Double.NaN))
                .contains("Placement could save at most 200 GB, with all reducing tasks", "not the other 300 GB.");
    }

    @Test
    void savingsHaveTheirIntervals() {
        assertThat(Figures.saving(new Saving(0.23, 0.18, 0.27))).isEqualTo("−23 % (18–27 %)");
        assertThat(Figures.saving(new Saving(0.02, -0.03, 0.05))).isEqualTo("−2 % (−5 to +3 %)");
        assertThat(Figures.saving(Saving.UNKNOWN)).isEqualTo("cannot be said");
        assertThat(Figures.ends(0.284, 0.396)).isEqualTo(" (28–40 %)");
        assertThat(Figures.ends(-0.05, 0.396)).isEqualTo(" (−5 to 40 %)");
        assertThat(Figures.ends(-0.001, 0.396)).isEqualTo(" (0–40 %)");
        assertThat(Figures.ends(0.341, 0.342)).isEmpty();
        assertThat(Figures.atMost(0.0201)).isEqualTo("3 %");
        assertThat(Figures.atMost(0.02)).isEqualTo("2 %");
        assertThat(Figures.time(723_000)).isEqualTo("12 min 3 s");
        assertThat(Figures.time(3 * 3600e3 + 12.9 * 60e3)).isEqualTo("3 h 12 min");
    }

    @Test
    void whatWasSpilledIsSaidByStage() throws IOException {
        MadeUpApplication application = new MadeUpApplication(2, 2);
        for (int stage = 0; stage < 3; stage++) {
            float spilled = stage == 0 ? 0 : stage * 1e9f;
            application.stage(
                    8,
                    (task, host) -> new Done(
                            new Task.Times(1000, 1000, 700, 0, 0, 0, 0, 0), new Task.Volumes(0, 0, 0, 0, spilled, 0)));
        }
        Diagnosis diagnosis = diagnosis(application);

        assertThat(text(diagnosis).replaceAll("\\s+", " "))
                .contains("Spilled to disk: 16.0 GB in stage 2, 8.00 GB in stage 1.");
        assertThat(text(diagnosis(computing(2)))).doesNotContain("Spilled");
        JsonNode stages = new ObjectMapper()
                .readTree(DiagnosisJson.bytes(new Answers(List.of(diagnosis), List.of()), Double.NaN))
                .path("applications")
                .path(0)
                .path("stages");
        assertThat(stages.findValuesAsText("spilled_bytes")).hasSize(3);
        assertThat(stages.findValues("spilled_bytes").stream()
                        .mapToDouble(JsonNode::asDouble)
                        .sum())
                .isEqualTo(24e9);
    }

    @Test
    void thePageHasAllOfItAndAsksForNothing() {
        Diagnosis one = diagnosis(computing(2));
        String page = new String(
                DiagnosisPage.render(new Answers(List.of(one, one), List.of()), Double.NaN), StandardCharsets.UTF_8);

        assertThat(page)
                .contains("Why 2 applications took so long", "stage-bars", "\"bounds\"")
                .doesNotContain("{{");
        assertThat(new String(
                        DiagnosisPage.render(new Answers(List.of(one), List.of()), Double.NaN), StandardCharsets.UTF_8))
                .contains("<h1>The network is not the problem");
    }
}
