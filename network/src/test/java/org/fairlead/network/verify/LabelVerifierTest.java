// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.JudgedTrace.Verdict;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelVerifierTest {
    private static final Topology TOPOLOGY =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    private static final LabelPlan PLAN = LabelPlan.of(TOPOLOGY, Codepoints.named("8-15"));
    private static final Host SOURCE = TOPOLOGY.host("h1");
    private static final List<Host> OTHER_RACKS = Stream.of("h3", "h5", "h7", "h9", "h11", "h13", "h15")
            .map(TOPOLOGY::host)
            .toList();

    private static ModelNetwork network() {
        return new ModelNetwork(PLAN, SOURCE);
    }

    private static LabelVerification verified(ModelNetwork network) throws IOException, InterruptedException {
        return new LabelVerifier(
                        PLAN,
                        SOURCE,
                        ModelNetwork.addresses(OTHER_RACKS),
                        network.nodes(),
                        network,
                        new ProbeLimits(8, 3, 100_000, 1),
                        TimeSource.SYSTEM)
                .run();
    }

    @Test
    void aConfiguredNetworkObeysOnEveryPath() throws Exception {
        LabelVerification found = verified(network());

        assertThat(found.allObey()).isTrue();
        assertThat(found.blamed()).isEmpty();
        assertThat(found.silent()).isEmpty();
        assertThat(found.paths()).hasSize(4 * 7);
        assertThat(found.paths().get(0).traces()).hasSize(8);
        assertThat(found.paths().get(0).traces().get(0).hops())
                .as("e1, a1, e2, h3")
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"e1", "a1", "a2"})
    void aSwitchThatIgnoresLabelsIsNamedAndNoOther(String broken) throws Exception {
        LabelVerification found = verified(network().ignores(broken));

        assertThat(found.allObey()).isFalse();
        assertThat(found.blamed()).containsExactly(broken);
        assertThat(found.paths()).anyMatch(path -> path.verdict() == Verdict.ANOTHER_PATH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"e1", "a1", "c2", "a7", "e7"})
    void aSwitchThatDropsWhatBearsALabelIsNamedAndNoOther(String broken) throws Exception {
        LabelVerification found = verified(network().drops(broken));

        assertThat(found.allObey()).isFalse();
        assertThat(found.blamed()).containsExactly(broken);
        assertThat(found.paths()).anyMatch(path -> path.verdict() == Verdict.NO_ANSWER);
    }

    @Test
    void aSwitchThatAnswersSeldomIsAskedAgain() throws Exception {
        assertThat(verified(network().answersAtTheSecondTime("e1").answersAtTheSecondTime("a1"))
                        .allObey())
                .isTrue();
    }

    @Test
    void aHostThatDoesNotAnswerHidesNothing() throws Exception {
        LabelVerification found = verified(network().mute("h13", "h15").ignores("a2"));

        assertThat(found.blamed()).containsExactly("a2");
    }

    @Test
    void whatCannotBeSeenBehindAMuteSwitchIsSaid() throws Exception {
        LabelVerification found = verified(network().mute("a1"));

        assertThat(found.allObey()).isFalse();
        assertThat(found.blamed()).isEmpty();
        assertThat(found.silent()).containsExactly("a1");
    }

    @Test
    void whereNoSwitchAnswersNothingElseIsAsked() throws Exception {
        ModelNetwork network = network()
                .mute(TOPOLOGY.switches().stream().map(each -> each.name()).toArray(String[]::new));

        LabelVerification found = verified(network);

        assertThat(found.isAnswered()).isFalse();
        assertThat(found.allObey()).isFalse();
        assertThat(found.paths()).isEmpty();
    }

    @Test
    void aHostThatCannotSendIsAnErrorOfItsOwn() {
        Prober broken = destination -> {
            throw new IOException("no route to " + destination);
        };

        assertThatThrownBy(() -> new LabelVerifier(
                                PLAN,
                                SOURCE,
                                ModelNetwork.addresses(OTHER_RACKS),
                                network().nodes(),
                                broken,
                                ProbeLimits.of(1),
                                TimeSource.SYSTEM)
                        .run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no route to h");
    }
}
