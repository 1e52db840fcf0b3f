// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.zones;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fairlead.core.topology.Topology;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What crossed zones, by map output and what reduces fetched. */
final class ZoneBytesTest {
    private static final Task.Times SECOND = new Task.Times(1000, 1000, 1000, 0, 0, 0, 0, 0);

    @TempDir
    private Path directory;

    private Zones zones(String text) throws IOException {
        return Zones.read(Files.writeString(directory.resolve("zones.yaml"), text));
    }

    /** Four hosts; each map writes what its host is given, each reduce fetches a quarter of all, what is beside it apart. */
    private static MadeUpApplication shuffle(double... written) {
        double all = 0;
        for (double each : written) {
            all += each;
        }
        double total = all;
        return new MadeUpApplication(4, 1)
                .stage(4, (task, host) -> new Done(SECOND, new Task.Volumes(0, 0, 0, (float) written[host], 0, 0)))
                .stage(
                        4,
                        (task, host) -> new Done(
                                SECOND,
                                new Task.Volumes(
                                        0,
                                        (float) ((total - written[host]) / 4),
                                        (float) (written[host] / 4),
                                        0,
                                        0,
                                        0)),
                        0);
    }

    @Test
    void evenMapOutputLeavesNothingToPlacement() throws IOException {
        ZoneTraffic traffic = ZoneBytes.of(shuffle(1e9, 1e9, 1e9, 1e9).log(), zones("a: [h0, h1]\nb: [h2, h3]\n"));

        assertThat(traffic.across()).isCloseTo(2e9, within(1e3));
        assertThat(traffic.inside()).isCloseTo(2e9, within(1e3));
        assertThat(traffic.saved()).isCloseTo(0, within(1e3));
        assertThat(traffic.pairs()).hasSize(4);
        assertThat(traffic.pairs()).allSatisfy(pair -> assertThat(pair.bytes()).isCloseTo(1e9, within(1e3)));
    }

    @Test
    void reducesBesideUnevenMapOutputWouldSave() throws IOException {
        ZoneTraffic traffic = ZoneBytes.of(shuffle(3e9, 3e9, 1e9, 1e9).log(), zones("a: [h0, h1]\nb: [h2, h3]\n"));

        // Half of the reduces are in either zone: half of 6 GB and half of 2 GB cross; all in a: only b's 2 GB.
        assertThat(traffic.across()).isCloseTo(4e9, within(1e3));
        assertThat(traffic.saved()).isCloseTo(2e9, within(1e3));
    }

    /** Half of what three quarters of the reduces fetch from elsewhere, and all that the fourth does. */
    @Test
    void hostsThatNobodyNamesGiveAndGetInNoZone() throws IOException {
        ApplicationLog log = shuffle(1e9, 1e9, 1e9, 1e9).log();

        ZoneTraffic traffic = ZoneBytes.of(log, zones("a: [h0, h1]\nb: [h2]\n"));

        assertThat(traffic.unplaced()).isCloseTo(3 * 0.25e9 + 0.75e9, within(1e3));
        assertThat(traffic.across()).isCloseTo(4 * 0.25e9, within(1e3));
        assertThat(traffic.pairs())
                .noneMatch(pair -> !pair.from().equals(pair.to()) && (pair.from() + pair.to()).contains(Zones.UNKNOWN));
    }

    @Test
    void zonesThatNameNoneOfTheHostsAreRefused() throws IOException {
        ApplicationLog log = shuffle(1e9, 1e9, 1e9, 1e9).log();
        Zones others = zones("a: [h0.example.com]\n");

        assertThatThrownBy(() -> others.checkKnowAny(log))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("as the log does: h0, h1, h2, h3");
        zones("a: [h0]\n").checkKnowAny(log);
    }

    @Test
    void whatHasNoKnownOriginIsSaidToHaveNone() throws IOException {
        MadeUpApplication application = new MadeUpApplication(2, 1)
                .stage(2, (task, host) -> new Done(SECOND, new Task.Volumes(0, 5e8f, 0, 0, 0, 0)));

        ZoneTraffic traffic = ZoneBytes.of(application.log(), zones("a: [h0]\nb: [h1]\n"));

        assertThat(traffic.unplaced()).isCloseTo(1e9, within(1e3));
        assertThat(traffic.across()).isZero();
        assertThat(traffic.isKnown()).isTrue();
    }

    @Test
    void aStarStandsForAnyPartOfAName() throws IOException {
        Zones zones = zones("a: [\"10.0.1.*\", w1.example]\nb: [\"10.0.*\"]\n");

        assertThat(zones.zone("10.0.1.7")).isEqualTo("a");
        assertThat(zones.zone("10.0.2.7")).isEqualTo("b");
        assertThat(zones.zone("w1.example")).isEqualTo("a");
        assertThat(zones.zone("w1xexample")).isEqualTo(Zones.UNKNOWN);
    }

    @Test
    void racksAreReadAsHdfsPrintsThem() throws IOException {
        Zones racks = zones("""
                Rack: /r1
                   10.0.1.7:9866 (w1.example)
                   10.0.1.8:9866 (w2.example) In Service

                Rack: /default-rack
                   10.0.2.7:9866
                """);

        assertThat(racks.zone("w1.example")).isEqualTo("/r1");
        assertThat(racks.zone("10.0.1.8")).isEqualTo("/r1");
        assertThat(racks.zone("10.0.2.7")).isEqualTo("/default-rack");
        assertThat(racks.zone("w9")).isEqualTo(Zones.UNKNOWN);
        assertThatThrownBy(() -> zones("Rack: /r1\nw1\n"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("zones.yaml:2")
                .hasMessageContaining("'Rack: NAME' or a DataNode");
    }

    @Test
    void racksAreThoseOfAControllersNetwork() throws IOException {
        Zones file = zones("name: net\ntree: {racks: 2, hosts-per-rack: 2, host-link: 1gbit}\n");
        Zones listed = zones("hosts:\n  - {name: w1, rack: r1}\n  - {name: w2, rack: r2}\n");
        Topology topology = new Topology.Builder("net")
                .host("w1", "r1")
                .host("w2", "r2")
                .switchNode("e1")
                .cable("w1", "e1", 1e9)
                .cable("w2", "e1", 1e9)
                .build();
        Zones answer = zones(new String(Encoding.JSON.write(TopologyMessage.of(topology)), StandardCharsets.UTF_8));

        assertThat(file.zone("h1")).isEqualTo("r1");
        assertThat(file.zone("h3")).isEqualTo("r2");
        assertThat(listed.zone("w2")).isEqualTo("r2");
        assertThat(answer.zone("w2")).isEqualTo("r2");
        assertThat(answer.zone("e1")).isEqualTo(Zones.UNKNOWN);
        assertThat(zones("{\"hosts\": [\"w1\"]}").zone("w1")).isEqualTo("hosts");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[w1, w2] | zones are expected with the hosts of each", "a: w1 | zones.yaml:1: a: "})
    void whatIsNoFileOfZonesIsSaid(String text, String message) {
        assertThatThrownBy(() -> zones(text))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }
}
