// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.simulation.SimulationRequest;
import org.fairlead.diagnosis.simulation.SimulationRequest.Network;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.Question;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.junit.jupiter.api.Test;

/** What is said of policies on a cluster that is not the log's. */
final class PolicyTextTest {
    private static final Change FEWER = Change.NONE.withLinks(2).without("h3");

    private static List<WhatIfAnswer> answers(Change change) {
        ApplicationLog log = new MadeUpApplication(4, 2)
                .stage(64, (task, host) -> MadeUpApplication.computing(1000, 0))
                .log();
        SimulationRequest request = new SimulationRequest(
                PolicySets.all("stock,fairlead", Cluster.Framework.SPARK),
                Optional.empty(),
                new Network(Optional.empty(), Network.USUAL, 1),
                3,
                change.ofCluster());
        return List.of(WhatIf.answer(
                log,
                new Question(List.of(change), Optional.of(request), Optional.empty(), Optional.empty()),
                RunObserver.NONE));
    }

    @Test
    void eachPolicyHasARowMoreWithAllChangesOfTheCluster() {
        String text = WhatIfText.of(answers(FEWER), List.of(), 0);

        assertThat(text)
                .contains(
                        "\nstock  ",
                        "\nfairlead  ",
                        "\nstock, with links 2 times as fast and without h3\n",
                        "\nfairlead, with links 2 times as fast and without h3\n",
                        "\nfairlead, with links 2 times as fast and without h3: stage 0 takes ");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        assertThat(new String(WhatIfPage.render(answers(FEWER), List.of()), StandardCharsets.UTF_8))
                .contains("policies: fairlead, with links 2 times as fast and without h3");
    }

    @Test
    void programsAreToldWhatIsOtherwise() throws IOException {
        JsonNode policies = new ObjectMapper()
                .readTree(WhatIfJson.bytes(answers(FEWER), List.of()))
                .path("applications")
                .path(0)
                .path("simulation")
                .path("policies");

        assertThat(policies.size()).isEqualTo(4);
        assertThat(policies.path(1).has("what_if")).isFalse();
        assertThat(policies.path(3).path("policies").asText()).isEqualTo("fairlead");
        assertThat(policies.path(3).path("what_if").asText()).isEqualTo("with links 2 times as fast and without h3");
        assertThat(policies.path(3).path("links").asDouble()).isEqualTo(2);
        assertThat(policies.path(3).path("without_host").asText()).isEqualTo("h3");
        assertThat(policies.path(3).has("executors")).isFalse();
        assertThat(policies.path(3).path("saves").asDouble()).isNegative();
    }

    /** Disks never limit in the simulator. */
    @Test
    void whatReplayAloneAnswersMakesNoRow() {
        String text = WhatIfText.of(answers(Change.NONE.withDisks(4).withRepaired("h3")), List.of(), 0);

        assertThat(text).contains("\nfairlead  ").doesNotContain("fairlead, with");
    }
}
