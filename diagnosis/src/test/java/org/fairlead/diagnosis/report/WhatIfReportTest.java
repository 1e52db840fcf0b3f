// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ApplicationLog.Damage;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.simulation.PolicyAnswer;
import org.fairlead.diagnosis.simulation.SimulationRequest;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.Question;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.junit.jupiter.api.Test;

/** What people and programs are told of what would have been, of applications whose cause is known. */
final class WhatIfReportTest {
    @Test
    void whatWouldHaveBeenIsATableAndAPage() {
        ApplicationLog log = new MadeUpApplication(4, 2)
                .stage(
                        16,
                        (task, host) -> new Done(
                                new Task.Times(2000, 2000, 2000, 0, 0, 0, 0, 0), new Task.Volumes(0, 0, 0, 1e7f, 0, 0)))
                .stage(
                        8,
                        (task, host) -> new Done(
                                new Task.Times(3000, 3000, 2000, 0, 1000, 0, 0, 0),
                                new Task.Volumes(0, 1.5e7f, 5e6f, 0, 0, 0)),
                        0)
                .log();
        SimulationRequest request = new SimulationRequest(
                PolicySets.all("stock,fairlead", Cluster.Framework.SPARK),
                Optional.empty(),
                new SimulationRequest.Network(Optional.empty(), SimulationRequest.Network.USUAL, 1),
                3);
        List<WhatIfAnswer> answers = List.of(WhatIf.answer(
                log,
                new Question(
                        List.of(Change.NONE.withLinks(2)), Optional.of(request), Optional.empty(), Optional.empty()),
                RunObserver.NONE));

        String text = WhatIfText.of(answers, List.of("x: no log"), 10);
        assertThat(text.replaceAll("\\s+", " "))
                .contains("7.02 s replayed as it was (as logged", "links 2 times as fast")
                .contains("Simulated on 4 hosts with 8 slots in 1 rack, links of 10.0 Gbit/s (a usual rate")
                .contains("fairlead", "nothing to gain", "Stage tasks by its log replayed simulated", "x: no log");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        String json = new String(WhatIfJson.bytes(answers, List.of()), StandardCharsets.UTF_8);
        assertThat(json).contains("\"busiest_share\"", "\"simulated_s\"", "\"policies\" : \"fairlead\"");
        assertThat(new String(WhatIfPage.render(answers, List.of()), StandardCharsets.UTF_8))
                .contains("<h1>With links 2 times as fast: saves ", "How far the log is met", "policies: fairlead")
                .doesNotContain("{{");
    }

    @Test
    void aPageAboutAHostThatIsNotThereSaysSoInItsHeading() {
        WhatIfAnswer answer = WhatIf.answer(
                ReportTest.computing(4).log(), Question.of(List.of(Change.NONE.without("h1"))), RunObserver.NONE);

        assertThat(new String(WhatIfPage.render(List.of(answer), List.of()), StandardCharsets.UTF_8))
                .contains("<h1>Without h1: ");
    }

    @Test
    void hostsWithoutARackAreSaid() {
        SelfCheck check = WhatIf.answer(
                        ReportTest.computing(4).log(), Question.of(List.of(Change.NONE.withLinks(2))), RunObserver.NONE)
                .check();
        PolicyAnswer answer = new PolicyAnswer(
                new PolicyAnswer.Setting(4, 2, 2, 8, 125e6, false, true, false, 3),
                check,
                new PolicyAnswer.Fetching(0, 0),
                PolicyAnswer.BusiestLink.NONE,
                List.of());

        assertThat(PolicyText.setting(answer))
                .startsWith("Simulated on 4 hosts with 8 slots in 2 racks (one of them of 2 hosts that --zones does not"
                        + " name), links of ");
    }

    @Test
    void whatCouldNotBeReadIsSaidOfWhatWouldHaveBeenToo() {
        ApplicationLog log = ReportTest.computing(2).log().withDamage(new Damage(0, 1, 0, "events_2_app-1: no log"));
        List<WhatIfAnswer> answers =
                List.of(WhatIf.answer(log, Question.of(List.of(Change.NONE.withLinks(2))), RunObserver.NONE));

        assertThat(WhatIfText.of(answers, List.of(), 0).replaceAll("\\s+", " "))
                .contains("in the median). 1 part of the log could not be read: events_2_app-1: no log.");
        assertThat(new String(WhatIfJson.bytes(answers, List.of()), StandardCharsets.UTF_8))
                .contains("\"damaged_parts\" : 1");
    }

    /** Of 10 s of each task 4 were waited for who knows what: between 36 and 60 s, which is no answer. */
    @Test
    void whatCannotBeToldIsDeclinedWithTheReason() throws IOException {
        ApplicationLog log = new MadeUpApplication(2, 1)
                .stage(
                        12,
                        (task, host) -> new Done(
                                new Task.Times(10_000, 10_000, 6_000, 0, 0, 0, 0, 0),
                                new Task.Volumes(1e8f, 0, 0, 0, 0, 0)))
                .log();
        List<WhatIfAnswer> answers =
                List.of(WhatIf.answer(log, Question.of(List.of(Change.NONE.withLinks(2))), RunObserver.NONE));

        String text = WhatIfText.of(answers, List.of(), 0);
        String said =
                "cannot be told within 10 %, because it is not known whether tasks that read from other hosts waited"
                        + " for links, or for processors and disks there (40.0 s of task time);"
                        + " --jars fairlead-spark.jar --conf spark.plugins=io.fairlead.spark.FairleadPlugin"
                        + " --conf spark.fairlead.decisions.dir=DIR and then --decisions DIR would tell more";
        assertThat(text.replaceAll("\\s+", " "))
                .contains("links 2 times as fast 36.0 s to 1 min 0 s declined")
                .contains("links 2 times as fast: between 36.0 s and 1 min 0 s: " + said + ".");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        JsonNode prediction = new ObjectMapper()
                .readTree(WhatIfJson.bytes(answers, List.of()))
                .path("applications")
                .path(0)
                .path("predictions")
                .path(0);
        assertThat(prediction.path("declined").asText()).isEqualTo(said);
        assertThat(prediction.path("least_s").asDouble()).isCloseTo(36.01, within(0.02));
        assertThat(new String(WhatIfPage.render(answers, List.of()), StandardCharsets.UTF_8))
                .contains("<h1>With links 2 times as fast: cannot be told within 10 %", "\"declined\":true", said);
    }
}
