// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Suspicion;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Staleness;
import org.fairlead.protocol.client.ReceivedView;
import org.junit.jupiter.api.Test;

/** What is written is read, in both encodings; what is not a message is refused, whatever it is. */
final class EncodingTest {
    private static final Heartbeat HEARTBEAT = new Heartbeat(
            "c",
            "h1",
            1,
            2,
            3,
            1000,
            List.of(new Heartbeat.Nic("eth0", Long.MAX_VALUE, 0)),
            List.of(new Heartbeat.Disk("sda", 1, 2, 3)),
            4);

    @Test
    void bothEncodingsCarryTheSame() throws Exception {
        DecisionMessage decision = new DecisionMessage(
                1,
                "nn",
                DecisionMessage.Kind.READ,
                "/a",
                "h1",
                "observe",
                "fairlead",
                false,
                List.of("h2"),
                List.of(new DecisionMessage.Scored("h2", 1.5, "e1->h2")),
                "because",
                List.of(),
                7);
        FlowRequests requests = FlowRequests.of(
                "",
                "app-1",
                1,
                2,
                3,
                4000,
                5,
                List.of(new FlowRequests.Flow(9L, "", "h1", "shuffle", 1, 2, 6, 8L, 5L, 7, 3)));
        WitnessReport witnesses = new WitnessReport(
                "",
                "nn:8020",
                1,
                2,
                3,
                1000,
                3000,
                List.of(new WitnessReport.Datanode("h1", 4)),
                List.of(new WitnessReport.Failure("h2", "a", 5)));
        RatesMessage rates = new RatesMessage(
                "c", 1, 2, "t", 2000, List.of(new RatesMessage.Allotment("h1", "h2", "block-read", 16, 375_000)));
        TopologyMessage topology = TopologyMessage.of(
                Topologies.fatTree(new Topology.Builder("fat"), 4, 1e9).build());
        for (Encoding encoding : Encoding.values()) {
            assertThat(encoding.read(encoding.write(HEARTBEAT), Heartbeat.class))
                    .isEqualTo(HEARTBEAT);
            assertThat(encoding.read(encoding.write(decision), DecisionMessage.class))
                    .isEqualTo(decision);
            assertThat(encoding.read(encoding.write(witnesses), WitnessReport.class))
                    .isEqualTo(witnesses);
            assertThat(encoding.read(encoding.write(requests), FlowRequests.class))
                    .isEqualTo(requests);
            assertThat(encoding.read(encoding.write(rates), RatesMessage.class)).isEqualTo(rates);
            assertThat(encoding.read(encoding.write(topology), TopologyMessage.class))
                    .isEqualTo(topology);
        }
        assertThat(TopologyMessage.of(topology.topology())).isEqualTo(topology);
        assertThat(Encoding.CBOR.write(HEARTBEAT).length).isLessThan(Encoding.JSON.write(HEARTBEAT).length);
    }

    @Test
    void ratesThatMakeNoSenseAreRefusedByTheirField() {
        String good =
                "{\"controller\": \"c\", \"epoch\": 1, \"number\": 2, \"topology_id\": \"t\", \"valid_millis\": 2000,"
                        + " \"allotments\": [{\"from\": \"h1\", \"to\": \"h2\", \"traffic_class\": \"block-read\", \"codepoint\": 16,"
                        + " \"bytes_per_second\": 1}]}";
        Map.of(
                        "\"codepoint\": 16", "\"codepoint\": 64",
                        "\"bytes_per_second\": 1", "\"bytes_per_second\": 0",
                        "\"valid_millis\": 2000", "\"valid_millis\": 60001",
                        "\"from\": \"h1\"", "\"from\": \"\"",
                        "block-read", "gossip",
                        "{\"from\"", "null, {\"from\"")
                .forEach((field, wrong) -> {
                    byte[] message = good.replace(field, wrong).getBytes(StandardCharsets.UTF_8);
                    assertThatThrownBy(() -> Encoding.JSON.read(message, RatesMessage.class))
                            .as(wrong)
                            .isInstanceOf(InvalidMessageException.class);
                });
        assertThatThrownBy(() -> new RatesMessage("c", 1, 2, "t", -1, List.of()))
                .hasMessageContaining("valid_millis");
    }

    @Test
    void aSwitchMayTellCarriersAndNeedNot() throws Exception {
        SwitchCounters counters = new SwitchCounters(
                "",
                "tor-1",
                1,
                2,
                3,
                List.of(new SwitchCounters.LinkBytes("e1->c1", 4), new SwitchCounters.LinkBytes("e1->h1", 5, false)));
        for (Encoding encoding : Encoding.values()) {
            assertThat(encoding.read(encoding.write(counters), SwitchCounters.class))
                    .isEqualTo(counters);
        }
        String older = "{\"exporter\": \"t\", \"links\": [{\"link\": \"e1->h1\", \"bytes\": 1}],"
                + " \"boot\": 1, \"sequence\": 1, \"monotonic_nanos\": 1}";
        assertThat(Encoding.JSON
                        .read(older.getBytes(StandardCharsets.UTF_8), SwitchCounters.class)
                        .links()
                        .get(0)
                        .carrier())
                .isNull();
    }

    @Test
    void suspectsOverTheWireAreThoseThatWereSent() throws Exception {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 1, 2, 1e9, 1).build();
        TopologyMessage described = TopologyMessage.of(topology);
        long now = 1_000_000_000_000L;
        Suspects suspects = Suspects.of(Map.of(
                topology.host("h1").index(), new Suspicion(SuspicionCause.NO_CARRIER, now - 3_000_000_000L, 0),
                topology.host("h2").index(), new Suspicion(SuspicionCause.SILENT, now - 9_000_000_000L, 0.25)));
        ViewMessage message = new ViewMessage(
                "c",
                1,
                1,
                0,
                described.id(),
                true,
                1500,
                3000,
                0.2,
                new ViewMessage.Links(new int[0], new long[0], new long[0], new long[0], new int[0], null),
                new ViewMessage.Hosts(new int[0], new long[0], new long[0], new int[0], new long[0], new long[0]),
                ViewMessage.Suspected.of(suspects, now),
                null);
        for (Encoding encoding : Encoding.values()) {
            ReceivedView received = new ReceivedView(topology, described.id());
            received.take(encoding.read(encoding.write(message), ViewMessage.class), now);
            assertThat(received.view(1, Staleness.STANDARD).suspects()).isEqualTo(suspects);
        }
    }

    @Property(tries = 500)
    void noBytesDoMoreThanBeRefused(@ForAll long seed, @ForAll boolean json) {
        Random random = new Random(seed);
        Encoding encoding = json ? Encoding.JSON : Encoding.CBOR;
        byte[] bytes = encoding.write(HEARTBEAT);
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        try {
            encoding.read(bytes, Heartbeat.class);
        } catch (InvalidMessageException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void halfACharacterIsRefusedForNoEncodingCanWriteIt() {
        String clef = "\ud834\udd1e"; // one character, two of Java's
        assertThat(new SwitchCounters(clef, "e", 1, 1, 1, List.of()).cluster()).isEqualTo(clef);
        for (String half : List.of("c\ud834", "\udd1ec", "\udd1e\ud834")) {
            assertThatThrownBy(() -> new SwitchCounters(half, "e", 1, 1, 1, List.of()))
                    .hasMessage("cluster: half a surrogate pair is not accepted");
        }
        String escaped = "{\"cluster\": \"c\\ud834\", \"exporter\": \"e\", \"boot\": 1, \"sequence\": 1,"
                + " \"monotonic_nanos\": 1, \"links\": []}";
        byte[] message = escaped.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Encoding.JSON.read(message, SwitchCounters.class))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageContaining("half a surrogate pair");
    }

    @Test
    void aRefusalSaysWhateverItHasToQuote() throws Exception {
        Rejection quoting = new Rejection("garbage", "no class 'a\nb\ud834'");
        assertThat(quoting.error()).isEqualTo("no class 'a b '");
        String clef = "\ud834\udd1e"; // one character, two of Java's
        Rejection longer = new Rejection("garbage", clef.repeat(3000));
        assertThat(longer.error()).isEqualTo(clef.repeat(999) + "…");
        Rejection silent = new Rejection("garbage", null);
        assertThat(silent.error()).isEmpty();
        for (Encoding encoding : Encoding.values()) {
            for (Rejection rejection : List.of(quoting, longer, silent)) {
                assertThat(encoding.read(encoding.write(rejection), Rejection.class))
                        .isEqualTo(rejection);
            }
        }
    }

    @Test
    void boundsAreKept() {
        assertThatThrownBy(() -> new Heartbeat("", " ", 1, 1, 1, 1000, null, null, 0))
                .hasMessageContaining("host");
        assertThatThrownBy(() -> new Heartbeat("", "h\n", 1, 1, 1, 1000, null, null, 0))
                .hasMessageContaining("control characters");
        assertThatThrownBy(() -> new Heartbeat("", "h", 1, 1, 1, 0, null, null, 0))
                .hasMessageContaining("interval_millis: 0 is not from 1 to 60000");
        assertThatThrownBy(() -> FlowRequests.of("", "app-1", 1, 1, 1, 60_001, 0, List.of()))
                .hasMessageContaining("valid_millis: 60001 is not from 1 to 60000");
        assertThatThrownBy(() -> new SwitchCounters.LinkBytes("e1->c\n1", 1))
                .hasMessage("links.link: control characters are not accepted");
        assertThatThrownBy(() -> new SwitchCounters.LinkBytes("e1->" + "c".repeat(600), 1))
                .hasMessage("links.link: 604 characters; at most 512 are accepted");
        assertThatThrownBy(() -> new SwitchCounters.LinkBytes(null, 1)).hasMessageContaining("such as e1->c1");
        assertThatThrownBy(() -> new DecisionMessage.Scored("h", Double.NaN, ""))
                .hasMessageContaining("finite");
        String nan = "{\"host\":\"h\",\"bytes_per_second\":NaN}";
        assertThatThrownBy(() -> Encoding.JSON.read(nan.getBytes(StandardCharsets.UTF_8), DecisionMessage.Scored.class))
                .isInstanceOf(InvalidMessageException.class);
    }

    @Test
    void numbersOfPathsAreBelowTheirMost() {
        int most = PathsMessage.Pair.MOST_PATHS;
        PathsMessage.Pair pair = new PathsMessage.Pair("h1", "h2", "shuffle", most - 1, 0);
        assertThat(pair.path()).isEqualTo(65_535);
        assertThatThrownBy(() -> new PathsMessage.Pair("h1", "h2", "shuffle", most, 0))
                .hasMessage("pairs.path: 65536 is not from 0 to 65535");
        FlowRequests.Flow flow = new FlowRequests.Flow(1L, "h1", "h2", "shuffle", 1, 2, 6, 8L, 5L, 7, most - 1);
        assertThat(flow.path()).isEqualTo(65_535);
        assertThatThrownBy(() -> new FlowRequests.Flow(1L, "h1", "h2", "shuffle", 1, 2, 6, 8L, 5L, 7, most))
                .hasMessage("flows.path: 65536 is not from -1 to 65535");
    }

    @Test
    void whatIsNestedDeeplyIsRefusedThoughItsFieldIsUnknown() throws Exception {
        for (Encoding encoding : Encoding.values()) {
            byte[] shallow = encoding.write(Map.of("reason", "busy", "error", "", "more", nested(5)));
            assertThat(encoding.read(shallow, Rejection.class)).isEqualTo(new Rejection("busy", ""));

            byte[] deep = encoding.write(Map.of("reason", "busy", "error", "", "more", nested(50)));
            assertThatThrownBy(() -> encoding.read(deep, Rejection.class))
                    .isInstanceOf(InvalidMessageException.class)
                    .hasMessageContaining("nesting depth");
        }
    }

    private static List<Object> nested(int lists) {
        List<Object> nested = List.of();
        for (int i = 1; i < lists; i++) {
            nested = List.of(nested);
        }
        return nested;
    }
}
