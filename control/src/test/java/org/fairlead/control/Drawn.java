// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.roastedroot.quickjs4j.core.Runner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.TopologyMessage;

/** What the page draws of a network: its own modules, run without a browser. Lengths are those of the drawing. */
record Drawn(
        List<Double> viewBox,
        List<Rack> boxes,
        List<Cable> cables,
        List<Place> switches,
        List<Place> hosts,
        List<Text> texts) {

    private static final double CHARACTER_EM = 0.55;
    private static final double ABOVE_EM = 0.75;
    private static final double BELOW_EM = 0.2;

    /** @param hosts indices in the topology */
    record Rack(String rack, List<Integer> hosts, double x, double y, double width, double height) {
        Area area() {
            return new Area(rack, x, y, x + width, y + height);
        }
    }

    /**
     * A cable.
     *
     * @param low index of the node at its first point
     * @param high at its last
     */
    record Cable(int low, int high, List<List<Double>> points) {}

    /** @param width of a switch; 0 of a host, which is 18 wide and high */
    record Place(int node, double x, double y, double width) {
        Area area() {
            double halfWidth = width > 0 ? width / 2 : 9;
            double halfHeight = width > 0 ? 13 : 9;
            return new Area("node " + node, x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight);
        }
    }

    /** @param type its class in page.css, by which it has its size */
    record Text(String text, String type, double x, double y, boolean middle) {
        Area area() {
            double size =
                    switch (type.split(" ", 2)[0]) {
                        case "small" -> 10.5;
                        case "middle" -> 12.5;
                        case "large" -> 15;
                        default -> 12;
                    };
            double width = CHARACTER_EM * size * text.length();
            double left = middle ? x - width / 2 : x;
            return new Area(text, left, y - ABOVE_EM * size, left + width, y + BELOW_EM * size);
        }
    }

    record Area(String what, double left, double top, double right, double bottom) {
        boolean overlaps(Area other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }

        boolean holds(Area other) {
            return left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom;
        }
    }

    /** @param open racks that are opened, the first ones, where racks are closed at first */
    static Drawn of(Topology topology, int open) throws IOException {
        String message = new String(Encoding.JSON.write(TopologyMessage.of(topology)), StandardCharsets.UTF_8);
        String program = String.join(
                "\n",
                Stream.of("page/words.js", "page/layout.js", "page/drawing.js", "elements.js")
                        .map(Drawn::module)
                        .toList());
        try (Runner runner = Runner.builder().build()) {
            runner.compileAndExec(program + "\nconsole.log(JSON.stringify(drawn(" + message + ", " + open + ")));");
            return new ObjectMapper().readValue(runner.stdout(), Drawn.class);
        }
    }

    /** All modules are one program here. */
    private static String module(String name) {
        try (InputStream in = Drawn.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^import .*$|^export ", "");
        } catch (IOException e) {
            throw new AssertionError(name, e);
        }
    }
}
