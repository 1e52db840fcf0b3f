// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.sim.trace.Example.TOPOLOGY;
import static org.fairlead.sim.trace.Example.errorOf;
import static org.fairlead.sim.trace.Example.stream;

import java.util.List;
import org.fairlead.core.topology.Link;
import org.fairlead.sim.flows.LinkEvent;
import org.junit.jupiter.api.Test;

final class LinkEventsCsvTest {
    private static final String HEADER = "at_s,link,bytes_per_s\n";

    private static List<LinkEvent> parse(String text) {
        return LinkEventsCsv.parse("e.csv", stream(text), TOPOLOGY);
    }

    private static Link link(String name) {
        return TOPOLOGY.links().stream()
                .filter(link -> link.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRateMayHaveAUnitOrBeAWord() {
        Link link = link("e1->c1");

        assertThat(parse(HEADER + "1,e1->c1,down\n2.5,e1->c1,100mbit\n3,e1->c1,0\n4,e1->c1,up\n5,e1->c1,7e3\n"))
                .containsExactly(
                        new LinkEvent(1, link.index(), 0),
                        new LinkEvent(2.5, link.index(), 12.5e6),
                        new LinkEvent(3, link.index(), 0),
                        new LinkEvent(4, link.index(), link.bytesPerSecond()),
                        new LinkEvent(5, link.index(), 7000));
    }

    @Test
    void aBadRowIsNamedWithLineAndColumn() {
        assertThat(errorOf(() -> parse(HEADER + "1,e1->h3,down\n")))
                .startsWith(
                        "e.csv:2: link: no link 'e1->h3' in topology 'example'; a link is named by its ends, such as ");
        assertThat(errorOf(() -> parse(HEADER + "-1,e1->c1,down\n"))).startsWith("e.csv:2: at_s: '-1' is not");
        for (String rate : List.of("fast", "-1", "NaN", "1e16", "", "1".repeat(65))) {
            assertThat(errorOf(() -> parse(HEADER + "1,e1->c1," + rate + "\n")))
                    .startsWith("e.csv:2: bytes_per_s: '")
                    .contains("is not a rate such as 100mbit");
        }
    }
}
