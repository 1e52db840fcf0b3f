// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Layers;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The page's drawing of each shipped network and of large ones: nothing covers anything else, and everything is where it belongs. */
@Tag("long")
final class DrawingTest {
    /** Two lines that are nearer than this are one for a reader. */
    private static final double APART = 1;

    private static final Map<String, Drawn> DRAWN = new HashMap<>();

    static Stream<Arguments> networks() throws IOException {
        List<Arguments> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("../scenarios/topologies"))) {
            for (Path file : files.sorted().toList()) {
                all.add(Arguments.of(file.getFileName().toString(), TopologyFile.read(file), 0));
            }
        }
        for (int roots : new int[] {1, 4}) {
            Topology racks = Topologies.multiRooted(
                            new Topology.Builder("50 racks, " + roots + " roots"), 50, 20, roots, 1.25e9, 5e9)
                    .build();
            all.add(Arguments.of(racks.name(), racks, 0));
            all.add(Arguments.of(racks.name() + ", three of them open", racks, 3));
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void everyHostStandsInItsRackAndEverySwitchInItsLayer(String name, Topology topology, int open) throws IOException {
        Drawn drawn = drawn(name, topology, open);
        List<Integer> boxed = new ArrayList<>();
        for (Drawn.Rack box : drawn.boxes()) {
            for (int host : box.hosts()) {
                boxed.add(host);
                assertThat(((Host) topology.nodes().get(host)).rack()).isEqualTo(box.rack());
            }
        }
        assertThat(boxed)
                .containsExactlyInAnyOrderElementsOf(
                        topology.hosts().stream().map(Node::index).toList());
        for (Drawn.Place host : drawn.hosts()) {
            Drawn.Rack own = drawn.boxes().stream()
                    .filter(box -> box.hosts().contains(host.node()))
                    .findAny()
                    .orElseThrow();
            assertThat(own.area().holds(host.area())).as(host + " in " + own).isTrue();
        }
        int[] layers = Layers.of(topology);
        assertThat(drawn.switches()).hasSameSizeAs(topology.switches());
        for (Drawn.Place one : drawn.switches()) {
            for (Drawn.Place other : drawn.switches()) {
                assertThat(Double.compare(other.y(), one.y()))
                        .as(one + " and " + other)
                        .isEqualTo(Integer.compare(layers[one.node()], layers[other.node()]));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void nothingCoversAnythingElse(String name, Topology topology, int open) throws IOException {
        Drawn drawn = drawn(name, topology, open);
        List<Drawn.Area> boxes = drawn.boxes().stream().map(Drawn.Rack::area).toList();
        List<Drawn.Area> nodes = Stream.concat(drawn.switches().stream(), drawn.hosts().stream())
                .map(Drawn.Place::area)
                .toList();
        List<Drawn.Area> texts = drawn.texts().stream()
                .filter(text -> !text.text().isEmpty())
                .map(Drawn.Text::area)
                .toList();
        apart(boxes);
        apart(nodes);
        apart(texts);
        Drawn.Area sheet = new Drawn.Area(
                "sheet",
                drawn.viewBox().get(0),
                drawn.viewBox().get(1),
                drawn.viewBox().get(0) + drawn.viewBox().get(2),
                drawn.viewBox().get(1) + drawn.viewBox().get(3));
        assertThat(Stream.of(boxes, nodes, texts).flatMap(List::stream)).allMatch(sheet::holds);
        List<Drawn.Area> switches =
                drawn.switches().stream().map(Drawn.Place::area).toList();
        for (Drawn.Area text : texts) {
            List<Drawn.Area> under = Stream.concat(switches.stream(), boxes.stream())
                    .filter(text::overlaps)
                    .toList();
            assertThat(under).as("what " + text + " stands in").isNotEmpty().anyMatch(area -> area.holds(text));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("networks")
    void everyCableIsALineOfItsOwnThatLeadsThroughNobody(String name, Topology topology, int open) throws IOException {
        Drawn drawn = drawn(name, topology, open);
        long withoutHosts = topology.links().stream()
                .filter(link -> !(link.from() instanceof Host) && !(link.to() instanceof Host))
                .count();
        assertThat(drawn.cables()).hasSizeGreaterThanOrEqualTo((int) withoutHosts / 2);
        List<Line> lines = drawn.cables().stream().flatMap(Line::of).toList();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            for (Line other : lines.subList(i + 1, lines.size())) {
                assertThat(line.isCoveredBy(other) || other.isCoveredBy(line))
                        .as(line + " and " + other)
                        .isFalse();
            }
            for (Drawn.Place place : drawn.switches()) {
                boolean own = place.node() == line.cable().low()
                        || place.node() == line.cable().high();
                assertThat(!own && line.crosses(place.area()))
                        .as(line + " through " + place)
                        .isFalse();
            }
        }
    }

    /** Of each network once: drawing takes a second. */
    private static Drawn drawn(String name, Topology topology, int open) throws IOException {
        Drawn known = DRAWN.get(name);
        if (known == null) {
            known = Drawn.of(topology, open);
            DRAWN.put(name, known);
        }
        return known;
    }

    private static void apart(List<Drawn.Area> areas) {
        for (int i = 0; i < areas.size(); i++) {
            Drawn.Area area = areas.get(i);
            assertThat(areas.subList(i + 1, areas.size())).as("beside " + area).noneMatch(area::overlaps);
        }
    }

    /** A straight part of a cable. */
    private record Line(Drawn.Cable cable, double x1, double y1, double x2, double y2) {
        static Stream<Line> of(Drawn.Cable cable) {
            return Stream.iterate(1, i -> i < cable.points().size(), i -> i + 1).map(i -> {
                List<Double> from = cable.points().get(i - 1);
                List<Double> to = cable.points().get(i);
                return new Line(cable, from.get(0), from.get(1), to.get(0), to.get(1));
            });
        }

        double length() {
            return Math.hypot(x2 - x1, y2 - y1);
        }

        /** Whether two points of the other, a fifth of its length apart, lie on this. */
        boolean isCoveredBy(Line other) {
            int on = 0;
            for (int fifth = 1; fifth < 5; fifth++) {
                double x = other.x1 + fifth / 5.0 * (other.x2 - other.x1);
                double y = other.y1 + fifth / 5.0 * (other.y2 - other.y1);
                on += distance(x, y) < APART ? 1 : 0;
            }
            return on > 1;
        }

        private double distance(double x, double y) {
            double square = length() * length();
            double along = square == 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square;
            double at = Math.max(0, Math.min(1, along));
            return Math.hypot(x - x1 - at * (x2 - x1), y - y1 - at * (y2 - y1));
        }

        boolean crosses(Drawn.Area area) {
            for (int step = 0; step <= 200; step++) {
                double x = x1 + step / 200.0 * (x2 - x1);
                double y = y1 + step / 200.0 * (y2 - y1);
                if (x > area.left() && x < area.right() && y > area.top() && y < area.bottom()) {
                    return true;
                }
            }
            return false;
        }
    }
}
