// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fairlead.core.network.label.JudgedTrace.Verdict;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fat tree, k = 4, label 8 from h1 to h13: e1, a1, c1, a7, e7, h13. */
class LabelJudgeTest {
    private static final Topology TOPOLOGY =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    private static final LabelPlan PLAN = LabelPlan.of(TOPOLOGY, Codepoints.named("8-15"));

    /** Who answers at hop 1, 2, …; - is nobody, ? somebody unknown, and . was not asked. */
    private static LabelTrace trace(int codepoint, String answers) {
        TreeMap<Integer, ProbeAnswer> byHop = new TreeMap<>();
        int hop = 0;
        for (String answer : answers.split(" ", -1)) {
            hop++;
            switch (answer) {
                case "." -> {}
                case "-" -> byHop.put(hop, new ProbeAnswer.None());
                case "?" -> byHop.put(hop, new ProbeAnswer.Stranger("10.9.9.9"));
                default ->
                    byHop.put(hop, new ProbeAnswer.From(TOPOLOGY.node(answer).orElseThrow()));
            }
        }
        return new LabelTrace(TOPOLOGY.host("h1"), TOPOLOGY.host("h13"), codepoint, byHop);
    }

    private static Set<Node> allBut(String... mute) {
        return TOPOLOGY.nodes().stream()
                .filter(node -> !List.of(mute).contains(node.name()))
                .collect(Collectors.toSet());
    }

    private static JudgedTrace judged(int codepoint, String answers, String... mute) {
        return new LabelJudge(PLAN, allBut(mute)).judge(trace(codepoint, answers));
    }

    private static String names(List<Node> nodes) {
        return nodes.stream().map(Node::name).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "8, e1 a1 c1 a7 e7 h13",
        "9, e1 a1 c2 a7 e7 h13",
        "10, e1 a2 c3 a8 e7 h13",
        "11, e1 a2 c4 a8 e7 h13",
        "8, . a1 c1",
        "0, e1 a2 c3 a8 e7 h13",
    })
    void whoeverAnswersAsThePlanSaysObeys(int codepoint, String answers) {
        JudgedTrace judged = judged(codepoint, answers);

        assertThat(judged.verdict()).isEqualTo(Verdict.OBEYS);
        assertThat(judged.blamed()).isEmpty();
        assertThat(judged.hops())
                .hasSize((int) Stream.of(answers.split(" ", -1))
                        .filter(answer -> !answer.equals("."))
                        .count())
                .allMatch(hop -> hop.verdict() == Verdict.OBEYS);
    }

    @ParameterizedTest
    @CsvSource({
        "e1 a2, e1, a1",
        ". a2, e1, a1",
        "e1 a1 c2, a1, c1",
        ". a1 c2, a1, c1",
        "e1 a1 c1 a5, c1, a7", // it has no choice, but nobody else was asked since
        "e2, h1, e1",
        "- a2, e1, a1", // the one that a host with one link sends to
        "e1 - c3, e1 a1, c1", // either may be it
        "e1 e1, e1, a1", // it says that there is no way
    })
    void whoAnsweredLastAsExpectedIsToBlameForAnotherPath(String answers, String blamed, String towards) {
        JudgedTrace judged = judged(8, answers);

        assertThat(judged.verdict()).isEqualTo(Verdict.ANOTHER_PATH);
        assertThat(names(judged.blamed())).isEqualTo(blamed);
        assertThat(names(judged.towards())).isEqualTo(towards);
        assertThat(judged.hops().get(judged.hops().size() - 1).verdict()).isEqualTo(Verdict.ANOTHER_PATH);
    }

    @ParameterizedTest
    @CsvSource({
        "e1 a1 c1 - - -, c1, a7",
        "e1 a1 - - - -, a1, c1",
        "e1 a1 c1 a7 e7 -, e7, h13",
        "- - - - - -, e1, e1", // a host with one link: the first switch
        ". - ., e1, a1",
        ". a1 -, a1, c1",
    })
    void whereNobodyAnswersAnyMoreTheLastThatDidIsToBlame(String answers, String blamed, String towards) {
        JudgedTrace judged = judged(8, answers);

        assertThat(judged.verdict()).isEqualTo(Verdict.NO_ANSWER);
        assertThat(names(judged.blamed())).isEqualTo(blamed);
        assertThat(names(judged.towards())).isEqualTo(towards);
    }

    @Test
    void aHostThatNeverAnswersIsNotHeldAgainstTheLastSwitch() {
        JudgedTrace judged = judged(8, "e1 a1 c1 a7 e7 -", "h13");

        assertThat(judged.verdict()).isEqualTo(Verdict.OBEYS);
        assertThat(judged.hops().get(5).verdict()).isEqualTo(Verdict.NO_ANSWER);
    }

    @Test
    void aMuteSwitchWithoutAChoiceBeforeItHidesNothing() {
        assertThat(judged(8, "e1 a1 c1 - e7 h13", "a7").verdict()).isEqualTo(Verdict.OBEYS);
        assertThat(judged(8, "- a1 c1 a7 e7 h13", "e1").verdict()).isEqualTo(Verdict.OBEYS);
    }

    @Test
    void whatAMuteSwitchHidesIsSaidAndNobodyIsBlamed() {
        JudgedTrace judged = judged(8, "e1 - c1 a7 e7 h13", "a1");

        assertThat(judged.verdict()).isEqualTo(Verdict.NO_ANSWER);
        assertThat(judged.blamed()).isEmpty();
        assertThat(names(judged.towards())).isEqualTo("a1");
    }

    @Test
    void behindAMuteSwitchEitherMayHaveLostIt() {
        JudgedTrace judged = judged(8, "e1 a1 - - - -", "c1");

        assertThat(judged.verdict()).isEqualTo(Verdict.NO_ANSWER);
        assertThat(names(judged.blamed())).isEqualTo("a1 c1");
        assertThat(names(judged.towards())).isEqualTo("a7");
    }

    @Test
    void anAddressThatNobodyHasShowsThatThePacketLivesAndNothingMore() {
        assertThat(judged(8, "e1 a1 c1 ? e7 h13").verdict()).isEqualTo(Verdict.OBEYS);
        assertThat(judged(8, "e1 ? c1 a7 e7 h13").verdict()).isEqualTo(Verdict.NO_ANSWER);
        assertThat(judged(8, "e1 ? c1 a7 e7 h13").blamed()).isEmpty();
    }

    @Test
    void whereALabelNamesAGroupSwitchesMayHashWithinIt() {
        LabelPlan groups = LabelPlan.of(TOPOLOGY, Codepoints.named("8,9"));
        LabelJudge judge = new LabelJudge(groups, allBut());

        assertThat(judge.judge(trace(8, "e1 a1 c1 a7 e7 h13")).verdict()).isEqualTo(Verdict.OBEYS);
        assertThat(judge.judge(trace(8, "e1 a2 c3 a8 e7 h13")).verdict()).isEqualTo(Verdict.OBEYS);
        assertThat(names(judge.judge(trace(8, "e1 a2 c4")).blamed())).isEqualTo("a2");
    }
}
