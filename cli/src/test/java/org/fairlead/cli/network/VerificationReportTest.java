// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelJudge;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.network.label.LabelTrace;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.verify.LabelVerification;
import org.fairlead.network.verify.LabelVerification.LabelledPath;
import org.junit.jupiter.api.Test;

/** From h1 to h13 of a fat tree, label 8: e1, a1, c1, a7, e7, h13. */
class VerificationReportTest {
    private static final Topology TOPOLOGY =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();

    /** One path to h13 for each of these answers, with label 8; {@code -} is nobody. */
    private static LabelVerification found(Set<String> mute, String... answers) {
        Set<Node> answering = new HashSet<>(TOPOLOGY.nodes());
        answering.removeIf(node -> mute.contains(node.name()));
        LabelJudge judge = new LabelJudge(LabelPlan.of(TOPOLOGY, Codepoints.named("8-15")), answering);
        List<LabelledPath> paths = Stream.of(answers)
                .map(each -> new LabelledPath(TOPOLOGY.host("h13"), 8, List.of(judge.judge(trace(each)))))
                .toList();
        return new LabelVerification(TOPOLOGY.host("h1"), answering, paths);
    }

    private static LabelTrace trace(String answers) {
        TreeMap<Integer, ProbeAnswer> byHop = new TreeMap<>();
        for (String answer : answers.split(" ", -1)) {
            byHop.put(
                    byHop.size() + 1,
                    answer.equals("-")
                            ? new ProbeAnswer.None()
                            : TOPOLOGY.node(answer)
                                    .<ProbeAnswer>map(ProbeAnswer.From::new)
                                    .orElseGet(() -> new ProbeAnswer.Stranger(answer)));
        }
        return new LabelTrace(TOPOLOGY.host("h1"), TOPOLOGY.host("h13"), 8, byHop);
    }

    @Test
    void aLineForEachLabelAndDestinationAndOneForWhatIsWrong() {
        assertThat(VerificationReport.text(found(Set.of(), "e1 a1 c1 a7 e7 h13", "e1 a2", "e1 a1 c1 - - -")))
                .isEqualTo("""
                        label  to          hop  expected                answered                verdict
                        8      h13         1-6  e1 a1 c1 a7 e7 h13      e1 a1 c1 a7 e7 h13      obeys
                        8      h13         2    a1                      a2                      another path: e1
                        8      h13         4    a7                      -                       no answer: c1

                        e1 does not send label 8 to a1 where it should
                        c1 loses label 8 on the way to a7, or a7 does when it arrives
                        1 of 3 labelled paths from h1 are obeyed; to blame: c1, e1
                        """);
    }

    @Test
    void whatCannotBeSeenIsHeldAgainstNobody() {
        assertThat(VerificationReport.text(found(Set.of("a1"), "e1 - c1 a7 e7 h13")))
                .contains("no answer\n", "a1 does not answer probes; whether label 8 goes there cannot be seen\n")
                .endsWith("0 of 1 labelled paths from h1 are obeyed\n");
        assertThat(VerificationReport.text(found(Set.of(), "e1 10.9.9.9 c1 a7 e7 h13")))
                .contains("  10.9.9.9?  ", "in place of a1 somebody answers whose address is not known: 10.9.9.9; ");
    }

    @Test
    void whereNoSwitchAnswersOneLineSaysSo() {
        LabelVerification found = new LabelVerification(TOPOLOGY.host("h1"), Set.of(), List.of());

        assertThat(VerificationReport.text(found))
                .isEqualTo("no switch answers probes from h1: whether labels are obeyed cannot be seen from here\n");
        assertThat(found.allObey()).isFalse();
    }

    @Test
    void jsonHasEveryHop() throws Exception {
        JsonNode json = new ObjectMapper()
                .readTree(VerificationReport.json(found(Set.of(), "e1 a1 c1 - - -", "e1 a1 c1 a7 e7 h13")));

        assertThat(json.path("from").asText()).isEqualTo("h1");
        assertThat(json.path("switches_answer").asBoolean()).isTrue();
        assertThat(json.path("all_obey").asBoolean(true)).isFalse();
        assertThat(json.path("blamed").toString()).isEqualTo("[\"c1\"]");
        JsonNode path = json.path("paths").path(0);
        assertThat(path.path("verdict").asText()).isEqualTo("no answer");
        assertThat(path.path("blamed").toString()).isEqualTo("[\"c1\"]");
        assertThat(path.path("flows").path(0).path("hops").path(3).toString())
                .isEqualTo("{\"hop\":4,\"expected\":[\"a7\"],\"answered\":null,\"verdict\":\"no answer\"}");
        assertThat(json.path("paths").path(1).path("flows").path(0).path("hops"))
                .hasSize(6);
    }
}
